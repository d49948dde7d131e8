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

/// Returns elements as single-precision numbers if `is` is a type of such numbers.
any_tensor rounded_as(dtype is, any_tensor&& x) {
  if (!is_single(is))
    return std::move(x);
  return any_tensor(cast(x, x.dtype() == dtype::complex128 ? dtype::complex64 : dtype::float32));
}
/// Calls f with the coefficients of a polynomial, in double precision. Throws shape_error unless they are a vector.
template <class F>
any_tensor of_coefficients(char const* operation, any_expr<> const& p, F const& f) {
  if (p.rank() != 1)
    throw_shape_reason(operation, "the coefficients of a polynomial are a vector");
  bool const is_complex = isdtype(p.dtype(), dtype_kind::complex_floating);
  return rounded_as(p.dtype(), is_complex
                                   ? any_tensor(f(tensor<std::complex<double>, 1>(cast<std::complex<double>>(p))))
                                   : any_tensor(f(tensor<double, 1>(cast<double>(p)))));
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

any_tensor polyder_untyped(any_expr<> const& p, index_t times) {
  return of_coefficients("polyder", p, [&](auto const& c) { return numerics::polyder(c, times); });
}
any_tensor polyint_untyped(any_expr<> const& p, index_t times, double constant) {
  return of_coefficients("polyint", p, [&](auto const& c) { return numerics::polyint(c, times, constant); });
}
any_tensor roots_untyped(any_expr<> const& p) {
  return of_coefficients("roots", p, [](auto const& c) { return numerics::roots(c); });
}

any_tensor polyfit_untyped(any_expr<> const& x, any_expr<> const& y, dtype joint, index_t degree) {
  if (isdtype(joint, dtype_kind::complex_floating))
    throw_elements("polyfit", joint);
  if (x.rank() != 1 || y.rank() < 1 || y.rank() > 2)
    throw_shape_reason("polyfit", "x is a vector, and y a vector or a matrix");
  tensor<double, 2> const columns = cast<double>(y.rank() == 1 ? expand_dims(y, 1) : y);
  any_tensor const found(numerics::polyfit(tensor<double, 1>(cast<double>(x)), columns, degree));
  return rounded_as(joint, y.rank() == 1 ? any_tensor(squeeze(found, 1)) : any_tensor(found));
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
  using numbers = types_t<std::int64_t, std::uint64_t, double>; // the elements of each type are some of these
  dtype const is = x.dtype();
  if (isdtype(is, dtype_kind::complex_floating))
    throw_elements("numerics::medfilt", is);
  dtype const as = isdtype(is, dtype_kind::real_floating) ? dtype::float64
                   : is == dtype::uint64                  ? dtype::uint64
                                                          : dtype::int64;
  any_tensor out = with_dtype(numbers{}, as, [&]<class T>(std::type_identity<T>) {
    return any_tensor(numerics::medfilt(elements_as<T>(x), size));
  });
  return as == is ? out : any_tensor(cast(out, is));
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
