"""From a run's folder to what people read: the summary on the terminal, charts, tables and the page.

    numbers.py          how a figure and its uncertainty are written
    phrases.py          what metrics are called in sentences
    sweep_grid.py       the cells of a run laid out along their axes
    findings/           what is said about results in sentences
    reports/            what each kind of report says
    terminal.py         the summary of `balancer run` and `balancer sweep`
    document/           documents: their kinds of items, and a renderer each for pages, terminal and Markdown
    drawing/            charts; nothing is drawn without its uncertainty
    page/               the pages of runs and sweeps
    writer.py           everything of a run's folder that is made from its results

Everything here is made from cells and manifest alone: identical input gives identical bytes.
"""
