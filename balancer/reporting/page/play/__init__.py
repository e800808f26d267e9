"""The part of a page that plays: the data of its scripts (`panel_data`), its section, and a page of only that.

The scripts, in this order: `special.js` (quantiles), `intervals.js` and `figures.js` (twins of `balancer.analysis`),
`wording.js` (figures in words), `sentences.js` (what a change did), `setting.js` (a setting as link, variant and
command), `controls.js` (knobs), `value_chart.js` (all values of a knob), `panel.js` (the panel).  The engine that
plays is that of `balancer.browser`.
"""
