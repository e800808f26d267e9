"""Refuses to replace a page by one that shows less."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from balancer.questions.study import Request, Study
    from balancer.simulation.store import Store


def protect_page(store: Store, study: Study[Any]) -> None:
    """Refuse to replace a page by one that shows less; nothing has been played yet.

    A page that answers another question is replaced: one of other rules, unless it is options that make them others.
    click.UsageError: fewer games than the page shows, or fewer cells, where they have one in common.
    """
    cells, requests = {one["key"]: one for one in store.page["cells"]}, study.requests
    by_options = _of_rules(store.page["options"]) != _of_rules(study.scenario.options)
    instead = next(iter(cells.values()), None) if by_options else None
    pairs = [(request, one) for key, request in requests.items() if (one := cells.get(key, instead))]
    less = next((words for request, one in pairs if (words := _less(request, one))), "")
    if not less and pairs:
        further = [part.name for part in study.further]
        if len(cells) > len(requests) and study.shows:
            less = f"{len(cells)} {study.shows} where this command plays {len(requests)}"
        elif len(pairs) == len(requests) and store.page["retuned"] and "retuned" not in further:
            less = "what --retune found, where this command searches for nothing"
    if less:
        raise click.UsageError(
            f"{store.folder} holds a page with {less}; name another folder with -o, or --force replaces the page"
        )


def _less(request: Request, shown: Mapping[str, Any]) -> str:
    """Return what a page shows (a cell of its manifest) and a request is less than; '' if it is not."""
    known = shown["precision"]
    if known and request.precision and request.precision > known["wanted"]:
        return f"±{100 * known['wanted']:.6g}pp where this command plays to ±{100 * request.precision:.6g}pp"
    if shown["games"] and shown["games"] > request.games:
        return f"{shown['games']:_} games per cell where this command plays {request.games:_}"
    return ""


def _of_rules(options: Iterable[str]) -> list[str]:
    """Return the options that decide which games are played, not how many."""
    how_many = ("--games ", "--precision ", "--until-decided", "--max-games ")
    return [option for option in options if not option.startswith(how_many)]
