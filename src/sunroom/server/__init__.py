"""The authority behind the table in the browser: it runs the rules, keeps secrets and stores every
move before it is acknowledged.
"""
