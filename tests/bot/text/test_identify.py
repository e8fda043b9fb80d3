import pytest

from bot.models import Identifier
from bot.text.identify import identifiers_in, identify, link_of, looks_like_link

HASH = "3f5ee243547dee91fbd053c1c4a845aa"

SAME = {
    "arxiv:1706.03762": [
        *["1706.03762", "1706.03762v5", "arXiv:1706.03762v5", "arxiv: 1706.03762", "ArXiv 1706.03762"],
        *["arXiv:1706.03762 [cs.CL]", "[arXiv:1706.03762]", "“1706.03762”", "'1706.03762',", "(1706.03762)."],
        *[
            "https://arxiv.org/abs/1706.03762v2",
            "http://www.arxiv.org/pdf/1706.03762.pdf",
            "arxiv.org/abs/1706.03762",
        ],
        *[
            "https://arxiv.org/pdf/1706.03762v7",
            "https://arxiv.org/html/1706.03762v7#S3",
            "export.arxiv.org/abs/1706.03762",
        ],
        *["https://arxiv.org/abs/1706.03762?utm_source=chat", "https://ar5iv.org/abs/1706.03762"],
        *["https://ar5iv.labs.arxiv.org/html/1706.03762", "https://www.alphaxiv.org/abs/1706.03762v3"],
        *["https://huggingface.co/papers/1706.03762", "10.48550/arXiv.1706.03762"],
        *[
            "https://doi.org/10.48550/ARXIV.1706.03762",
            "<https://arxiv.org/abs/1706.03762|arxiv.org/abs/1706…>",
        ],
        *[
            "<https://arxiv.org/abs/1706.03762>",
            "[paper](https://arxiv.org/abs/1706.03762)",
            "HTTPS://ARXIV.ORG/ABS/1706.03762",
        ],
        *["https://arxiv.org/abs/1706%2E03762", "\u200bhttps://arxiv.org/abs/1706.03762\n"],
    ],
    "arxiv:0704.0001": ["0704.0001", "arXiv:0704.0001v2"],
    "arxiv:cs/0112017": [
        "cs/0112017",
        "cs.CL/0112017v1",
        "https://arxiv.org/abs/cs/0112017",
        "arXiv:CS/0112017",
    ],
    "arxiv:math/0309136": ["math.GT/0309136", "math/0309136v3", "https://arxiv.org/pdf/math/0309136.pdf"],
    "doi:10.1145/3292500.3330701": [
        *["10.1145/3292500.3330701", "doi:10.1145/3292500.3330701.", "DOI 10.1145/3292500.3330701"],
        *["https://doi.org/10.1145/3292500.3330701", "http://dx.doi.org/10.1145/3292500.3330701"],
        *["doi.org/10.1145/3292500.3330701", "https://dl.acm.org/doi/abs/10.1145/3292500.3330701"],
        *["https://dl.acm.org/doi/pdf/10.1145/3292500.3330701?download=true", "(10.1145/3292500.3330701)"],
    ],
    "doi:10.1016/0370-2693(93)90001-a": [
        *["10.1016/0370-2693(93)90001-A", "https://doi.org/10.1016/0370-2693(93)90001-A)."],
        "https://doi.org/10.1016%2F0370-2693%2893%2990001-a",
    ],
    "doi:10.1002/(sici)1097(1998)17:15<1661::aid-sim968>3.0.co;2-2": [
        "https://doi.org/10.1002/(SICI)1097(1998)17:15%3C1661::AID-SIM968%3E3.0.CO;2-2",
    ],
    "openreview:H1aIuk-RW": [
        *["https://openreview.net/forum?id=H1aIuk-RW", "https://openreview.net/pdf?id=H1aIuk-RW"],
        *["openreview.net/forum?id=H1aIuk-RW&noteId=xyz", "openreview:H1aIuk-RW"],
        "https://openreview.net/forum?a=b&id=H1aIuk-RW",
    ],
    "acl:P19-1001": [
        "P19-1001",
        "https://aclanthology.org/P19-1001/",
        "https://www.aclweb.org/anthology/P19-1001.pdf",
    ],
    "acl:2020.acl-main.1": ["2020.acl-main.1", "https://aclanthology.org/2020.acl-main.1.pdf"],
    "icml:2026/60582": [
        "https://icml.cc/virtual/2026/poster/60582",
        "https://icml.cc/virtual/2026/oral/60582/",
    ],
    "neurips:2023/71234": [
        "https://neurips.cc/virtual/2023/poster/71234",
        "nips.cc/virtual/2023/poster/71234",
    ],
    "iclr:2024/18001": ["https://iclr.cc/virtual/2024/poster/18001"],
    "pmlr:v80/turnip18a": [
        *[
            "https://proceedings.mlr.press/v80/turnip18a.html",
            "http://proceedings.mlr.press/v80/turnip18a/turnip18a.pdf",
        ],
    ],
    f"neurips:2017/{HASH}": [
        f"https://papers.nips.cc/paper/2017/hash/{HASH}-Abstract.html",
        f"https://proceedings.neurips.cc/paper/2017/file/{HASH}-Paper.pdf",
        f"https://papers.neurips.cc/paper_files/paper/2017/hash/{HASH}-Abstract.html",
    ],
    "neurips:7181-growing-turnips": ["https://papers.nips.cc/paper/7181-growing-turnips.pdf"],
    "cvf:content_cvpr_2018/Spade_Turnips_CVPR_2018_paper": [
        "http://openaccess.thecvf.com/content_cvpr_2018/html/Spade_Turnips_CVPR_2018_paper.html",
        "https://openaccess.thecvf.com/content_cvpr_2018/papers/Spade_Turnips_CVPR_2018_paper.pdf",
    ],
    "ieee:8968140": [
        *[
            "https://ieeexplore.ieee.org/document/8968140",
            "https://ieeexplore.ieee.org/abstract/document/8968140/",
        ],
        "https://ieeexplore.ieee.org/stamp/stamp.jsp?tp=&arnumber=8968140",
    ],
    f"link:semanticscholar.org/paper/{HASH}{HASH[:8]}": [
        f"https://www.semanticscholar.org/paper/Growing-Turnips-Spade/{HASH}{HASH[:8]}",
        f"https://www.semanticscholar.org/paper/{HASH}{HASH[:8]}?sort=relevance",
    ],
    "link:github.com/ada/turnip-net": [
        *[
            "https://github.com/Ada/Turnip-Net",
            "http://www.github.com/ada/turnip-net/",
            "github.com/ada/turnip-net",
        ],
        *[
            "https://github.com/ada/turnip-net.git",
            "https://github.com/ada/turnip-net#readme",
            "<https://github.com/Ada/Turnip-Net>.",
        ],
        "https://github.com/ada/turnip-net/tree/main",
    ],
    "link:example.org/Some/Path": [
        *[
            "https://example.org/Some/Path",
            "http://www.Example.org/Some/Path/",
            "https://example.org/Some/Path#top",
        ],
        *["https://example.org/Some/Path?utm_source=x&fbclid=y", "www.example.org/Some/Path"],
    ],
    "link:example.org/a?page=2": ["https://example.org/a?page=2&utm_medium=z"],
    "link:example.org": ["https://example.org/"],
}

