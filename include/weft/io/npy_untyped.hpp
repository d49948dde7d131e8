#pragma once
#include <weft/dynamic/any_tensor.hpp>
#include <weft/io/npy_typed.hpp>

#include <concepts>
#include <string>

namespace weft {

namespace detail {

WEFT_FN inline any_tensor read_tensor(npy_reader& file) {
  any_tensor out(file.header().type, shape_of(file.header()));
  file.read(out.data());
  return out;
}

template <Untyped X>
struct file_operand<X> {
  static constexpr bool is_storable = true;

  template <class F>
  WEFT_FN static void with_memory(char const* operation, X const& x, F f) {
    if constexpr (UntypedMemory<X>) {
      if constexpr (!std::same_as<X, any_tensor>) // an any_tensor owns its memory, which cannot have been freed
        untyped_access::check(x, operation);
      auto const s = x.strides();
      f(untyped_view{x.dtype(), x.data(), x.rank(), x.shape().value, s.value});
    } else {
      file_operand<any_tensor>::with_memory(operation, any_tensor(any_expr<>(x)), f);
    }
  }
};

} // namespace detail

/// Reads a .npy file into a tensor with the element type and the rank of the file.
[[nodiscard]] WEFT_FN inline any_tensor load_npy(std::string const& path) {
  detail::npy_file_reader file(path);
  return detail::read_tensor(file);
}

} // namespace weft
