"""Reductions and running results."""

import math

import numpy as np

from commands import (
    Refused, Unsuitable, as_in_c, axis_of, checked, command, exact_if_tame, letter, like_products, like_sum, of_parts,
    relative)


def axes_of(a, axes):
    axis_of(a, *axes)
    if len(set(axes)) < len(axes):
        raise Refused("index")
    return tuple(axes) or None


def reduction(f, needs_some=False):
    def run(a, axes, keep):
        named = axes_of(a, axes)
        keep = bool(keep) and bool(axes) and len(axes) < 3
        if needs_some:
            need_some(a, axes)
            shape = [1 if k in axes else n for k, n in enumerate(a.shape) if keep or k not in axes]
            if axes and math.prod(shape) == 0:
                return np.empty(shape, f(np.ones(1, a.dtype), axis=None, keepdims=False).dtype)
        return f(a, axis=named, keepdims=keep)

    return run


def need_some(a, axes):
    axes = axes or range(a.ndim)
    if math.prod(a.shape[k] for k in axes) == 0 and math.prod(n for k, n in enumerate(a.shape) if k not in axes) > 0:
        raise Refused("shape")


def extreme(f):
    return reduction(f, True)


def by_lines(f, needs_some=False):
    """f(lines) reduces the last axis."""

    def run(a, named, keep):
        axes_of(a, named)
        if needs_some:
            need_some(a, named)
        axes = list(named) or list(range(a.ndim))
        left = [k for k in range(a.ndim) if k not in axes]
        lines = a.transpose(left + sorted(axes)).reshape(
            [a.shape[k] for k in left] + [math.prod(a.shape[k] for k in axes)])
        if needs_some and not lines.size:
            out = np.empty(lines.shape[:-1], f(np.ones((1, 1))).dtype)
        else:
            out = np.asarray(f(lines))
        keep = keep and 0 < len(named) < 3
        return out.reshape([1 if k in axes else n for k, n in enumerate(a.shape)]) if keep else out

    return run


def logsumexp(x):
    top = np.max(x, -1, initial=-np.inf)
    top = np.where(np.isfinite(top), top, 0.0)
    return np.log(np.sum(np.exp(x - top[..., None]), -1)) + top


def nan_argmax(x):
    if np.isnan(x).all(-1).any():
        raise Refused("any")
    return np.argmax(x == np.nanmax(x, -1, keepdims=True), -1)  # np.nanargmax finds a NaN where all else is -infinity


def reduced(kinds="d", most=3):
    """Of types that reduced.hpp does not list, over all axes or one."""

    def make(g):
        a = g.among(kinds)
        if letter(g.value(a)) in "dfib":
            return g.with_reduction(a, most)
        return a, [g.axis(a)] if g.value(a).ndim > 0 and g.r.random() < 0.7 else [], 0

    return make


def prod(a, **over):
    if a.dtype.kind in "fc":
        f = np.abs(a[np.isfinite(a) & (a != 0)])
        if np.sum(np.abs(np.log2(f))) > 1000:
            raise Unsuitable  # what overflows may meet a zero, in one order or another
    return np.prod(a, **over)


def mean(a, **over):
    return of_parts(np.mean(a.real, **over), np.mean(a.imag, **over)) if a.dtype.kind == "c" else np.mean(a, **over)