NOTHING = [
    *[
        "",
        " ",
        "2024.1",
        "10.5",
        "3.14159",
        "1234.5678",
        "1234.5678 days",
        "1713.01234",
        "2512.1234",
        "9913001",
    ],
    *[
        "attention is all you need",
        "arXiv",
        "doi",
        "C4",
        "ICLR 2024",
        "A*",
        "10.1000",
        "and/or",
        "example.org",
    ],
    *[
        "https://",
        "http:///x",
        "javascript:alert(1)",
        "ftp://example.org/x",
        "https://user:word@example.org/",
    ],
    *[
        "https://exa mple.org/x",
        "https://example",
        "https://[::1]/x",
        "https://ex_ample.org/",
        "\ud800",
        "1706.03762 1412.6980",
    ],
    *["https://arxiv.org/abs/1706.03762 and more", "x" * 5_000, "https://example.org/" + "x" * 5_000],
]


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in SAME.items() for text in texts])
def test_every_form_of_an_identifier_has_one_canonical_form(name: str, text: str) -> None:
    assert str(identify(text)) == name


@pytest.mark.parametrize("text", NOTHING)
def test_what_is_no_identifier_is_none(text: str) -> None:
    assert identify(text) is None


@pytest.mark.parametrize("name", SAME)
def test_a_link_made_from_an_identifier_leads_back_to_it(name: str) -> None:
    scheme, _, value = name.partition(":")
    link = link_of(Identifier(scheme, value))
    assert link is not None
    assert link.startswith("https://")
    assert str(identify(link)) == name


