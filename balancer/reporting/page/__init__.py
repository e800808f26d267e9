"""The sections of the page of a run or a sweep, and pages of reports that are not converted to documents yet."""
