"""The subscription language: what is understood, what is refused and where, and how it is written back."""

import pytest

from bot.locale import words
from bot.query import And, Not, Or, Phrase, Query, QueryError, Tree, Years, all_words, in_words, parse
from bot.query.checks import MOST_WORDS
from bot.query.scan import LONGEST

say = words()


def _refused(text: str) -> QueryError:
    with pytest.raises(QueryError) as caught:
        parse(text)
    return caught.value


def _quoted(text: str) -> Phrase:
    return Phrase(text, quoted=True)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("diffusion policy", Phrase("diffusion policy")),
        ('"diffusion policy"', _quoted("diffusion policy")),
        ("“diffusion  policy”", _quoted("diffusion policy")),
        ("'diffusion policy' ‘survey’", And((_quoted("diffusion policy"), _quoted("survey")))),
        ("Newton's method of the '90s", Phrase("Newton's method of the '90s")),
        ("author:‘Sergey Levine’", Phrase("Sergey Levine", "author", quoted=True)),
        ("「联邦学习」", _quoted("联邦学习")),
        ("multi-agent", Phrase("multi-agent")),
        ("aa bb AND cc", And((Phrase("aa bb"), Phrase("cc")))),
        (
            "aa AND bb OR cc AND dd",
            Or((And((Phrase("aa"), Phrase("bb"))), And((Phrase("cc"), Phrase("dd"))))),
        ),
        ("aa AND (bb OR cc)", And((Phrase("aa"), Or((Phrase("bb"), Phrase("cc")))))),
        ("NOT aa AND bb", And((Not(Phrase("aa")), Phrase("bb")))),
        ("aa NOT bb cc", And((Phrase("aa"), Not(Phrase("bb cc"))))),
        ("aa -bb", And((Phrase("aa"), Not(Phrase("bb"))))),
        ("aa –bb", And((Phrase("aa"), Not(Phrase("bb"))))),
        ("privacy -federated learning", And((Phrase("privacy"), Not(Phrase("federated learning"))))),
        ('aa -"bb cc"', And((Phrase("aa"), Not(_quoted("bb cc"))))),
        ("aa -(bb OR cc)", And((Phrase("aa"), Not(Or((Phrase("bb"), Phrase("cc"))))))),
        ("aa NOT NOT bb", And((Phrase("aa"), Phrase("bb")))),
        (
            "aa 与 bb 或 cc 非 dd",
            Or((And((Phrase("aa"), Phrase("bb"))), And((Phrase("cc"), Not(Phrase("dd")))))),
        ),
        ("aa与bb", Phrase("aa与bb")),
        ("search and rescue", Phrase("search and rescue")),
        ("aa, bb; cc\ndd", Or((Phrase("aa"), Phrase("bb"), Phrase("cc"), Phrase("dd")))),
        ("aa，bb、cc；dd", Or((Phrase("aa"), Phrase("bb"), Phrase("cc"), Phrase("dd")))),
        ("\naa,\nbb\n\nOR cc\n", Or((Phrase("aa"), Phrase("bb"), Phrase("cc")))),
        ("(\naa\n)", Phrase("aa")),
        ('"aa" "bb"', And((_quoted("aa"), _quoted("bb")))),
        ('aa "bb" cc', And((Phrase("aa"), _quoted("bb"), Phrase("cc")))),
        ("(aa) bb", And((Phrase("aa"), Phrase("bb")))),
        ("（aa）ＡＮＤ ＂bb＂", And((Phrase("aa"), _quoted("bb")))),
        ("quantiz*", Phrase("quantiz", prefix=True)),
        ("model quantiz＊", Phrase("model quantiz", prefix=True)),
        ('"A*"', _quoted("A*")),
        ('"AND"', _quoted("AND")),
        ("C++", Phrase("C++")),
        ("ε", Phrase("ε")),
        ("猫", Phrase("猫")),
        ("author:levine", Phrase("levine", "author")),
        ("Author：levine", Phrase("levine", "author")),
        ("author: levine robots", And((Phrase("levine", "author"), Phrase("robots")))),
        ("robots author:levine", And((Phrase("robots"), Phrase("levine", "author")))),
        ('title:"aa bb" cc', And((Phrase("aa bb", "title", quoted=True), Phrase("cc")))),
        ("abstract:quantiz*", Phrase("quantiz", "abstract", prefix=True)),
        ("venue:icml", Phrase("icml", "venue")),
        ("category:cs.LG", Phrase("cs.LG", "category")),
        ("source:arxiv", Phrase("arxiv", "source")),
        ("aa -author:levine", And((Phrase("aa"), Not(Phrase("levine", "author"))))),
        ("year:2026", Years(2026, 2026)),
        ("year:２０２６", Years(2026, 2026)),
        ("year:2024..2026", Years(2024, 2026)),
        ("year:2024…2026", Years(2024, 2026)),
        ("year:2024..", Years(2024, None)),
        ("year:..2026", Years(None, 2026)),
        ("MetaGPT: Meta Programming", Phrase("MetaGPT: Meta Programming")),
        ("扩散模型：综述", Phrase("扩散模型：综述")),
        ("at 3:1 odds", Phrase("at 3:1 odds")),
    ],
)
def test_what_is_written_is_understood(text: str, tree: Tree) -> None:
    query = parse(text)
    assert query == Query(tree, text)
    assert query.text == text
    assert parse(str(query)) == query


