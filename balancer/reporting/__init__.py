"""From a run's folder to what people read: the summary on the terminal, charts, tables and the page.

    numbers.py          how a figure and its uncertainty are written
    phrases.py          what metrics are called in sentences
    sweep_grid.py       the cells of a run laid out along their axes
    verdict_answer.py   where a sweep keeps its checks (verdict_places, verdict_matrix; judged_figure: one figure)
    findings.py         what the headline metrics say, in generated sentences (axis_line, interplay, trends)
    length_change.py    where the length of games changes visibly; arc_line.py: when games are decided
    persona_share.py    personas far from an equal share
    caveats.py          reasons for care; never_seen.py: what no game has shown
    check_lines.py      a line per check
    terminal.py         the summary of `balancer run` and `balancer sweep`
    page/               HTML pages and their charts; nothing is drawn without its uncertainty
    writer.py           everything of a run's folder that is made from its results

Everything here is made from cells and manifest alone: identical input gives identical bytes.
"""
