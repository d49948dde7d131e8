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
/// Returns the type of a real function's values. Throws dtype_error for complex operands.
dtype real_floating(char const* operation, dtype is) {
  if (isdtype(is, dtype_kind::complex_floating))
    throw_elements(operation, is);
  return is_single(is) ? dtype::float32 : dtype::float64;
}
/// Returns the type in which products of elements are summed. Integers have another one in each function.
dtype summed_as(dtype is, dtype of_integers) {
  if (is_half_type(is))
    return dtype::float32;
  return isdtype(is, dtype_kind::real_floating, dtype_kind::complex_floating) ? is : of_integers;
}

any_tensor converted(any_tensor&& x, dtype to) {
  return x.dtype() == to ? std::move(x) : any_tensor(cast(x, to));
}
/// Returns the result of f for the type, one of T, that `as` names.
template <class... T, class F>
any_tensor computed_as(dtype as, F const& f) {
  return with_dtype(types_t<T...>{}, as,
                    [&]<class N>(std::type_identity<N>) { return any_tensor(f.template operator()<N>()); });
}
/// Returns the result of f in double precision, complex for complex operands; rounded where these are of single
/// precision.
template <class F>
any_tensor computed_in_double(dtype joint, F const& f) {
  bool const is_complex = isdtype(joint, dtype_kind::complex_floating);
  any_tensor out = computed_as<double, std::complex<double>>(is_complex ? dtype::complex128 : dtype::float64, f);
  dtype const single = out.dtype() == dtype::complex128 ? dtype::complex64 : dtype::float32; // roots are complex
  return converted(std::move(out), is_single(joint) ? single : out.dtype());
}

template <class T>
tensor<T> elements_as(any_expr<> const& x) {
  return tensor<T>(cast<T>(x));
}
template <class T>
tensor<T, 1> coefficients_as(char const* operation, any_expr<> const& p) {
  if (p.rank() != 1)
    throw_shape_reason(operation, "the coefficients of a polynomial are a vector");
  return cast<T>(p);
}

} // namespace

any_tensor values_of_untyped(untyped_function const& f, any_expr<> const* x, int count, dtype joint) {
  constexpr int most = 3;
  dtype const result = real_floating(f.name, joint);
  dynamic_extents shape = x[0].shape();
  for (int k = 1; k < count; ++k)
    shape = common_extents(f.name, shape, x[k].shape());
  tensor<double> elements[most];
  double const* from[most]{};
  for (int k = 0; k < count; ++k) {
    elements[k] = elements_as<double>(broadcast_to(x[k], shape));
    from[k] = elements[k].data();
  }
  any_tensor out(uninit, dtype::float64, shape);
  f.apply(f.object, from, static_cast<double*>(out.data()), out.size());
  return converted(std::move(out), result);
}

any_tensor polyval_untyped(any_expr<> const& p, any_expr<> const& x, dtype joint) {
  return computed_in_double(
      joint, [&]<class T>() { return numerics::polyval(coefficients_as<T>("polyval", p), elements_as<T>(x)); });
}
any_tensor polyder_untyped(any_expr<> const& p, index_t times) {
  return computed_in_double(p.dtype(),
                            [&]<class T>() { return numerics::polyder(coefficients_as<T>("polyder", p), times); });
}
any_tensor polyint_untyped(any_expr<> const& p, index_t times, double constant) {
  return computed_in_double(
      p.dtype(), [&]<class T>() { return numerics::polyint(coefficients_as<T>("polyint", p), times, constant); });
}
any_tensor roots_untyped(any_expr<> const& p) {
  return computed_in_double(p.dtype(), [&]<class T>() { return numerics::roots(coefficients_as<T>("roots", p)); });
}

