"""The part of a page that plays: what its scripts are given (`panel_data`), its section, and the page of it alone.

The scripts, in this order: `special.js` (quantiles), `intervals.js` and `figures.js` (twins of `balancer.analysis`),
`panel.js` (what people see and use).  The engine that plays is that of `balancer.browser`.
"""
