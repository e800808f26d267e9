"""The questions about a game, a folder each; none imports another.

    study.py     the jobs and further parts to play, and how they become a report
    report.py    the report: sentences, tables and charts
    command.py   the command of that name

What all share: `study` (their shape), `playing` (options), `answering` (carries a study out, writes and prints its
report), `pages` (a smaller page replaces no larger one), `planning` (--plan), `runners`, `own_games`.
What two or three share: `check_results`, `skill`, `logged_plays`, `responses`, `searching`.
"""
