"""Who may import whom, and what must not be imported to start."""

import ast
import re
import statistics
import subprocess
import sys
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import sunroom
from sunroom.rules.catalogue import known_games

ROOT = Path(sunroom.__file__).parent
# Every part and what it may import besides itself.
ALLOWED = {
    "rules": set(),
    "engine": {"rules"},
    "match": {"rules", "engine"},
    "checks": {"rules", "engine"},
    "games": {"rules", "engine"},
    "players": {"rules", "engine", "match"},
    "arena": {"rules", "engine", "match", "players"},
    "bench": {"rules", "engine", "players"},
    "research": {"rules", "engine", "players"},
    "table": {"rules", "engine", "match", "players"},
    "server": {"rules", "engine", "match", "checks", "players", "table"},
    "cli": {"rules", "engine", "match", "checks", "players", "arena", "bench", "server"},
}


def imports(file):
    """The sunroom modules that a file imports, by full name."""
    package = ("sunroom", *file.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name.startswith("sunroom"))
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            if module.startswith("sunroom"):
                yield module


FILES = [f for f in ROOT.rglob("*.py") if "tests" not in f.parts and f.parent != ROOT]
MOST_FILES = 12
LISTS = {"versions"}  # folders of migrations: lists of tables, not code to be read


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.relative_to(ROOT).as_posix())
def test_imports_go_one_way(file):
    part, *rest = file.relative_to(ROOT).parts
    for module in imports(file):
        to = module.split(".")[1] if "." in module else "the package itself"
        assert to == part or to in ALLOWED[part], f"{part} imports {module}"
        if part == to == "games" and len(rest) > 1:
            assert module.split(".")[2] == rest[0], f"one game imports another: {module}"


def folder_of(module):
    """The folder of a module, by the parts of its path."""
    parts = tuple(module.split(".")[1:])
    return parts if ROOT.joinpath(*parts).is_dir() else parts[:-1]


def test_no_rooms_of_the_server_import_each_other_in_a_circle():
    """What lies beside the rooms is the floor that all of them stand on."""
    rooms = {}
    for file in FILES:
        room = file.relative_to(ROOT).parent.parts
        if room[0] == "server" and len(room) > 1:
            found = rooms.setdefault(room, set())
            found |= {
                to for to in map(folder_of, imports(file)) if to[:1] == room[:1] and len(to) > 1
            }
            found.discard(room)
    list(TopologicalSorter(rooms).static_order())  # CycleError names them


def test_no_folder_has_more_than_a_dozen_files():
    folders = Counter(file.parent for file in FILES if file.name != "__init__.py")
    full = {f.relative_to(ROOT).as_posix(): n for f, n in folders.items() if n > MOST_FILES}

    assert full == {}


# What is asked for inside a function, so that whoever does not need it does not load it.
ON_DEMAND = {
    ("match.match", "match.matchfile"),  # a match reads and writes its file
    ("research.tables", "research.cuda"),  # batches on a GPU
}


def test_no_modules_import_each_other_in_a_circle():
    """Neither at their top nor inside functions, for types or not; two pairs are left, see
    `ON_DEMAND`: each loads the other only when it is asked for, and is one idea in two files.
    """
    modules = {
        ".".join(("sunroom", *file.relative_to(ROOT).with_suffix("").parts)): file for file in FILES
    }
    names = {name.removesuffix(".__init__"): file for name, file in modules.items()}
    graph = {name: imported(file) & names.keys() - {name} for name, file in names.items()}
    for one, other in ON_DEMAND:
        graph[f"sunroom.{one}"].remove(f"sunroom.{other}")  # KeyError where it is not any more
    list(TopologicalSorter(graph).static_order())


def imported(file):
    """What a module imports anywhere; a name may be a module."""
    package = ("sunroom", *file.relative_to(ROOT).parent.parts)
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*base, *filter(None, [node.module])))
            inner = [f"{module}.{alias.name}" for alias in node.names]
            found |= {name if is_module(name) else module for name in inner}
    return found


def is_module(name):
    path = ROOT.joinpath(*name.split(".")[1:])
    return path.with_suffix(".py").exists() or path.is_dir()


# The core: what needs nothing but Python. All of these parts but the edges; a new part that is core
# is named here, a new edge below.
CORE = {"rules", "engine", "match", "checks", "games", "players", "table", "__init__.py"}
EDGES = {
    "engine/arrays.py",  # tables as NumPy sees them
    "engine/batch.py",
    "engine/boxes/box_numbers.py",
    "engine/cache.py",
    "engine/compiled.py",
    "engine/gpu.py",
    "checks/conformance.py",  # checks whole batches at once
    "players/compiling.py",  # processes
    "players/workers.py",
}
CORE_FILES = [
    f
    for f in ROOT.rglob("*.py")
    if f.relative_to(ROOT).parts[0] in CORE
    and "tests" not in f.parts
    and f.relative_to(ROOT).as_posix() not in EDGES
]


