"""What many measurements come to."""


def percentile(values, part):
    """The least value that so large a part of all lies below."""
    return sorted(values)[min(len(values) - 1, int(len(values) * part))] if values else float("nan")
