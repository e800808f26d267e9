"""Makes reports of results: summaries on the terminal, charts, tables and pages.

    numbers.py          text of a figure and its uncertainty
    phrases.py          names of metrics in sentences
    axis.py             words for the axes of a sweep and their values
    sweep_grid.py       the cells of a run along their axes
    findings/           sentences about results
    run_report.py       the report of a run or a sweep; those of other questions lie in their folders
    plays.py            figures of real plays, in the report of any question
    document/           documents: kinds of items, and renderers for pages, terminal and Markdown
    drawing/            charts as SVG, each figure with its uncertainty
    page/               sections of the pages of runs and sweeps
    pictures.py         charts by matplotlib, for slides and notebooks
    writer.py           the files of a results folder

Everything here is made from cells and manifest only: the same input gives the same bytes.
"""
