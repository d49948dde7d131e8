#pragma once
#ifdef WEFT_WITHOUT_IO
#error "weft: this library was built without the component io: -DWEFT_COMPONENTS=all, or a list with io"
#endif
#include <weft/io/npy.hpp>

#include <string>

namespace weft {

namespace detail {

/// Reads a PGM or PPM image. The constructor reads its head. The samples are laid out as in a .npy file.
class WEFT_API pnm_reader final : public npy_reader {
public:
  explicit pnm_reader(std::string const& path);
  /// Reads an image in memory; error messages call it `name`.
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
WEFT_API void write_pnm(std::string const& path, untyped_view const& a, save_options const& options);

/// Reads a PNG image, which is decoded when it is opened. The samples are laid out as in a .npy file.
class WEFT_API png_reader final : public npy_reader {
public:
  explicit png_reader(std::string const& path);
  /// Reads an image in memory; error messages call it `name`.
  png_reader(std::string const& bytes, std::string const& name);
  ~png_reader() override;

private:
  void next(void* to, std::size_t bytes) override;

  std::string samples_;
  std::size_t at_ = 0;
};
WEFT_API void write_png(std::string const& path, untyped_view const& a, save_options const& options);

} // namespace detail

/// Reads a PGM (grey) or PPM (colour) image, binary or plain: (rows, columns), or (rows, columns, 3) with red, green
/// and blue. Samples are as in the file: uint8 if the greatest value that its head states is below 256, else uint16.
/// load_pnm<float>(path, converting) gives another type, with the same values. Throws as load_npy does; no more memory
/// is taken than the file needs.
template <class T, auto S = runtime_rank, class Order = row_major>
  requires HasDtype<T>
[[nodiscard]] WEFT_FN tensor<T, S, Order> load_pnm(std::string const& path, conversion how = conversion::none) {
  detail::pnm_reader file(path);
  return detail::read_tensor<T, S, Order>(file, how);
}
#ifndef WEFT_WITHOUT_DYNAMIC
/// Reads an image with the sample type and the rank that it has.
[[nodiscard]] WEFT_FN inline any_tensor load_pnm(std::string const& path) {
  detail::pnm_reader file(path);
  return detail::read_tensor(file);
}
#endif

/// Reads a PNG image: (rows, columns) if it is grey, else (rows, columns, channels) with 2 channels for grey and alpha,
/// 3 for red, green and blue, 4 with alpha. Samples are as in the file, uint8 or uint16; fewer than 8 bits are scaled
/// to 8, the colours of a palette are looked up, and no gamma is applied. load_png<float>(path, converting) gives
/// another type. A colour that the file declares transparent (tRNS) is made so only in palettes. Throws as load_npy
/// does, also if weft was built without libspng (WEFT_WITH_PNG); an image larger than its file can hold is refused
/// before memory is taken.
template <class T, auto S = runtime_rank, class Order = row_major>
  requires HasDtype<T>
[[nodiscard]] WEFT_FN tensor<T, S, Order> load_png(std::string const& path, conversion how = conversion::none) {
  detail::png_reader file(path);
  return detail::read_tensor<T, S, Order>(file, how);
}
#ifndef WEFT_WITHOUT_DYNAMIC
/// Reads an image with the sample type and the rank that it has.
[[nodiscard]] WEFT_FN inline any_tensor load_png(std::string const& path) {
  detail::png_reader file(path);
  return detail::read_tensor(file);
}
#endif

namespace detail {

/// True if the elements are samples; other elements do not compile. any_tensor is checked at run time.
template <class X>
WEFT_FN constexpr bool has_samples() {
  if constexpr (Tensorial<X>) {
    using T = value_t<X>;
    constexpr bool samples = HasDtype<T> && std::unsigned_integral<T> && !std::same_as<T, bool> && sizeof(T) <= 2;
    static_assert(samples, "weft: save_png, save_pnm: samples are uint8 or uint16: cast<std::uint8_t>(round(255 * a))");
    return samples;
  } else {
    return true;
  }
}

} // namespace detail

/// Writes uint8 or uint16 samples as binary PGM, for (rows, columns), or PPM, for (rows, columns, 3). An expression is
/// evaluated first. The file is replaced whole, as save_options says. Throws dtype_error, shape_error or io_error.
template <Storable X>
WEFT_FN void save_pnm(std::string const& path, X const& x, save_options const& options = {}) {
  if constexpr (detail::has_samples<X>())
    detail::with_memory("save_pnm", x, [&](detail::untyped_view const& a) { detail::write_pnm(path, a, options); });
}
/// Writes uint8 or uint16 samples as PNG: (rows, columns), or (rows, columns, channels) with 1 to 4 channels as
/// load_png reads them. An expression is evaluated first. The file is replaced whole, as save_options says. Throws
/// dtype_error, shape_error or io_error; always io_error where weft was built without libspng, which build_info() says.
template <Storable X>
WEFT_FN void save_png(std::string const& path, X const& x, save_options const& options = {}) {
  if constexpr (detail::has_samples<X>())
    detail::with_memory("save_png", x, [&](detail::untyped_view const& a) { detail::write_png(path, a, options); });
}

} // namespace weft
