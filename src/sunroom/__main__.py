from sunroom.cli import main

main()
