#include <weft/dynamic/sort.hpp>
#include <weft/dynamic/statistics.hpp>
#include <weft/numerics/dynamic.hpp>

#include <complex>
#include <cstdint>

namespace weft::detail {

namespace {

bool is_single(dtype t) {
  return is_half_type(t) || t == dtype::float32 || t == dtype::complex64;
}

/// Applies f to the elements of operands, converted to R.
template <class R>
any_tensor values_by(untyped_function<R> const& f, any_expr<> const* x, int count, dtype result) {
  constexpr int most = 3;
  dynamic_extents shape = x[0].shape();
  for (int k = 1; k < count; ++k)
    shape = common_extents(f.name, shape, x[k].shape());
  any_tensor elements[most];
  R const* from[most]{};
  for (int k = 0; k < count; ++k) {
    elements[k] = any_tensor(cast(broadcast_to(x[k], shape), dtype_of<R>));
    from[k] = static_cast<R const*>(elements[k].data());
  }
  any_tensor out(uninit, dtype_of<R>, shape);
  f.apply(f.object, from, static_cast<R*>(out.data()), out.size());
  return out.dtype() == result ? out : any_tensor(cast(out, result));
}

template <class R>
any_tensor polynomial_by(any_expr<> const& p, any_expr<> const& x, dtype result) {
  tensor<R, 1> const c = cast<R>(p);
  return values_by(as_untyped_function<R, 1>(op::polynomial<R>{c.share()}), &x, 1, result);
}

/// Returns the type of sums of products of elements of two types.
dtype summed_as(dtype joint) {
  if (is_half_type(joint))
    return dtype::float32;
  return isdtype(joint, dtype_kind::real_floating, dtype_kind::complex_floating) ? joint : dtype::int64;
}
template <class T>
tensor<T> elements_as(any_expr<> const& x) {
  return tensor<T>(cast<T>(x));
}

} // namespace

any_tensor values_of_untyped(untyped_function<double> const& f, any_expr<> const* x, int count, dtype joint) {
  if (isdtype(joint, dtype_kind::complex_floating))
    throw_elements(f.name, joint);
  return values_by(f, x, count, is_single(joint) ? dtype::float32 : dtype::float64);
}

any_tensor polyval_untyped(any_expr<> const& p, any_expr<> const& x, dtype joint) {
  if (p.rank() != 1)
    throw_shape_reason("polyval", "the coefficients of a polynomial are a vector");
  if (isdtype(joint, dtype_kind::complex_floating))
    return polynomial_by<std::complex<double>>(p, x, joint);
  return polynomial_by<double>(p, x, is_single(joint) ? dtype::float32 : dtype::float64);
}

any_tensor convolve_untyped(char const* operation, any_expr<> const& a, any_expr<> const& k, bool correlates,
                            numerics::convolution_mode mode) {
  using sums = types_t<std::int64_t, float, double, std::complex<float>, std::complex<double>>;
  dtype const joint = result_type(a, k);
  any_tensor out = with_dtype(sums{}, summed_as(joint), [&]<class T>(std::type_identity<T>) {
    return any_tensor(convolve_operands(operation, elements_as<T>(a), elements_as<T>(k), correlates, mode));
  });
  bool const is_unsigned = isdtype(joint, dtype_kind::unsigned_integer); // the same modulo 2^64
  return is_unsigned ? any_tensor(cast(out, dtype::uint64)) : out;
}

any_tensor filter_untyped(any_expr<> const& b, any_expr<> const& a, any_expr<> const& x, int axis) {
  using results = types_t<float, double, std::complex<float>, std::complex<double>>;
  dtype const sum = summed_as(result_type(b, a, x));
  return with_dtype(results{}, sum == dtype::int64 ? dtype::float64 : sum, [&]<class T>(std::type_identity<T>) {
    tensor<T, 1> const ahead = cast<T>(b), back = cast<T>(a);
    return any_tensor(numerics::filter(ahead, back, elements_as<T>(x), axis));
  });
}

any_tensor medfilt_untyped(any_expr<> const& x, index_t size) {
  int const rank = x.rank();
  if (rank < 1 || rank > 3)
    throw_shape_reason("numerics::medfilt", "the rank of an operand is 1 to 3");
  check_median_filter(size);
  if (x.size() == 0)
    return any_tensor(x);
  any_tensor const padded = pad(x, size / 2);
  any_expr<> windows = padded;
  index_t count = 1;
  for (int k = 0; k < rank; ++k, count *= size)
    windows = sliding_window(windows, k, size);
  any_tensor const copied(windows), lines(reshape(copied, shape(x.size(), count)));
  bool const is_floating = isdtype(x.dtype(), dtype_kind::real_floating);
  any_expr<> const middle = is_floating ? any_expr<>(cast(median(lines, 1), x.dtype()))
                                        : any_expr<>(slice(partition(lines, count / 2, 1), 1, count / 2));
  return any_tensor(reshape(middle, x.shape()));
}

any_tensor sample_untyped(any_expr<> const& u, any_expr<> const* x, int count,
                          numerics::sample_options const& options) {
  if (isdtype(u.dtype(), dtype_kind::complex_floating))
    throw_elements("sample", u.dtype());
  return with_dtype(types_t<float, double>{}, is_single(u.dtype()) ? dtype::float32 : dtype::float64,
                    [&]<class T>(std::type_identity<T>) {
                      tensor<T> const array = elements_as<T>(u);
                      tensor<double> const at[] = {elements_as<double>(x[0]), elements_as<double>(x[1]),
                                                   elements_as<double>(x[count - 1])};
                      return count == 2 ? any_tensor(numerics::sample(array, at[0], at[1], options))
                                        : any_tensor(numerics::sample(array, at[0], at[1], at[2], options));
                    });
}

any_tensor resample_untyped(any_expr<> const& u, dynamic_extents const& shape, numerics::resampling method) {
  if (isdtype(u.dtype(), dtype_kind::complex_floating))
    throw_elements("resample", u.dtype());
  return is_single(u.dtype()) ? any_tensor(numerics::resample(elements_as<float>(u), shape, method))
                              : any_tensor(numerics::resample(elements_as<double>(u), shape, method));
}

any_expr<> floating_untyped(any_expr<> const& x) {
  bool const is_floating = isdtype(x.dtype(), dtype_kind::real_floating, dtype_kind::complex_floating);
  return is_floating ? x : cast(x, dtype::float64);
}

any_expr<> grid_untyped(char const* operation, dynamic_extents const& values, int axis, any_expr<> const& x) {
  bool const is_vector = x.rank() == 1;
  check_grid(operation, x.shape(), values, axis, is_vector);
  any_expr<> const grid = floating_untyped(x);
  return is_vector ? reshape(grid, extents_along(values, axis)) : grid;
}

} // namespace weft::detail
