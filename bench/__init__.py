"""`make bench`: measurements, not tests. Ratios of one run count; absolute figures are this machine's, now."""
