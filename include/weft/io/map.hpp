#pragma once
#include <weft/io/npy.hpp>

#include <array>
#include <string>

namespace weft {

namespace detail {

/// The elements of a mapped .npy file. The caller gets one share in `owner`; the last share unmaps the file.
struct mapped_npy {
  npy_header header;
  std::array<index_t, max_rank> strides;
  void* data;
  block* owner;
};
/// Maps a file. A negative `rank` accepts any rank.
WEFT_API mapped_npy map_npy_file(std::string const& path, dtype type, int rank, bool writable);

template <class T, auto S, class Order>
WEFT_FN view<T, S, Order> mapped_view(std::string const& path, bool writable) {
  mapped_npy const file =
      map_npy_file(path, dtype_of<std::remove_const_t<T>>, view<T, S, Order>::static_rank, writable);
  dynamic_extents strides(file.header.rank);
  for (int k = 0; k < file.header.rank; ++k)
    strides.set(k, file.strides[static_cast<std::size_t>(k)]);
  return strided_view(static_cast<T*>(file.data), shape_of(file.header), strides, storage_ref::adopt(file.owner))
      .template as<S, Order>();
}

} // namespace detail

/// Maps a .npy file into memory, and returns a view of its elements. Nothing is read before it is used, and the mapping
/// ends with the last view of it. A Fortran-ordered file has the strides of column_major. Throws what load_npy throws.
/// Throws io_error also if the elements cannot be used in place: in the other byte order, at an address that is no
/// multiple of the alignment of T (NumPy aligns to 64 bytes), or with bool bytes that are neither 0 nor 1 (for bool the
/// whole file is read once). Throws shape_error if the rank or a static extent differs, layout_error if the strides do
/// not fit Order. Savers of weft, also save_npy of the mapping itself, replace the file by a new one: the views still
/// show the old file, which stays on the disk until the last view dies. If another program writes to the file in place,
/// the views change; if it shortens the file, reading the lost part ends this program, as with any mapping.
template <class T, auto S = runtime_rank, class Order = strided>
  requires HasDtype<T>
[[nodiscard]] WEFT_FN view<T const, S, Order> map_npy(std::string const& path) {
  return detail::mapped_view<T const, S, Order>(path, false);
}
/// Maps a file, and returns a view to write to. Written pages stay in this program's memory, and never reach the file
/// unless save_npy(path, m) replaces it.
template <class T, auto S = runtime_rank, class Order = strided>
  requires HasDtype<T>
[[nodiscard]] WEFT_FN view<T, S, Order> map_npy_private(std::string const& path) {
  return detail::mapped_view<T, S, Order>(path, true);
}

} // namespace weft