@pytest.mark.parametrize(
    "identifier",
    [
        Identifier("arxiv", "not an id"),
        Identifier("arxiv", "1706.03762/../../evil"),
        Identifier("link", "evil.example/<x>|y"),
        Identifier("link", "user@example.org/x"),
        Identifier("openreview", "x&y=z"),
        Identifier("icml", "2026"),
        Identifier("unheard", "of"),
        Identifier("doi", "10.1000/\ud800"),
    ],
)
def test_no_link_is_made_from_a_value_that_does_not_hold_up(identifier: Identifier) -> None:
    assert link_of(identifier) is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Code is available at https://github.com/ada/turnip.", ["link:github.com/ada/turnip"]),
        (
            "(see https://example.org/z_(a), arXiv:1706.03762v2).",
            ["link:example.org/z_(a)", "arxiv:1706.03762"],
        ),
        (
            r"at \url{https://github.com/ada/a\_b}, twice: https://github.com/ada/a_b",
            ["link:github.com/ada/a_b"],
        ),
        ("**https://example.org/x**, doi:10.1000/Abc.", ["link:example.org/x", "doi:10.1000/abc"]),
        ("have you read 1706.03762?", ["arxiv:1706.03762"]),
        ("见https://arxiv.org/abs/1706.03762。谢谢", ["arxiv:1706.03762"]),
        (
            "<https://arxiv.org/abs/1706.03762|the paper> or arxiv.org/abs/1412.6980",
            ["arxiv:1706.03762", "arxiv:1412.6980"],
        ),
        (
            "[site](https://example.org/a) and <https://example.org/b>",
            ["link:example.org/a", "link:example.org/b"],
        ),
        ("an error of 0.12345 in 1234.5678 days, $1905.10123, 2.1905.10123, 1905.10123%", []),
        ("hep-th/9901001 and 2020.acl-main.1", ["arxiv:hep-th/9901001", "acl:2020.acl-main.1"]),
        ("no links here; P19-1001 is a part number, and 10.5 a number", []),
    ],
)
def test_identifiers_are_found_within_a_text_in_order_and_once(text: str, names: list[str]) -> None:
    assert [str(found) for found in identifiers_in(text)] == names


@pytest.mark.parametrize(
    ("text", "is_link"),
    [
        *[
            (text, True)
            for text in (
                "https://example.org/x",
                "<http://example.org|x>",
                "www.example.org",
                "example.org/x",
            )
        ],
        *[(text, True) for text in ("https://localhost:80/x", "arxiv.org/abs/1706.03762.")],
        *[(text, False) for text in ("1706.03762", "and/or", "a link: https://example.org", "", "3.5/4")],
    ],
)
def test_an_address_is_told_from_other_text(text: str, is_link: bool) -> None:
    assert looks_like_link(text) is is_link
