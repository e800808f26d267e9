"""The knobs of Drunken Shit Head (rulebook.md, § Rules), in rulebook order."""

from balancer.core.knobs import Choice, Flag, Number

KNOBS = (
    Number(name="down", default=3, low=1, high=5, meaning="Cards face down before each player.", section="Setup"),
    Number(name="up", default=3, low=1, high=5, meaning="Cards that each player lays face up.", section="Setup"),
    Number(
        name="hand", default=3, low=1, high=5, meaning="Cards in hand at the start, and drawn up to.", section="Setup"
    ),
    Choice(
        name="play_to",
        default="first",
        choices=("first", "last"),
        meaning="first: the first player out wins; last: play goes on until one player alone has cards, and loses.",
        section="End",
    ),
    Flag(
        name="must_play", default=True, meaning="Whoever can play must; false: may pick up the pile.", section="Turn 2"
    ),
    Flag(
        name="equal_allowed",
        default=True,
        meaning="A card of equal value may be played on a minor; false: only a higher one.",
        section="Pile",
    ),
    Flag(name="four_burns", default=True, meaning="Four of one minor rank burn the pile.", section="Pile"),
    Flag(name="ten_burns", default=True, meaning="A 10 burns the pile; false: it is a plain card.", section="Pile"),
    Flag(name="two_resets", default=True, meaning="A 2 resets the pile; false: it is a plain card.", section="Pile"),
    Flag(
        name="hanged_man_reverses",
        default=True,
        meaning="On the Hanged Man a card of lower value is played; false: he is a plain major.",
        section="Pile",
    ),
    Flag(name="devil_blocks_two", default=True, meaning="No 2 may be played on the Devil.", section="Pile"),
    Choice(
        name="fool",
        default="wild",
        choices=("wild", "none"),
        meaning="none: the Fool is not in the deck.",
        section="Parts",
    ),
    Flag(
        name="major_specials",
        default=False,
        meaning="Major 10 acts as a minor 10 and Major 2 as a minor 2.",
        section="Pile",
    ),
    Choice(
        name="majors_over_minors",
        default="by_number",
        choices=("by_number", "always"),
        meaning="Whether a major needs a value high enough for the minor it is played on.",
        section="Pile",
    ),
    Choice(
        name="majors",
        default="all",
        choices=("all", "specials_only"),
        meaning="specials_only: of the majors only the Fool, the Hanged Man and the Devil are in the deck.",
        section="Parts",
    ),
    Number(
        name="max_rounds",
        default=500,
        low=20,
        high=200_000,
        meaning="Rounds after which a game is cut off as unfinished.",
        section="End",
    ),
)

PLAY_TO_LAST = 1