@pytest.mark.parametrize(
    "text",
    [
        "llm -LLM",
        "AnyEdit -AnyEdit++",
        "quantiz* -quantization",
        "aa -title:aa",
        "author:aa -aa",
        "diffusion policy -policy",
        "year:2024.. -year:2025",
        "(aa OR bb) -aa",
        "(aa OR -bb) cc",
        "aa -(bb -cc)",
    ],
)
def test_a_rule_that_some_paper_can_match_is_kept(text: str) -> None:
    assert parse(text).text == text


@pytest.mark.parametrize(
    ("text", "key", "at"),
    [
        ("", "query-empty", 1),
        (" \n ", "query-empty", 1),
        ("e", "query-one-letter", 1),
        ('aa OR "C"', "query-one-letter", 7),
        ("author:e", "query-one-letter", 1),
        ("-survey", "query-only-negative", 1),
        ("NOT (aa OR bb)", "query-only-negative", 1),
        ("aa OR -bb", "query-side-negative", 7),
        ("NOT (aa AND bb)", "query-only-negative", 1),
        ("aa AND -aa", "query-never", 8),
        ("multi-agent -multiagents", "query-never", 13),
        ("LLM -llm", "query-never", 5),
        ("AnyEdit++ -AnyEdit", "query-never", 11),
        ("quantization -quantiz*", "query-never", 14),
        ("model quantizat* NOT model quantiz*", "query-never", 18),
        ("title:aa -aa", "query-never", 10),
        ("aa -(aa OR bb)", "query-never", 6),
        ("bb OR (aa -aa)", "query-never", 11),
        ("aa (bb OR cc) -aa", "query-never", 15),
        ("year:2026..2024", "query-year-order", 1),
        ("year:2024 year:2025..", "query-never", 11),
        ("aa year:2024 -year:2020..", "query-never", 14),
        ("year:26", "query-year", 1),
        ("aa year:..", "query-year", 4),
        ("year:0000", "query-year", 1),
        ("year:2024-2026", "query-year", 1),
        ('aa "bb', "query-quote-open", 4),
        ("aa “bb", "query-quote-open", 4),
        ('aa ""', "query-quote-empty", 4),
        ("aa (bb", "query-bracket-open", 4),
        ("aa) bb", "query-bracket-close", 3),
        ("aa ()", "query-bracket-empty", 4),
        ("aa OR", "query-dangling", 4),
        ("aa AND OR bb", "query-dangling", 4),
        ("aa,", "query-dangling", 3),
        ("aa NOT", "query-dangling", 4),
        ("(aa OR) bb", "query-dangling", 5),
        ("OR aa", "query-dangling-left", 1),
        ("联邦学习 或", "query-dangling", 6),
        ("aa - bb", "query-dash-alone", 4),
        ("aa --bb", "query-dash-twice", 4),
        ('"multi"-agent', "query-dash-joined", 8),
        ("*", "query-star-alone", 1),
        ("A*", "query-star-short", 2),
        ("quant* model", "query-star-inside", 6),
        ("qu*ant", "query-star-inside", 3),
        ('"quant"*', "query-star-quoted", 8),
        ("aa | bb", "query-foreign", 4),
        ("aa && bb", "query-foreign", 4),
        ("+aa", "query-plus", 1),
        ("aa !bb", "query-bang", 4),
        ("foo:bar", "query-field", 1),
        ("aa foo:bar", "query-field", 4),
        ("https://example.org", "query-link", 1),
        ("auther:levine", "query-field-near", 1),
        ("auther: levine", "query-field-near", 1),
        ("作者：李", "query-field-near", 1),
        ("author:", "query-field-empty", 1),
        ("author: AND bb", "query-field-empty", 1),
        ("author:(aa OR bb)", "query-field-bracket", 8),
        ("author:-aa", "query-field-dash", 8),
        ('"…"', "query-no-words", 1),
        ("aa, !!!", "query-no-words", 5),
        ("(aa+)+$", "query-no-words", 6),
        ("aa\nbb (", "query-bracket-open", 7),
        ("a" * (LONGEST + 1), "query-long", LONGEST + 1),
        ("aa " * (MOST_WORDS + 1), "query-phrase-long", 1),
        ("(" * 40 + "aa" + ")" * 40, "query-deep", 31),
        # Patterns that once kept regular expressions busy for seconds.
        ("(a+)+$", "query-one-letter", 2),
        ("(a|a)+b", "query-foreign", 3),
        (".*.*.*.*x$", "query-star-inside", 2),
    ],
)
def test_what_cannot_be_kept_is_refused_at_its_spot(text: str, key: str, at: int) -> None:
    error = _refused(text)
    assert (error.key, error.at) == (key, at)
    assert error.say(say)


