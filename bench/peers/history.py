"""The sittings that were kept, as weft's time by that of the fastest other on each line: bench/results/history.json.

A sitting is {"kind", "date", "commit", "processor", "lines": {name: ratio}}, one line of the file. A mean says how weft
went only over the same lines, so it is taken over those that all sittings of a kind on a processor have.
"""
import json
from pathlib import Path
from statistics import geometric_mean

FILE = Path(__file__).resolve().parents[1] / "results/history.json"


def load(file=FILE):
    return json.loads(file.read_text()) if file.exists() else []


def sitting(kind, result, ratios):
    return {"kind": kind, "date": result["date"], "commit": result.get("commit") or "", "processor": result["processor"],
            "lines": {name: round(ratio, 4) for name, ratio in ratios.items()}}


def add(new, file=FILE):
    """At the end; a sitting of the same kind, commit and day is replaced, in its place."""
    key = [new[part] for part in ("kind", "date", "commit")]
    kept = load(file)
    same = [k for k, old in enumerate(kept) if [old[part] for part in ("kind", "date", "commit")] == key]
    if same:
        kept[same[0]] = new
    else:
        kept.append(new)
    file.write_text("[\n" + ",\n".join(json.dumps(one) for one in kept) + "\n]\n")


def like(sittings, kind, processor):
    return [one for one in sittings if (one["kind"], one["processor"]) == (kind, processor)]


def common(sittings):
    return sorted(set.intersection(*(set(one["lines"]) for one in sittings)))


def means(sittings):
    names = common(sittings)
    return [geometric_mean(one["lines"][name] for name in names) for one in sittings] if names else []


def words(sittings):
    """The history in one line of text."""
    if not sittings:
        return ""
    went = ", ".join(f"{mean:.2f} ({one['date']}{', ' + one['commit'] if one['commit'] else ''})"
                     for mean, one in zip(means(sittings), sittings))
    return (f"Geometric mean of weft's time by that of the fastest other, on the {len(common(sittings))} lines that all "
            f"kept sittings on this processor have: {went}.")