any_tensor polyfit_untyped(any_expr<> const& x, any_expr<> const& y, dtype joint, index_t degree) {
  dtype const result = real_floating("polyfit", joint);
  if (x.rank() != 1 || y.rank() < 1 || y.rank() > 2)
    throw_shape_reason("polyfit", "x is a vector, and y a vector or a matrix");
  tensor<double, 2> const columns = cast<double>(y.rank() == 1 ? expand_dims(y, 1) : y);
  any_tensor found(numerics::polyfit(tensor<double, 1>(cast<double>(x)), columns, degree));
  return converted(y.rank() == 1 ? any_tensor(squeeze(found, 1)) : std::move(found), result);
}

any_tensor convolve_untyped(char const* operation, any_expr<> const& a, any_expr<> const& k, bool correlates,
                            numerics::convolution_mode mode) {
  dtype const joint = result_type(a, k), sum = summed_as(joint, dtype::int64);
  any_tensor out =
      computed_as<std::int64_t, float, double, std::complex<float>, std::complex<double>>(sum, [&]<class T>() {
        return convolve_operands(operation, elements_as<T>(a), elements_as<T>(k), correlates, mode);
      });
  bool const is_unsigned = isdtype(joint, dtype_kind::unsigned_integer); // the same modulo 2^64
  return converted(std::move(out), is_unsigned ? dtype::uint64 : sum);
}

any_tensor filter_untyped(any_expr<> const& b, any_expr<> const& a, any_expr<> const& x, int axis) {
  dtype const sum = summed_as(result_type(b, a, x), dtype::float64);
  return computed_as<float, double, std::complex<float>, std::complex<double>>(sum, [&]<class T>() {
    tensor<T, 1> const ahead = cast<T>(b), back = cast<T>(a);
    return numerics::filter(ahead, back, elements_as<T>(x), axis);
  });
}

any_tensor medfilt_untyped(any_expr<> const& x, index_t size) {
  dtype const is = x.dtype();
  if (isdtype(is, dtype_kind::complex_floating))
    throw_elements("numerics::medfilt", is);
  dtype const integer = is == dtype::uint64 ? is : dtype::int64; // which hold all integers, as double all floats
  any_tensor out = computed_as<std::int64_t, std::uint64_t, double>(
      isdtype(is, dtype_kind::real_floating) ? dtype::float64 : integer,
      [&]<class T>() { return numerics::medfilt(elements_as<T>(x), size); });
  return converted(std::move(out), is);
}

any_tensor sample_untyped(any_expr<> const& u, any_expr<> const* x, int count,
                          numerics::sample_options const& options) {
  return computed_as<float, double>(real_floating("sample", u.dtype()), [&]<class T>() {
    tensor<T> const array = elements_as<T>(u);
    tensor<double> const at[] = {elements_as<double>(x[0]), elements_as<double>(x[1]),
                                 elements_as<double>(x[count - 1])};
    return count == 2 ? any_tensor(numerics::sample(array, at[0], at[1], options))
                      : any_tensor(numerics::sample(array, at[0], at[1], at[2], options));
  });
}

any_tensor resample_untyped(any_expr<> const& u, dynamic_extents const& shape, numerics::resampling method) {
  return computed_as<float, double>(real_floating("resample", u.dtype()),
                                    [&]<class T>() { return numerics::resample(elements_as<T>(u), shape, method); });
}

any_expr<> untyped_floating(answered_above, any_expr<> const& x) {
  bool const is_floating = isdtype(x.dtype(), dtype_kind::real_floating, dtype_kind::complex_floating);
  return is_floating ? x : cast(x, dtype::float64);
}

any_expr<> untyped_grid(answered_above, char const* operation, dynamic_extents const& values, int axis,
                        any_expr<> const& x) {
  bool const is_vector = x.rank() == 1;
  check_grid(operation, x.shape(), values, axis, is_vector);
  any_expr<> const grid = untyped_floating(answered_above{}, x);
  return is_vector ? reshape(grid, extents_along(values, axis)) : grid;
}

} // namespace weft::detail
