import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.sources.authors import split
from tests.costs import is_linear


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Ada Gardener; Ben Spade", ("Ada Gardener", "Ben Spade")),
        ("Ada Gardener;Ben Spade", ("Ada Gardener", "Ben Spade")),
        ("Ada Gardener, Ben Spade", ("Ada Gardener", "Ben Spade")),
        ("Ada Gardener, Ben Spade, Cy Hoe", ("Ada Gardener", "Ben Spade", "Cy Hoe")),
        ("Ada Gardener; Ben Spade;Cy Hoe;; ", ("Ada Gardener", "Ben Spade", "Cy Hoe")),
        ("Ada Gardener,, Ben Spade,", ("Ada Gardener", "Ben Spade")),
        ("Ada Gardener and Ben Spade", ("Ada Gardener", "Ben Spade")),
        ("Ada Gardener, Ben Spade, and Cy Hoe", ("Ada Gardener", "Ben Spade", "Cy Hoe")),
        ("A. Gardener; B. Spade and C. Hoe", ("A. Gardener", "B. Spade", "C. Hoe")),
        ("Ada Gardener", ("Ada Gardener",)),
        ("Plato", ("Plato",)),
        ("", ()),
        (" ; , ", ()),
        ("Ada Gardener; )*; 7; --", ("Ada Gardener",)),
    ],
)
def test_three_separators_are_told_apart(field: str, names: tuple[str, ...]) -> None:
    assert split(field) == names


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Spade, Ben", ("Spade, Ben",)),
        ("Garden Shed, B. C.", ("Garden Shed, B. C.",)),
        ("Spade, B.;Ada Gardener", ("Spade, B.", "Ada Gardener")),
        ("Spade, Ben; Gardener, Ada", ("Spade, Ben", "Gardener, Ada")),
        ("Spade, Ben and Gardener, Ada", ("Spade, Ben", "Gardener, Ada")),
        ("Spade, Ben, Gardener, Ada", ("Spade, Ben", "Gardener, Ada")),
    ],
)
def test_a_comma_within_a_name_separates_nobody(field: str, names: tuple[str, ...]) -> None:
    assert split(field) == names


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Ada Gardener;Ben Spade;Ada Gardener;Ben Spade", ("Ada Gardener", "Ben Spade")),
        ("Ada Gardener, Ada Gardener", ("Ada Gardener",)),
        ("Ömer Spaten1;Ben Spade;Ömer Spaten1;Ben Spade", ("Ömer Spaten", "Ben Spade")),
    ],
)
def test_a_list_that_stands_twice_is_kept_once(field: str, names: tuple[str, ...]) -> None:
    assert split(field) == names


@pytest.mark.parametrize(
    ("piece", "name"),
    [
        ("Ömer Spaten1", "Ömer Spaten"),
        ("1Ada Gardener", "Ada Gardener"),
        ("Ada Gardener 2", "Ada Gardener"),
        ("Ada Gardener1,2", "Ada Gardener"),
        ("Ada Gardener*", "Ada Gardener"),
        ("* Ada Gardener", "Ada Gardener"),
        ("Ada Gardener†‡", "Ada Gardener"),
        ("Ada Gardener(†)", "Ada Gardener"),
        ("Ada Gardener ()", "Ada Gardener"),
        ("Ada Gardener[2]", "Ada Gardener"),
        ("Ada Gardener¹", "Ada Gardener"),
        ("and Ada Gardener", "Ada Gardener"),
        ("\x06 Ada Gardener", "Ada Gardener"),
        ("Ada\xa0\xa0Gardener", "Ada Gardener"),
        ("Ada (Rose) Gardener", "Ada (Rose) Gardener"),
        ("Ada Gardener Jr.", "Ada Gardener Jr."),
        ("Andy Spade", "Andy Spade"),
    ],
)
def test_footnote_marks_go_and_names_stay(piece: str, name: str) -> None:
    assert split(f"{piece}; Ben Spade") == (name, "Ben Spade")


@pytest.mark.parametrize("name", ["ada gardener", "ADA GARDENER", "HuXiaowan", "江小豆", "de la O'Shed-Hoe"])
def test_letters_keep_their_case_and_script(name: str) -> None:
    assert split(name) == (name,)


def test_accents_are_composed_and_entities_decoded_once() -> None:
    assert split("Jose\u0301 Rastrillo; Bj&ouml;rn Spaten") == ("José Rastrillo", "Björn Spaten")


def test_letters_encoded_twice_are_repaired() -> None:
    assert split("JosÃ© Rastrillo; LluÃ\xads Pala") == ("José Rastrillo", "Lluís Pala")


@pytest.mark.parametrize(
    ("field", "names"),
    [
        ("Ada Gardener ada@shed.example; Ben Spade", ("Ada Gardener", "Ben Spade")),
        ("Ada Gardener <ada@shed.example>, Ben Spade", ("Ada Gardener", "Ben Spade")),
        ("ada@shed.example ada@shed.example", ()),
        ("Ada Gardener {ada; ben}@shed.example", ("Ada Gardener",)),
    ],
)
def test_addresses_are_never_kept(field: str, names: tuple[str, ...]) -> None:
    assert split(field) == names


@pytest.mark.parametrize(
    "field", ["School of Hoes and Spades", "Institute of Mud and Water Research", "Mud and Water"]
)
def test_and_within_an_institution_separates_nothing(field: str) -> None:
    assert split(f"Ada Gardener; {field}") == ("Ada Gardener", field)
    assert split(f"Ada Gardener, {field}, Ben Spade") == ("Ada Gardener", field, "Ben Spade")


@pytest.mark.parametrize("field", ["Ada Gardener; Jr.; Ben Spade", "Ada Gardener, Jr., Ben Spade"])
def test_a_suffix_belongs_to_the_name_before_it(field: str) -> None:
    assert split(field) == ("Ada Gardener Jr.", "Ben Spade")


def test_an_abstract_in_the_author_field_is_no_name() -> None:
    assert split("• We grow turnips with a transformer that waters them " * 3) == ()


@pytest.mark.parametrize("field", ["authors", "Anonymous", "Anonymous Authors", "et al."])
def test_nobody_is_not_a_name(field: str) -> None:
    assert split(field) == ()


@pytest.mark.parametrize("sign", ["*", "@", "{", "1", "a@", " and ", "(", "a.b", ", "])
def test_a_megabyte_of_one_sign_is_read_in_linear_time(sign: str) -> None:
    assert is_linear(lambda length: split(sign * (length // len(sign)) + "x"), 1_000_000)


@settings(max_examples=200)
@given(st.text(alphabet="aÉe\u0301 .;,*1@{}and-<", max_size=60))
def test_names_are_distinct_composed_and_without_addresses(field: str) -> None:
    names = split(field)
    assert len(set(names)) == len(names)
    for name in names:
        assert name == name.strip() == unicodedata.normalize("NFC", name) != ""
        assert ";" not in name
        assert "@" not in name
