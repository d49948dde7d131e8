#pragma once
#include <weft/io/npy_format.hpp>
#include <weft/tensor/tensor.hpp>

#include <string>

namespace weft {

namespace detail {

WEFT_FN inline dynamic_extents shape_of(npy_header const& head) {
  dynamic_extents shape(head.rank);
  for (int k = 0; k < head.rank; ++k)
    shape.set(k, head.extents[k]);
  return shape;
}

template <class T, auto S, class Order>
WEFT_FN tensor<T, S, Order> read_tensor(npy_reader& file, conversion how) {
  file.require_type(dtype_of<T>, how);
  if constexpr (tensor<T, S, Order>::static_rank >= 0)
    file.require_rank(tensor<T, S, Order>::static_rank);
  tensor<T, S, Order> out(uninit, shape_of(file.header()));
  auto const strides = convert_extents<dynamic_extents>(out.strides());
  file.read_as(dtype_of<T>, how, out.data(), strides.value);
  return out;
}

/// How functions that write files reach the memory of an operand X.
template <class X>
struct file_operand {
  static constexpr bool is_storable = false;
};
template <Tensorial X>
struct file_operand<X> {
  static constexpr bool is_storable = HasDtype<value_t<X>>;

  template <class F>
  WEFT_FN static void with_memory(char const* operation, X const& x, F f) {
    if constexpr (Stored<X>) {
      x.window().window_leaf().keep.check(operation);
      auto const e = convert_extents<dynamic_extents>(x.shape()), s = convert_extents<dynamic_extents>(x.strides());
      f(untyped_view{dtype_of<value_t<X>>, x.data(), x.rank(), e.value, s.value});
    } else {
      auto const y = eval(x);
      file_operand<std::remove_const_t<decltype(y)>>::with_memory(operation, y, f);
    }
  }
};

/// Calls f with the memory of a tensor, a view or an evaluated expression; with npy_untyped.hpp also of an any_tensor.
template <class X, class F>
WEFT_FN void with_memory(char const* operation, X const& x, F f) {
  file_operand<X>::with_memory(operation, x, f);
}

} // namespace detail

/// Operands that can be written to files: tensors, views and expressions whose elements have a dtype; with
/// npy_untyped.hpp also any_tensors, their views and their expressions.
template <class X>
concept Storable = detail::file_operand<X>::is_storable;

/// Reads a NumPy .npy file (versions 1 to 3, either order, either byte order) into a tensor of elements T with the
/// static rank or shape S. Elements of another type are converted on request: load_npy<double, 2>(path, converting)
/// keeps their values, load_npy<float, 2>(path, casting) rounds. Throws io_error, which names the file and the reason;
/// dtype_error if the elements are of another type and no conversion is asked for, or if it refuses one; shape_error if
/// the rank or a static extent differs. No more memory is taken than the elements of the file need.
template <class T, auto S = runtime_rank, class Order = row_major>
  requires HasDtype<T>
[[nodiscard]] WEFT_FN tensor<T, S, Order> load_npy(std::string const& path, conversion how = conversion::none) {
  detail::npy_file_reader file(path);
  return detail::read_tensor<T, S, Order>(file, how);
}

/// Writes what numpy.save writes: version 1, in Fortran order if the memory is column-major and not row-major, else in
/// C order. An expression is evaluated first. The file is replaced whole, as save_options says, so x may be a view of
/// its mapping. Throws io_error, and then the old file stays.
template <Storable X>
WEFT_FN void save_npy(std::string const& path, X const& x, save_options const& options = {}) {
  detail::with_memory("save_npy", x, [&](detail::untyped_view const& a) { detail::write_npy(path, a, options); });
}
template <Tensorial X>
void save_npy(X const&, std::string const&) WEFT_REFUSED("weft: the path comes first: save_npy(path, a)");

// These tell programs which header to include for load_csv and save_csv. The functions of that header win even if the
// path has to be converted, because an ellipsis is the worst match.
template <int = 0>
void load_csv(...) WEFT_REFUSED("weft: load_csv<T, R>(path, options) is in weft/io/csv.hpp");
template <int = 0>
void save_csv(detail::other, detail::other, ...) WEFT_REFUSED("weft: save_csv(path, a, options) is in weft/io/csv.hpp");

} // namespace weft
