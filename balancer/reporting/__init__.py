"""From a run's folder to what people read: the summary on the terminal, charts, tables and the page.

    figures.py    how a figure and its uncertainty are written
    words.py      what metrics, axes and rules are called in sentences
    sweep.py      the cells of a run laid out along their axes
    answer.py     what the headline metrics say, in generated sentences
    caveats.py    what to mind before believing them
    style.py      colours and sizes of charts
    charts.py     DataFrame -> Figure; nothing is drawn without its uncertainty
    terminal.py   the summary of `balancer run` and `balancer sweep`
    page.py       the one HTML file
    writer.py     everything of a run's folder that is made from its cells

Everything here is made from cells and manifest alone: identical input gives identical bytes.
"""

import logging

logging.getLogger("matplotlib").setLevel(logging.ERROR)  # without a home folder it logs where it stores its fonts
