"""What measurements.cpp does, in NumPy: test/numpy compares what both print.

    measurements.py table.csv [folder]
"""

import sys

import numpy as np

path = sys.argv[1]
folder = sys.argv[2] + "/" if len(sys.argv) > 2 else ""

data = np.genfromtxt(path, delimiter=",", skip_header=1)
data = data[~np.isnan(data).any(axis=1)]
x, y = data[:, :-1], data[:, -1]

z = (x - x.mean(axis=0)) / x.std(axis=0, ddof=1)
design = np.column_stack([np.ones(len(z)), z])
coefficients, squares, rank, s = np.linalg.lstsq(design, y, rcond=None)
print(coefficients, rank)

residual = y - design @ coefficients
print("%g %g" % (1 - (residual**2).sum() / ((y - y.mean())**2).sum(), residual.std(ddof=1)))
print(np.percentile(residual, [25, 50, 75]))
worst = np.argsort(-abs(residual))[:3]
print(worst, residual[worst])

counts, edges = np.histogram(residual, 4)
print(counts, edges)
print(np.convolve(residual, np.ones(5) / 5, "valid")[:4])  # a moving average
np.save(folder + "residual.npy", residual)