def test_an_error_shows_the_line_a_caret_and_the_cure() -> None:
    assert _refused("diffusion policy\nauther:levine").say(say).split("\n") == [
        (
            "There is no field “auther:”; perhaps you mean “author:”. "
            "Put the text in quotation marks if the colon is part of it."
        ),
        "auther:levine",
        "^",
    ]


def test_the_caret_stands_under_wide_letters() -> None:
    assert _refused("联邦 或").say(say).split("\n")[1:] == ["联邦 或", "\u3000\u3000 ^"]


def test_a_long_line_is_cut_around_the_spot() -> None:
    line, caret = _refused("word " * 50 + "| more " * 30).say(say).split("\n")[1:]
    assert len(line) < 90
    assert line[caret.index("^")] == "|"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("diffusion policy", "papers that contain “diffusion policy”"),
        ('"diffusion policy" -survey', "papers that contain “diffusion policy”, but not “survey”"),
        ("aa AND bb, cc", "papers that contain (“aa” and “bb”) or “cc”"),
        ("aa (bb OR cc) -dd -ee", "papers that contain “aa” and (“bb” or “cc”), but not “dd” or “ee”"),
        ("aa OR bb NOT cc", "papers that contain “aa”, or (contain “bb”, but not “cc”)"),
        ("quantiz*", "papers that contain “quantiz…” (any ending)"),
        (
            "author:levine year:2024.. -survey",
            "papers that are by “levine”, and are from 2024 or later, and do not contain “survey”",
        ),
        (
            'title:"aa bb" OR cc -venue:icml',
            "papers that have “aa bb” in the title, or (contain “cc”, and did not appear at “icml”)",
        ),
        (
            "aa -(author:bb OR year:..2020)",
            "papers that contain “aa”, and are not such that they (are by “bb”, or are from 2020 or earlier)",
        ),
        (
            "search and rescue",
            (
                "papers that contain “search and rescue”. “and” is taken as part of the phrase; in capitals, AND, "
                "it would join two terms"
            ),
        ),
        ('"search and rescue"', "papers that contain “search and rescue”"),
        (
            "隐私与安全",
            "papers that contain “隐私与安全”. “与” is taken as part of the text; with a space on each side it would be an operator",
        ),
    ],
)
def test_a_rule_is_read_back_in_words(text: str, read: str) -> None:
    assert in_words(parse(text), say) == read


def test_notes_stand_behind_the_rule_one_after_another() -> None:
    read = in_words(parse("ab and not cd"), say)
    assert read.startswith("papers that contain “ab and not cd”. “and” is ")
    assert ". “not” is " in read
    assert ".." not in read


def test_a_rule_of_any_length_is_read_back() -> None:
    assert len(in_words(parse(", ".join(["term"] * 300)), say)) > 1_000


@pytest.mark.parametrize(
    ("text", "wider"),
    [
        ("diffusion policy", "diffusion AND policy"),
        ("model quantiz*", "model AND quantiz*"),
        ("densest k subgraph -image editing", "densest AND k subgraph AND NOT image editing"),
        ("MetaGPT: Meta programming", "MetaGPT AND Meta AND programming"),
        ("aa bb, author:levine cc dd", "aa AND bb OR author:levine AND cc AND dd"),
        ('"diffusion policy"', None),
        ("survey", None),
        ("multi-agent", None),
    ],
)
def test_a_run_of_words_can_be_taken_apart(text: str, wider: str | None) -> None:
    loose = all_words(parse(text))
    assert (str(loose) if loose else None) == wider