for name, kinds, run, how in (
    ("sum", "ddifDsH", reduction(np.sum), exact_if_tame),
    ("prod", "diDh", reduction(prod), relative),
    ("mean", "diFu", reduction(mean, True), exact_if_tame),
    ("nan_sum", "ddF", reduction(np.nansum), exact_if_tame),
    ("nan_mean", "d", reduction(np.nanmean, True), like_sum),
    ("all_of", "b", reduction(np.all), "exact"),
    ("any_of", "b", reduction(np.any), "exact"),
    ("count", "b", reduction(np.count_nonzero), "exact"),
    ("min", "ddis", extreme(np.min), "zeros"),
    ("max", "dH", extreme(np.max), "zeros"),
    ("argmin", "dh", by_lines(lambda x: np.argmin(x, -1), True), "exact"),
    ("argmax", "di", by_lines(lambda x: np.argmax(x, -1), True), "exact"),
    ("ptp", "du", extreme(lambda a, axis, keepdims: as_in_c(np.subtract)(
        np.max(a, axis=axis, keepdims=keepdims), np.min(a, axis=axis, keepdims=keepdims))), "zeros"),
    ("nan_min", "d", extreme(np.nanmin), "zeros"),
    ("nan_max", "d", extreme(np.nanmax), "zeros"),
    ("nan_argmax", "d", by_lines(nan_argmax, True), "exact"),
    ("var", "diDu", reduction(np.var, True), like_products),
    ("stddev", "d", reduction(np.std, True), like_products),
    ("norm", "dF", by_lines(lambda x: np.sqrt(np.sum(x.real * x.real + x.imag * x.imag, -1))), like_sum),
    ("logsumexp", "d", by_lines(logsumexp), like_sum),
    ("nan_var", "d", reduction(np.nanvar, True), like_products),
    ("median", "dh", reduction(np.median, True), like_sum),
    ("nan_median", "d", reduction(np.nanmedian, True), like_sum),
):
    command(name, "reduce", reduced(kinds), run, how)


def quantile(a, axes, keep, q):
    if np.isinf(a).any():
        raise Unsuitable  # between infinities NumPy finds NaN
    return reduction(lambda x, axis, keepdims: np.quantile(x, q, axis=axis, keepdims=keepdims), True)(a, axes, keep)


command("quantile", "reduce", lambda g: (*g.with_reduction(g.real(), 3), g.r.choice((0.0, 0.25, 0.3, 0.9, 1.0))),
        quantile, like_sum)
def quantile_parts(a, axes, keep):
    if a.size == 0 and axes:
        raise Unsuitable  # where no lines are left NumPy 1.24 forgets the axis of the parts
    return quantile(a, axes, keep, [0.9, 0, 0.3])


command("quantile_parts", "reduce", lambda g: g.with_reduction(g.real(), 3), quantile_parts, like_sum)
command("var_ddof", "reduce", lambda g: g.with_axes(g.real(least=1), 1),
        checked(lambda a, k: reduction(lambda x, axis, keepdims: np.var(x, axis=axis, ddof=1), True)(a, [k], 0)),
        like_products)
command("count_greater", "reduce", lambda g: (lambda a, b: (a, b, g.axis(g.larger(a, b))))(*g.two()),
        lambda a, b, k: reduction(np.count_nonzero)(np.asarray(a > b), [k], 0))
command("sum_of_product", "reduce", lambda g: (lambda a, b: (a, b, g.axis(g.larger(a, b))))(*g.two()),
        lambda a, b, k: reduction(np.sum)(np.asarray(a * b), [k], 0), exact_if_tame)
command("cumsum", "reduce", lambda g: g.with_axes(g.among("ddiDu", least=1), 1), checked(np.cumsum),
        exact_if_tame)
command("cumsum_all", "reduce", lambda g: (g.real(),), np.cumsum, exact_if_tame)
command("cumprod", "reduce", lambda g: g.with_axes(g.real(least=1), 1), checked(np.cumprod), relative)
command("cummax", "reduce", lambda g: g.with_axes(g.real(least=1), 1), checked(np.maximum.accumulate), "zeros")
command("nan_cumsum", "reduce", lambda g: g.with_axes(g.real(least=1), 1), checked(np.nancumsum), exact_if_tame)
command("diff", "reduce", lambda g: (lambda a: (a, g.r.randint(0, 3), g.axis(a)))(g.among("ddF", least=1)),
        lambda a, n, k: checked(lambda x, j: np.diff(x, n, j))(a, k))
command("histogram", "reduce", lambda g: (g.real(), g.r.randint(1, 6), -2.0, 3.0),
        lambda a, n, x, y: np.histogram(a[~np.isnan(a)], n, (x, y))[0])


def bincount(a, least):
    if (a < 0).any():
        raise Refused("any")
    return np.bincount(a.ravel(), minlength=least)


command("bincount", "reduce", lambda g: (g.small(), g.r.randint(0, 5)), bincount)
