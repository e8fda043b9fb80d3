"""How venues write themselves."""

import pytest

from bot.sources.venues import is_preprint, short_name, venue_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("icml", "ICML"),
        ("ICML", "ICML"),
        ("neurips", "NeurIPS"),
        ("NEURIPS", "NeurIPS"),
        ("siggraphasia", "SIGGRAPH Asia"),
        ("arXiv", "arXiv"),
        ("Nature", "Nature"),
        ("Machine Learning", "Machine Learning"),
        ("3dv", "3DV"),
    ],
)
def test_a_venue_is_written_as_people_write_it(text: str, name: str) -> None:
    assert venue_name(text) == name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Proceedings of the 37th International Conference on Machine Learning", "ICML"),
        ("International Conference on Machine Learning, PMLR 119", "ICML"),
        ("Asian Conference on Machine Learning", "ACML"),
        ("International Conference on Machine Learning and Applications", ""),
        ("Advances in Neural Information Processing Systems 30", "NeurIPS"),
        ("2016 IEEE Conference on Computer Vision and Pattern Recognition (CVPR)", "CVPR"),
        ("IEEE/CVF Conference on Computer Vision and Pattern Recognition Workshops", ""),
        ("Workshop on Turnips at the International Conference on Machine Learning", ""),
        ("2021 Conference on Growing Turnips (CoGT '21)", "COGT"),
        ("Annual Meeting of the Association for Computational Linguistics (Volume 1: Long Papers)", "ACL"),
        ("North American Chapter of the Association for Computational Linguistics: Human Words", "NAACL"),
        ("Turnip Letters", ""),
        ("ICML", ""),
    ],
)
def test_a_long_name_has_the_short_one_that_people_say(text: str, name: str) -> None:
    assert short_name(text) == name


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("arXiv preprint arXiv:1706.03762", True),
        ("arXiv", True),
        ("CoRR", True),
        ("bioRxiv", True),
        ("Nature", False),
        ("CoRL", False),
    ],
)
def test_a_server_of_preprints_is_no_venue(text: str, is_one: bool) -> None:
    assert is_preprint(text) is is_one
