"""Carrying out a study for a command: play, write the report and the results, print the answer."""

from __future__ import annotations

import contextlib
import dataclasses
import gc
import pathlib
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import click

from balancer.questions.pages import claimed, keeps_larger
from balancer.questions.planning import rounded_up, show_plan
from balancer.questions.playing import PlayOptions
from balancer.questions.runners import REPORTS, open_runner
from balancer.shell import OK, UNDECIDED, command_line, say
from balancer.shell.outputs import protect_files

if TYPE_CHECKING:
    from balancer.analysis.results import CellResult, PairResult
    from balancer.questions.study import Made, Study
    from balancer.reporting.document.model import Document
    from balancer.reporting.report import Report, ScenarioReport
    from balancer.scenario.resolved import Scenario
    from balancer.simulation.store import Store


def answer(
    ctx: click.Context,
    chosen: PlayOptions,
    study: Study[Made],
    *,
    folder: pathlib.Path | None,
    inputs: Sequence[Scenario] = (),
    also: Callable[[Made, pathlib.Path], None] | None = None,
    **shown: Any,
) -> Made | None:
    """Carry a study out, write its report into `folder` and as JSON, and print it; None with --plan.

    inputs: other scenarios of the command, which no output may replace.  also: writes more next to the page.
    shown: fields of the report to set.
    """
    protect(chosen, outputs_of(chosen), [study.scenario, *inputs])
    if chosen.only_plan:
        show_plan(study, chosen, folder)
        return None
    with carried_out(ctx, chosen, study, folder) as (bare, page_folder), keeping_all():
        report = dataclasses.replace(bare, **shown)
        give(report, chosen, page_folder, study.content(report) if chosen.json_file else None)
        if page_folder is not None and also is not None:
            also(report, page_folder)
    return report


def give(
    report: Report | ScenarioReport,
    chosen: PlayOptions,
    folder: pathlib.Path | None,
    content: Mapping[str, Any] | None = None,
) -> None:
    """Write a report into `folder` and as JSON, and print it; content: of the JSON, if it is not the report's own."""
    page = written(report, folder)
    if chosen.markdown_file:
        write_markdown([cast("Report", report).document()], chosen.markdown_file)
    if chosen.json_file:
        write_json(report.to_json() if content is None else content, chosen.json_file)
    if chosen.json_file != "-":
        _show(report, page)


def outputs_of(chosen: PlayOptions) -> dict[str, str | None]:
    """Return the files besides the folder that a command writes, by option; None: not requested."""
    return {"--json": chosen.json_file, "--markdown": chosen.markdown_file}


def protect(chosen: PlayOptions, files: Mapping[str, str | None], inputs: Sequence[Scenario]) -> None:
    """Refuse output files (by option) that can't be written, or would replace an input or a foreign file; UsageError.

    With --plan, which writes nothing, any output file is refused.
    """
    from balancer.simulation.store import require_writable

    if chosen.only_plan and (named := next((option for option, file in files.items() if file), "")):
        raise click.UsageError(f"--plan plays nothing, so {named} has nothing to write; omit one of them")
    protect_files(files, inputs, force=chosen.force)
    for file in files.values():
        if file not in {None, "-"}:
            require_writable(pathlib.Path(str(file)))


@contextlib.contextmanager
def carried_out(
    ctx: click.Context, chosen: PlayOptions, study: Study[Made], folder: pathlib.Path | None
) -> Iterator[tuple[Made, pathlib.Path | None]]:
    """Carry a study out, and yield its report with the folder for its page, locked until the report is written.

    The folder is None if none is given, and if it holds a page that shows more, which is kept.
    """
    from balancer.questions.own_games import table_notes
    from balancer.questions.study import carry_out

    if study.weighs_players:
        note_untried(study.scenario, chosen)
    for note in table_notes(study.scenario):
        chosen.note(note)

    with contextlib.ExitStack() as lock:
        store = lock.enter_context(claimed(folder, study.scenario, force=chosen.force)) if folder else None
        keep_page = store is not None and study.has_page and not chosen.force and keeps_larger(store, study)
        command = shlex.join(command_line(ctx))
        with resumable(store), open_runner(chosen, store) as runner:
            report = carry_out(
                study,
                runner,
                store,
                command=command,
                note=chosen.progress,
                keep_games=chosen.keep_games,
                keep_page=keep_page,
            )
        yield report, None if keep_page else folder