def packages(tree):
    """Every package that is imported anywhere: at the top, in functions, or for types only."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.module.partition(".")[0]


# What one match among people is told and never finds out by itself.
OUTER = {"time", "datetime", "random", "secrets", "os", "socket", "uuid"}


@pytest.mark.parametrize("file", sorted((ROOT / "table").glob("*.py")), ids=lambda f: f.name)
def test_a_table_knows_neither_time_nor_chance_nor_the_machine(file):
    assert not set(packages(ast.parse(file.read_text("utf-8")))) & OUTER


@pytest.mark.parametrize("file", CORE_FILES, ids=lambda f: f.relative_to(ROOT).as_posix())
def test_the_core_imports_nothing_but_python(file):
    used = set(packages(ast.parse(file.read_text("utf-8"))))

    assert used <= sys.stdlib_module_names | {"sunroom"}


def test_every_edge_is_there():
    assert all((ROOT / edge).exists() for edge in EDGES)


def test_the_core_loads_no_edge():
    """Whoever asks for arrays or compiled rules loads them; importing the core does not."""
    modules = [f.relative_to(ROOT.parent).with_suffix("").parts for f in CORE_FILES]
    names = [".".join(parts).removesuffix(".__init__") for parts in modules]
    edges = {"sunroom." + edge[:-3].replace("/", ".") for edge in EDGES}
    loaded = run(f"import sys, {', '.join(names)}; print(sorted({edges} & set(sys.modules)))")

    assert loaded == "[]"


def test_every_part_is_known():
    parts = {f.relative_to(ROOT).parts[0] for f in FILES}

    assert parts == set(ALLOWED)


def test_a_game_outside_uses_neither_players_nor_the_command_line():
    outside = Path(__file__).parent / "high_card" / "__init__.py"
    used = [
        name.name
        for name in ast.walk(ast.parse(outside.read_text()))
        if isinstance(name, ast.alias)
    ]

    assert not any(name.startswith(("players", "cli")) for name in used)


def run(code):
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_import_and_discovery_load_no_numba_and_no_game():
    loaded = run(
        "import sys, sunroom; sunroom.known_games();"
        "print([m for m in sys.modules if m.split('.')[0] in ('numba', 'rich', 'click')"
        " or m.startswith('sunroom.games.')])"
    )

    assert loaded == "[]"


def test_a_match_is_played_without_numba():
    assert run(
        "import sys, sunroom; m = sunroom.Match('soluna', seed=1); m.play('open');"
        "print('numba' in sys.modules)"
    ) == "False"  # fmt: skip


def test_a_server_loads_no_compiler():
    """It applies rules interpreted; whoever thinks for it does so in processes of their own."""
    loaded = run(
        "import sys, sunroom.server.app.app as app; from sunroom.players import compiling;"
        "from sunroom.rules.catalogue import known_games, load;"
        "[compiling.is_ready(load(name)) for name in known_games()];"
        "print([m for m in ('numpy', 'numba', 'llvmlite') if m in sys.modules])"
    )

    assert loaded == "[]"


def functions():
    """Every function with its file and how many lines it has; docstrings do not count."""
    for file in (f for f in FILES if f.parent.name not in LISTS):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) is not None else node.body
                yield file, node.name, node.end_lineno - body[0].lineno + 1 if body else 0


def test_functions_are_small():
    """Half have at most five lines, nine of ten fewer than twenty, and none more than forty."""
    found = list(functions())
    lengths = sorted(length for _, _, length in found)

    assert statistics.median(lengths) <= 5
    assert lengths[len(lengths) * 9 // 10] < 20
    assert [f"{file.name}: {name}" for file, name, length in found if length > 40] == []


def test_no_class_has_more_than_25_methods():
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                kinds = ast.FunctionDef | ast.AsyncFunctionDef
                methods = sum(isinstance(part, kinds) for part in node.body)
                assert methods <= 25, f"{file.name}: {node.name} has {methods} methods"


GAMES = ROOT / "games"
NAMED = re.compile("|".join(name.replace("-", "[-_ ]?") for name in known_games()), re.IGNORECASE)
MADE = ROOT / "server" / "page"  # by web/build.py, of everything
WEB = ROOT.parents[1] / "web"  # of which build.mjs makes lists in `made`
TEXTS = {".py", ".toml", ".sql", ".ini", ".mako", ".json", ".html", ".ts", ".tsx", ".css"}
TEXTS |= {".mjs", ".webmanifest", ".svg"}


def code_without_docstrings(text):
    """What is run, and its comments. A docstring may have an example."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            lines[node.lineno - 1 : node.end_lineno] = [""] * (node.end_lineno - node.lineno + 1)
    return "\n".join(lines)


def letters(name):
    return re.sub("[-_ ]", "", name.lower())


def test_no_game_is_named_outside_its_folder():
    """What there is to know of a game is in its folder, and nothing else has a list of games."""
    for file in texts():
        text = file.read_text("utf-8")
        text = code_without_docstrings(text) if file.suffix == ".py" else text
        own = file.relative_to(GAMES).parts[0] if GAMES in file.parents else ""
        found = set(map(letters, NAMED.findall(text))) - {letters(own)}
        assert not found, f"{file} names {found}"


def texts():
    """Everything of ours but what is made, and unit tests, which play games."""
    files = sorted(f for top in (ROOT, WEB) for f in top.rglob("*") if f.suffix in TEXTS)
    assert any(WEB in file.parents for file in files)
    made = (MADE, WEB / "made")
    return [f for f in files if ".test." not in f.name and not any(m in f.parents for m in made)]
