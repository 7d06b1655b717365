"""Pages of the site that are not in this folder, and links that lead to them.

MkDocs calls the functions whose names begin with `on_`. A page keeps its place in the repository: `docs/` is the
root of the site, everything else lies under its own path, and the rulebooks of the games, which are discovered,
lie under `rules/`.
"""

import posixpath
import re
from collections.abc import Iterator
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from sunroom.rules.rulebook import ID

ROOT = Path(__file__).parent.parent
OUTSIDE = (
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "LICENSE",
    "bench/*.md",
    "bench/*.svg",
    "deploy/*",
)
RULEBOOKS = "src/sunroom/games/[!_]*/rulebook*.md"
LISTS = {
    "rules": ("Rules", "The rules of every game in our own words, each statement with its id."),
    "reference": (
        "What every number means",
        "Codes of actions and numbers of observations, made from the games.",
    ),
    "decisions": ("Decisions", "What was decided, why, and what was measured."),
    "bench": ("Measurements", "Written by the programs in `bench/`."),
}

ALSO = {"README.md": "start.md", "docs": "README.md", "src/sunroom/games": "rules/index.md"}

LOST = "<h1>404 - Not found</h1>"
FOUND = """<h1>This page is not here</h1>
<p>It may have been renamed. <a href="/index.html">The first page</a> leads to all others, and the search above
looks into every one of them. <a href="/rules/index.html">The rules</a> and <a href="/start.html">how to start</a>
are what most people look for.</p>"""

LINK = re.compile(r"(?<=\]\()([^)\s#:]+)(#[^)\s]*)?(?=\))")
SHORT = re.compile(r"<code>(?=[^<\s]{1,32}</code>)")  # as wide as a phone shows beside something
FENCED = re.compile(r"(^```.*?^```$)", re.MULTILINE | re.DOTALL)
PARAGRAPH = re.compile(rf"^- \*\*({ID})\*\*", re.MULTILINE)
MENTION = re.compile(rf"(`[^`]*`)|(?<![\w\[#*-])({ID})(?![\w\]*])")
STARTS = re.compile(r"(?:- |\d+\. |\|)")  # a list or a table
GOES_ON = re.compile(r"\s|#|[-*] |\d+\. |\|")  # or is in one already, or begins after a heading

places: dict[str, str] = {}  # path in the repository: path on the site
origins: dict[str, str] = {}  # and back


def on_files(files: Files, config: MkDocsConfig) -> Files:
    places.clear()
    places.update((f"docs/{file.src_uri}", file.src_uri) for file in files)
    for here, there, text in chain(outside(), rulebooks(), examples()):
        bring(files, config, here, there, text)
    for folder in LISTS:
        home = f"docs/{folder}" if (ROOT / "docs" / folder).is_dir() else folder
        bring(files, config, home, f"{folder}/index.md", list_of(folder, files))
    origins.clear()
    origins.update((there, here) for here, there in places.items())
    places.update(ALSO)
    config.nav = [unfolded(entry, files) for entry in config.nav or []]
    return files


def outside() -> Iterator[tuple[str, str, str]]:
    for path in sorted(path for pattern in OUTSIDE for path in ROOT.glob(pattern)):
        here = path.relative_to(ROOT).as_posix()
        yield here, here, path.read_text("utf-8")


def rulebooks() -> Iterator[tuple[str, str, str]]:
    for path in sorted(ROOT.glob(RULEBOOKS), key=lambda path: (path.parent, len(path.name))):
        name = path.parent.name.replace("_", "-") + path.name.removeprefix("rulebook")
        text = with_anchors(path.read_text("utf-8"))
        yield path.relative_to(ROOT).as_posix(), f"rules/{name}", text


def examples() -> Iterator[tuple[str, str, str]]:
    for path in sorted(ROOT.glob("docs/examples/*.py")):
        text = f"# {path.name}\n\n```python\n{path.read_text('utf-8')}```\n"
        yield f"docs/examples/{path.name}", f"examples/{path.stem}.md", text


def list_of(folder: str, files: Files) -> str:
    title, about = LISTS[folder]
    names = ((title_of(page), posixpath.basename(page.src_uri)) for page in pages_in(files, folder))
    return "\n".join([f"# {title}\n\n{about}\n", *(f"- [{name}]({file})" for name, file in names)])


def bring(files: Files, config: MkDocsConfig, here: str, there: str, text: str) -> None:
    places[here] = there
    files.append(File.generated(config, there, content=text))


def with_anchors(rulebook: str) -> str:
    """Every paragraph can be linked to by its id, and a paragraph that names another one leads there."""
    linked = MENTION.sub(lambda found: found[1] or f"[{found[2]}](#{found[2]})", rulebook)
    return PARAGRAPH.sub(r"- [**\1**](#\1){ #\1 }", linked)


def pages_in(files: Files, folder: str) -> list[File]:
    """Its pages in order, the list of them first."""
    pages = [
        file for file in files.documentation_pages() if posixpath.dirname(file.src_uri) == folder
    ]
    return sorted(pages, key=lambda page: page.name != "index")


def title_of(page: File) -> str:
    title = page.content_string.partition("\n")[0].removeprefix("# ")
    return f"{title} (deutsch)" if page.src_uri.endswith(".de.md") else title


def unfolded(entry: Any, files: Files) -> Any:
    """An entry of the navigation, with folders replaced by their pages."""
    if isinstance(entry, list):
        return [unfolded(one, files) for one in entry]
    if isinstance(entry, dict):
        return {title: unfolded(value, files) for title, value in entry.items()}
    if not entry.endswith("/"):
        return entry
    return [{title_of(page): page.src_uri} for page in pages_in(files, entry.rstrip("/"))]


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    here = page.file.src_uri
    parts = FENCED.split(markdown)
    parts[::2] = [apart(LINK.sub(lambda link: led(link, here), text)) for text in parts[::2]]
    return "".join(parts)


def led(link: re.Match[str], here: str) -> str:
    """Where a link of the repository leads on the site; one that leads nowhere stays, and strict mode tells."""
    if here.endswith("/index.md"):
        return link[0]
    target = posixpath.normpath(posixpath.join(posixpath.dirname(origins[here]), link[1]))
    if target not in places:
        return link[0]
    return posixpath.relpath(places[target], posixpath.dirname(here) or ".") + (link[2] or "")


def apart(text: str) -> str:
    """Lists and tables that follow a line of text directly: GitHub sees them, Python-Markdown wants a blank line."""
    lines = text.split("\n")
    return "\n".join(
        f"\n{line}" if STARTS.match(line) and before and not GOES_ON.match(before) else line
        for before, line in pairwise(["", *lines])
    )


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Short words of code stay whole. The site is English; a page of German rules says that it is German."""
    html = SHORT.sub('<code class="whole">', html)
    return f'<div lang="de">\n{html}</div>' if page.file.src_uri.endswith(".de.md") else html


def on_post_template(output_content: str, template_name: str, config: MkDocsConfig) -> str:
    """Where nothing is, the theme only says so; the way on is ours."""
    if template_name != "404.html":
        return output_content
    assert LOST in output_content, "the theme has another page for what is not there"
    return output_content.replace(LOST, FOUND)


def on_post_build(config: MkDocsConfig) -> None:
    """The theme would fetch what an old browser lacks from elsewhere; this site asks nobody else for anything."""
    for script in Path(config.site_dir).glob("assets/javascripts/*.js"):
        text = script.read_text("utf-8")
        script.write_text(text.replace("https://unpkg.com/", "/not-fetched/"), "utf-8")
