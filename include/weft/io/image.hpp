#pragma once
#include <weft/io/npy.hpp>

#include <string>

namespace weft {

namespace detail {

/// A PGM or PPM image, of which the head is read. Its samples are laid out as those of a .npy file.
class WEFT_API pnm_reader final : public npy_reader {
public:
  explicit pnm_reader(std::string const& path);
  /// An image in memory.
  pnm_reader(std::string bytes, std::string const& name);
  ~pnm_reader() override;

private:
  void next(void* to, std::size_t bytes) override;
  index_t number(char const* what, index_t largest);

  std::string bytes_;
  std::size_t at_ = 0;
  index_t largest_ = 0;
  bool plain_ = false;
};
WEFT_API void write_pnm(std::string const& path, untyped_view const& a);

} // namespace detail

/// Reads a PGM (grey) or PPM (colour) image, binary or plain: (rows, columns), or (rows, columns, 3) with red, green
/// and blue. Samples are as in the file: uint8 if its greatest value is below 256, else uint16. Throws as load_npy
/// does; no more memory is taken than the file needs.
template <class T, auto S = runtime_rank, class Order = row_major>
  requires HasDtype<T>
WEFT_FN tensor<T, S, Order> load_pnm(std::string const& path) {
  detail::pnm_reader file(path);
  return detail::read_tensor<T, S, Order>(file);
}
WEFT_FN inline any_tensor load_pnm(std::string const& path) {
  detail::pnm_reader file(path);
  return detail::read_tensor(file);
}

/// Writes uint8 or uint16 samples as binary PGM, for (rows, columns), or PPM, for (rows, columns, 3). An expression is
/// evaluated first. Throws dtype_error, shape_error or io_error.
template <Storable X>
WEFT_FN void save_pnm(std::string const& path, X const& x) {
  detail::with_memory("save_pnm", x, [&](detail::untyped_view const& a) { detail::write_pnm(path, a); });
}

} // namespace weft
