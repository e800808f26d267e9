"""Reports, and parts of reports, that several questions share."""
