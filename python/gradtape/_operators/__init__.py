"""Linear operators: matrices that know their structure."""