def written(report: Report | ScenarioReport, folder: pathlib.Path | None) -> pathlib.Path | None:
    """Write a report into a folder, and return the path of its page; None without a folder."""
    if folder is None:
        return None
    from balancer.reporting import writer

    return writer.write(report, folder)


@contextlib.contextmanager
def keeping_all() -> Iterator[None]:
    """Pause garbage collection: it takes a sixth of the time of a large report, whose objects all stay in use."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _show(report: Any, page: pathlib.Path | None) -> None:
    from balancer.reporting.console import Console
    from balancer.reporting.document.terminal import print_document

    console = Console()
    print_document(report.document(), console)
    console.written(page)
    console.show()


@contextlib.contextmanager
def resumable(store: Store | None) -> Iterator[None]:
    """Print which results an interruption leaves in the folder."""
    try:
        yield
    except KeyboardInterrupt:
        if store is not None:
            say(f"finished settings are in {store.folder}; run the same command again to play the others")
        raise


def folder_of(study: Study[Any], more: str = "") -> pathlib.Path:
    """Return the results folder of a study if -o names none."""
    kind = "" if study.kind == "run" else f"-{study.kind}"
    return REPORTS / f"{study.scenario.name}{more}{kind}"


def note_untried(scenario: Scenario, chosen: PlayOptions) -> None:
    """Print a note if the rules of an own game have not passed `balancer try` as they are now."""
    from balancer.questions.own_games import never_tried

    if never_tried(scenario.game):
        name, target = scenario.game.name, scenario.game.target
        chosen.note(f"the rules of {name} have never passed `balancer try {target}`, which finds errors in seconds")


def write_json(content: Any, target: str) -> None:
    """Write JSON to a file, or to stdout for '-', with the version and, for an own game, its engine."""
    from balancer.compiler import choice
    from balancer.reporting.writer import json_text
    from balancer.simulation.store import write_atomically

    text = json_text({**choice.engine_facts(), **content})
    if target == "-":
        sys.stdout.write(text.replace("##", "#\\u0023"))  # the same to a JSON reader, no command to a build server
    else:
        write_atomically(pathlib.Path(target), text)


def write_markdown(documents: Sequence[Document], target: str) -> None:
    """Write documents as Markdown to a file."""
    from balancer.reporting.document.markdown import to_markdown
    from balancer.simulation.store import write_atomically

    write_atomically(pathlib.Path(target), "\n".join(map(to_markdown, documents)))


def outcome(results: Sequence[CellResult | PairResult]) -> int:
    """Return the exit code: whether every result is as precise as requested."""
    short = [result for result in results if result.precision and not result.precision["reached"]]
    if not short:
        return OK
    widest = max(short, key=_half_width)
    width, requested = 100 * _half_width(widest), 100 * (widest.precision or {})["wanted"]
    share = f"{len(short)} of {len(results)} settings: " if len(results) > 1 else ""
    digits = next((n for n in range(3, 12) if f"{width:.{n}g}" != f"{requested:.{n}g}"), 12)  # that tell both apart
    say(
        f"{share}precision not reached: ±{width:.{digits}g}pp where ±{requested:.6g}pp was requested; "
        f"about {rounded_up(widest.games * (width / requested) ** 2):_} games per setting would do: --max-games"
    )
    return UNDECIDED


def _half_width(result: CellResult | PairResult) -> float:
    return float((result.precision or {})["half_width"])
