"""The knobs of Oktoberfest (rulebook.md, § Rules), in rulebook order."""

from balancer.core.knobs import Choice, Flag, Number, Table

KNOBS = (
    Number(
        name="win_threshold",
        default=22,
        low=8,
        high=60,
        specials=((0, "off"),),
        meaning="Value of the cards in hand that wins at once, at the start of the own turn.",
        section="Turn 1",
    ),
    Number(
        name="contest_from_round",
        default=4,
        low=1,
        high=99,
        meaning="The first round in which a contest may be called.",
        section="Turn 3",
    ),
    Number(
        name="removed",
        default="auto",
        low=0,
        high=30,
        words=(("auto", "9, with 7 players 6, or the next number that gives all the same number of turns"),),
        meaning="Cards taken out unseen before the game.",
        section="Setup",
    ),
    Number(name="piles", default=3, low=1, high=6, meaning="Draw piles (tents).", section="Setup"),
    Choice(
        name="ties_to",
        default="defender",
        choices=("defender", "challenger"),
        meaning="Who wins a contest of two who are equally tipsy.",
        section="Turn 3c",
    ),
    Number(
        name="tipsiest_loses",
        default=1,
        low=0,
        high=3,
        meaning="Random hand cards that the tipsiest player loses at the end.",
        section="End",
    ),
    Choice(
        name="tipsiest_ties",
        default="all",
        choices=("all", "none"),
        meaning="Who of several equally tipsiest players loses cards.",
        section="End",
    ),
    Number(
        name="banked_tipsiness",
        default="card",
        low=0,
        high=6,
        words=(("card", "as the component table says"),),
        meaning="What a banked scoring or wild card adds to tipsiness; rest cards keep their own figure.",
        section="Turn 3b",
    ),
    Flag(
        name="instant_counts_banked",
        default=False,
        meaning="Banked cards count toward win_threshold.",
        section="Turn 1",
    ),
    Flag(name="bank_rest", default=True, meaning="A rest card may be banked.", section="Turn 3a"),
    Flag(name="rescue_banked", default=True, meaning="A loser may discard a banked card.", section="Turn 3d"),
    Flag(
        name="wild_contest_any",
        default=True,
        meaning="Whoever loses a contest in wild may discard any card in hand; false: a wild one if possible.",
        section="Turn 3d",
    ),
    Table(name="parts", default="oktoberfest.csv", meaning="The table of activity cards.", section="Parts"),
    Number(
        name="max_rounds",
        default=200,
        low=1,
        high=10_000,
        meaning="Rounds after which a game is cut off as unfinished.",
        section="End",
    ),
)

AS_PRINTED = -1  # `banked_tipsiness`: the table's column
TIES_TO_CHALLENGER = 1
TIED_TIPSIEST_ALL = 0
