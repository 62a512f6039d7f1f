"""Golden values for tests/golden/statistics_test.cpp, from SciPy, statsmodels and networkx.

    python3 -m venv venv && venv/bin/pip install scipy==1.17.1 numpy==2.4.6 statsmodels==0.15.0 networkx==3.6.1
    venv/bin/python tools/statistics_golden.py > tests/golden/statistics.json

The inputs are random, with ties and equal pairs on purpose. The Iman-Davenport form and Demsar's critical distance are
written out here; everything else is a call of the packages.
"""

import itertools
import json
import math

import networkx
import numpy as np
import scipy
import statsmodels
from scipy import stats
from statsmodels.stats.multitest import multipletests

rng = np.random.default_rng(20)


def summaries():
    rows = []
    for n in (1, 2, 3, 4, 5, 8, 30, 101):
        values = rng.normal(size=n) * 10.0 ** rng.integers(-3, 4)
        quantiles = np.quantile(values, [0, 0.1, 0.25, 0.5, 0.75, 1])
        rows.append({"values": values.tolist(), "quantiles": quantiles.tolist()})
    return rows


def ranks():
    rows = []
    for n in (1, 2, 7, 20):
        for values in (rng.normal(size=n), rng.integers(0, 4, size=n).astype(float)):
            rows.append({"values": values.tolist(), "ranks": stats.rankdata(values).tolist()})
    return rows


def tables():
    """Score tables: rows are problems or repeats, columns methods."""
    for n, k in ((2, 3), (5, 3), (12, 4), (30, 7), (30, 7), (180, 7), (60, 10)):
        shift = rng.normal(size=k) * rng.choice([0.05, 0.5, 1.5])
        yield rng.normal(size=(n, k)) + shift
        yield np.round(2 * (rng.normal(size=(n, k)) + shift)) / 2  # ties


def friedman(table):
    n, k = table.shape
    test = stats.friedmanchisquare(*table.T)
    f = (n - 1) * test.statistic / (n * (k - 1) - test.statistic)
    average_ranks = stats.rankdata(table, axis=1).mean(axis=0)
    return {
        "average_ranks": average_ranks.tolist(),
        "chi_square": float(test.statistic),
        "chi_square_p": float(test.pvalue),
        "f": float(f),
        "f_p": float(stats.f.sf(f, k - 1, (k - 1) * (n - 1))),
    }


def wilcoxon_p(x, y, alternative="two-sided"):
    d = x - y
    if not d.any():
        return 1.0
    plain = (d != 0).all() and len(np.unique(np.abs(d))) == len(d)
    method = "exact" if plain and len(d) <= 50 else "asymptotic"
    return float(stats.wilcoxon(x, y, alternative=alternative, method=method).pvalue)


def wilcoxon():
    rows = []
    for n in (1, 2, 5, 10, 13, 14, 30, 50, 51, 180):
        for kind in ("plain", "shifted", "ties", "zeros"):
            x, y = rng.normal(size=(2, n))
            if kind != "plain":
                y = y + 0.7
            if kind == "ties":
                x, y = np.round(4 * x), np.round(4 * y) + 0.5
            if kind == "zeros":
                x, y = np.round(2 * x), np.round(2 * y)
            if n == 1 and not (x - y).any():
                continue
            d = x - y
            r = stats.rankdata(np.abs(d[d != 0]))
            rows.append({
                "x": x.tolist(), "y": y.tolist(), "positive_rank_sum": float(r[d[d != 0] > 0].sum()),
                "p": {a: wilcoxon_p(x, y, a) for a in ("two-sided", "less", "greater")},
            })
    return rows


def critical_difference(table, alpha):
    n, k = table.shape
    average = stats.rankdata(table, axis=1).mean(axis=0)
    order = np.argsort(average, kind="stable")
    pairs = list(itertools.combinations(range(k), 2))
    adjusted = multipletests([wilcoxon_p(table[:, i], table[:, j]) for i, j in pairs], method="holm")[1]
    graph = networkx.Graph()
    graph.add_nodes_from(range(k))
    graph.add_edges_from(pair for pair, p in zip(pairs, adjusted) if p > alpha)
    position = {int(m): i for i, m in enumerate(order)}
    cliques = [sorted(c, key=position.get) for c in networkx.find_cliques(graph) if len(c) > 1]
    distance = stats.studentized_range.ppf(1 - alpha, k, np.inf) / math.sqrt(2) * math.sqrt(k * (k + 1) / (6 * n))
    near = networkx.Graph([(i, j) for i, j in pairs if abs(average[i] - average[j]) < distance])
    runs = [sorted(c, key=position.get) for c in networkx.find_cliques(near) if len(c) > 1]
    return {
        "alpha": alpha, "order": order.tolist(), "pairs": pairs, "adjusted_p": adjusted.tolist(),
        "groups": sorted(cliques, key=lambda c: [position[m] for m in c]),
        "nemenyi_distance": float(distance),
        "nemenyi_groups": sorted(runs, key=lambda c: [position[m] for m in c]),
    }


def tails():
    chi = [(x, df, float(stats.chi2.sf(x, df)))
           for df in (1, 2, 3, 6, 9, 25) for x in (0.0, 0.01, 1.0, 7.3, 60.0, 300.0)]
    f = [(x, a, b, float(stats.f.sf(x, a, b)))
         for a, b in ((1, 1), (2, 8), (6, 174), (9, 531), (6, 1074)) for x in (0.0, 1e-3, 0.7, 1.0, 2.5, 40.0)]
    return {"chi_square": chi, "f": f}


def main():
    chosen = list(tables())
    document = {
        "generator": "tools/statistics_golden.py",
        "versions": {"scipy": scipy.__version__, "numpy": np.__version__, "statsmodels": statsmodels.__version__,
                     "networkx": networkx.__version__},
        "summaries": summaries(),
        "ranks": ranks(),
        "wilcoxon": wilcoxon(),
        "holm": [{"p": p.tolist(), "adjusted": multipletests(p, method="holm")[1].tolist()}
                 for p in (rng.random(m) ** 4 for m in (1, 2, 6, 21))],
        "tables": [{"scores": t.tolist(), "friedman": friedman(t),
                    "critical_difference": [critical_difference(t, a) for a in (0.05, 0.1)]} for t in chosen],
        "nemenyi_q": [{"methods": k, "alpha": a,
                       "q": float(stats.studentized_range.ppf(1 - a, k, np.inf) / math.sqrt(2))}
                      for k in (2, 3, 5, 7, 10, 20, 50) for a in (0.01, 0.05, 0.1)],
        "tails": tails(),
    }
    print(json.dumps(document))


main()
