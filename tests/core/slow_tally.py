"""The tally of rows once more: plain Python, one figure after the other, straight from the definitions."""

from collections import Counter
from typing import Any

from balancer.core.leader_metrics import FRACTION
from balancer.core.result_row import CREDIT
from balancer.core.table import UNDEFINED


def whole(row: Any, name: str) -> list[int]:
    return [int(value) for value in row[name]]


def whole_set(row: Any, seat: int) -> int:
    """Return all words of a seat's set of parts as one number."""
    words = [row["parts"][seat], *(row["more_parts"][seat] if "more_parts" in row.dtype.names else [])]
    return sum(int(word) << 64 * k for k, word in enumerate(words))


def tally(game: Any, players: int, lineup: list[str], parts: list[str], rows: Any) -> dict[str, Any]:
    seats = range(players)
    names = list(dict.fromkeys(lineup))
    found: dict[str, Any] = {
        "games": len(rows),
        "won": 0,
        "shared": 0,
        "endings": dict.fromkeys(game.endings_by_number[1:], 0),
        "credit_unit": CREDIT,
        "credit": [0] * players,
        "credit_products": [[0] * players for _ in seats],
        "losses": [0] * players,
        "personas": {
            name: {"games": [0] * players, "credit": [0] * players, "squares": [0] * players} for name in names
        },
        "lead": {
            "games": 0,
            "led": [0, 0, 0],
            "runaway": [0, 0, 0],
            "comebacks": 0,
            "arc": {name: [0] * 10 for name in ("leads", "stays", "last")},
        },
    }
    moments: dict[str, list[int]] = {}
    units: dict[str, int] = {}
    ratios: dict[str, list[tuple[int, int]]] = {}
    histograms: dict[str, Counter[int]] = {}

    def declare(kind: dict[str, Any], name: str, empty: Any, unit: int = 1) -> None:
        kind[name] = empty
        units[name] = unit

    for name in ("rounds", "turns", "decisions", "lead_changes"):
        declare(moments, name, [])
    for name in ("lead_changes_per_round", "drama", "decisiveness"):
        declare(moments, name, [], FRACTION)
    for name in ("margin", "winner_score", *(f"score.{seat + 1}" for seat in seats)):
        declare(moments, name, [], game.score_unit)
    for extra in game.extras:
        declare(moments, f"extras.{extra.name}", [], extra.unit)
    ratio_names = ["branching", "forced_share", *(f"node.{node.name}" for node in game.nodes)]
    ratio_names += [f"persona.{name}" for name in names] + [f"persona_score.{name}" for name in names]
    if game.sides in ("teams", "together"):
        ratio_names += [f"side.{side}" for side in range(10 if game.sides == "teams" else 1)]
    ratio_names += ["starter"] if game.starter == "declared" else []
    ratio_names += [*(f"part.{name}" for name in parts)]
    for name in ratio_names:
        ratios[name] = []
    for name in ("rounds", "turns", "decisions", "margin", "winner_score", "score"):
        histograms[name] = Counter()
        units[f"histogram of {name}"] = game.score_unit if name in ("margin", "winner_score", "score") else 1
    for node in game.nodes:
        histograms[f"node.{node.name}"] = Counter()
        units[f"histogram of node.{node.name}"] = 1
    for extra in game.extras:
        histograms[f"extras.{extra.name}"] = Counter()
        units[f"histogram of extras.{extra.name}"] = extra.unit

    for row in rows:
        winners = [seat for seat in seats if int(row["winners"]) >> seat & 1]
        side = whole(row, "side")[:players]
        winning = {side[seat] for seat in winners}
        share = CREDIT // len(winning) if winning else 0
        share = CREDIT if game.sides == "bank" else share
        credit = [share if seat in winners else 0 for seat in seats]
        score = whole(row, "score")[:players]
        entry = whole(row, "entry")
        ending = game.endings_by_number[row["ending"]]

        found["won"] += bool(winners)
        found["shared"] += len(winning) > 1
        found["endings"][ending] += 1
        for seat in seats:
            found["credit"][seat] += credit[seat]
            found["losses"][seat] += bool(winners) and seat not in winners
            for other in seats:
                found["credit_products"][seat][other] += credit[seat] * credit[other]
            persona = found["personas"][lineup[entry[seat]]]
            persona["games"][seat] += 1
            persona["credit"][seat] += credit[seat]
            persona["squares"][seat] += credit[seat] ** 2

        lead = row["lead"]
        if lead["defined"]:
            found["lead"]["games"] += 1
            found["lead"]["comebacks"] += int(lead["comeback"])
            for quarter in range(3):
                found["lead"]["led"][quarter] += int(lead["led"][quarter])
                found["lead"]["runaway"][quarter] += int(lead["leader_won"][quarter])
            for k, counts in enumerate(found["lead"]["arc"].values()):
                for point in range(10):
                    counts[point] += int(lead["arc"]) >> 10 * k + point & 1
            moments["lead_changes"].append(int(lead["changes"]))
            moments["lead_changes_per_round"].append(int(lead["changes_per_round"]))
            moments["drama"].append(int(lead["drama"]))
            moments["decisiveness"].append(int(lead["decisiveness"]))

        for name in ("rounds", "turns", "decisions"):
            moments[name].append(int(row[name]))
            histograms[name][int(row[name])] += 1
        for seat in seats:
            moments[f"score.{seat + 1}"].append(score[seat])
            histograms["score"][score[seat]] += 1
        if ending != "unfinished" and not game.one_loses and game.sides not in ("together", "bank"):
            of_sides = [[score[seat] for seat in seats if side[seat] == each] for each in set(side)]
            ranked = sorted((sum(each) // len(each) for each in of_sides), reverse=not game.lowest_wins)
            if len(ranked) > 1:
                moments["margin"].append(abs(ranked[0] - ranked[1]))
                histograms["margin"][abs(ranked[0] - ranked[1])] += 1
            if winners:
                moments["winner_score"].append(score[winners[0]])
                histograms["winner_score"][score[winners[0]]] += 1
        for k, extra in enumerate(game.extras):
            if row["extras"][k] != UNDEFINED:
                moments[f"extras.{extra.name}"].append(int(row["extras"][k]))
                histograms[f"extras.{extra.name}"][int(row["extras"][k])] += 1

        ratios["branching"].append((int(row["options"]), int(row["decisions"])))
        ratios["forced_share"].append((int(row["forced"]), int(row["forced"]) + int(row["decisions"])))
        for k, node in enumerate(game.nodes):
            ratios[f"node.{node.name}"].append((int(row["node_options"][k]), int(row["node_decisions"][k])))
            histograms[f"node.{node.name}"][int(row["node_decisions"][k])] += 1
        for name in names:
            mine = [seat for seat in seats if lineup[entry[seat]] == name]
            if mine:
                ratios[f"persona.{name}"].append((sum(credit[seat] for seat in mine), len(mine)))
                ratios[f"persona_score.{name}"].append((sum(score[seat] for seat in mine), len(mine)))
        for each in set(side):
            if f"side.{each}" in ratios:
                ratios[f"side.{each}"].append((credit[side.index(each)], 1))
        if "starter" in ratios:
            ratios["starter"].append((credit[int(row["starter"])], 1))
        for k, name in enumerate(parts):
            holding = [seat for seat in seats if whole_set(row, seat) >> k & 1]
            if holding:
                ratios[f"part.{name}"].append((sum(credit[seat] for seat in holding), len(holding)))

    found["moments"] = {
        name: {"unit": units[name], "n": len(seen), "sum": sum(seen), "squares": sum(v * v for v in seen)}
        for name, seen in moments.items()
    }
    found["ratios"] = {
        name: [
            sum(x for x, _ in pairs),
            sum(m for _, m in pairs),
            sum(x * x for x, _ in pairs),
            sum(x * m for x, m in pairs),
            sum(m * m for _, m in pairs),
        ]
        for name, pairs in ratios.items()
    }
    found["histograms"] = {
        name: {
            "unit": units[f"histogram of {name}"],
            "counts": {str(value): seen[value] for value in sorted(seen)},
        }
        for name, seen in histograms.items()
    }
    return found
