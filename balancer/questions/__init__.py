"""The questions that can be asked of a game, a folder each; none imports another.

    study.py     what is played: jobs, further parts, and the report made of them
    report.py    what is said of it
    command.py   the command of that name

What all share: `study` (their shape), `playing` (options), `answering` (carries a study out, writes and prints its
report), `pages` (a smaller page replaces no larger one), `planning` (--plan), `runners`, `own_games`.
What two or three share: `check_results`, `skill`, `logged_plays`, `responses`, `searching`.
"""
