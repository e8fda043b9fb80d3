"""Papers that are like another, by the rare words that they share."""

from pathlib import Path

from tests.indexed import indexed, titled


def test_similar_papers_share_rare_words_and_exclude_the_paper(tmp_path: Path) -> None:
    beans = [
        titled(1, "Climbing Beans on Trellises", "Beans climb trellises in spring."),
        titled(2, "Trellises for Climbing Peas", "Peas climb trellises in spring, as beans do."),
        titled(3, "Watering Cans", "Cans hold water."),
        titled(4, "Ponds", "Ponds hold water, too."),
    ]
    index = indexed(tmp_path, beans)
    assert index.similar(beans[0])[0].seq == 2
    assert 1 not in [one.seq for one in index.similar(beans[0])]
    assert index.similar(titled(99, "Climbing Trellises", "In spring."))[0].seq in {1, 2}


def test_papers_that_share_a_chance_word_are_not_similar(tmp_path: Path) -> None:
    about = titled(
        1,
        "Personas for Scarecrows",
        "A persona tells a scarecrow how to speak. We prune personas, so that a scarecrow with a persona fits in "
        "a shed, and play them against crows, pigeons and starlings at dawn, noon and dusk.",
    )
    near = titled(2, "Scarecrows That Speak", "A scarecrow speaks as its persona would, at dusk and dawn.")
    odd = [
        titled(
            3, "Guilds of Millers", "Millers play cards at noon, and count flour, sacks and carts by weight."
        ),
        titled(
            4, "Pruning Roses", "Roses want light, water, bone meal, and a wall that faces south or west."
        ),
        titled(5, "Sheds", "Sheds of wood and of stone, with roofs of slate, thatch, turf, reed and tin."),
    ]
    index = indexed(tmp_path, [about, near, *odd])
    assert [one.seq for one in index.similar(about)] == [2]


def test_a_paper_that_is_like_no_other_has_no_similar_ones(tmp_path: Path) -> None:
    alone = titled(
        1,
        "Tides",
        "Moon, sun, shore, ebb, flood, buoy, gauge, harbour, lagoon, estuary, shoal, reef and a spade.",
    )
    others = [titled(seq, f"Spades {seq}", "A spade digs, lifts, turns and rests.") for seq in range(2, 9)]
    others.append(titled(9, "Harbours", "Boats rest in ports, by a quay, a crane, a pier, a slip and nets."))
    index = indexed(tmp_path, [alone, *others])
    assert [one.seq for one in index.similar(alone) if one.seq < 9] == []
