#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/io/npy_format.hpp>

#include <string>

namespace weft {

/// Reads a NumPy .npy file (versions 1 to 3, either order, either byte order) into a tensor of T of static rank or
/// shape S. Throws io_error that names the file and the reason, dtype_error if the elements are of another type,
/// shape_error if the rank or a static extent differs. No more memory is taken than the file holds.
template <class T, auto S = runtime_rank, class Order = row_major>
  requires HasDtype<T>
WEFT_FN tensor<T, S, Order> load_npy(std::string const& path) {
  detail::npy_file_reader file(path);
  auto const& head = file.header();
  file.require_type(dtype_of<T>);
  if constexpr (tensor<T, S, Order>::static_rank >= 0)
    file.require_rank(tensor<T, S, Order>::static_rank);
  dynamic_extents shape(head.rank);
  for (int k = 0; k < head.rank; ++k)
    shape.set(k, head.extents[static_cast<std::size_t>(k)]);
  tensor<T, S, Order> out(uninit, shape);
  const auto strides = detail::convert_extents<dynamic_extents>(out.strides());
  file.read(out.data(), strides.value);
  return out;
}

/// The same with the element type and the rank that the file has.
WEFT_FN inline any_tensor load_npy(std::string const& path) {
  detail::npy_file_reader file(path);
  auto const& head = file.header();
  dynamic_extents shape(head.rank);
  for (int k = 0; k < head.rank; ++k)
    shape.set(k, head.extents[static_cast<std::size_t>(k)]);
  any_tensor out(head.type, shape);
  file.read(out.data());
  return out;
}

/// Writes what numpy.save writes: version 1, Fortran order if only column-major order fits the memory, else C order. An
/// expression is evaluated first. Throws io_error; what was written until then stays.
template <Tensorial X>
  requires HasDtype<detail::value_t<X>>
WEFT_FN void save_npy(std::string const& path, X const& x) {
  if constexpr (Stored<X>) {
    x.window().window_leaf().keep.check("save_npy");
    const auto e = detail::convert_extents<dynamic_extents>(x.shape());
    const auto s = detail::convert_extents<dynamic_extents>(x.strides());
    detail::write_npy(path, {dtype_of<detail::value_t<X>>, x.data(), x.rank(), e.value, s.value});
  } else {
    save_npy(path, eval(x));
  }
}
WEFT_FN inline void save_npy(std::string const& path, any_tensor const& x) {
  const auto s = x.strides();
  detail::write_npy(path, {x.dtype(), x.data(), x.rank(), x.shape().value, s.value});
}

} // namespace weft
