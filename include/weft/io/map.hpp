#pragma once
#include <weft/io/npy.hpp>

#include <array>
#include <string>

namespace weft {

namespace detail {

/// The elements of a mapped .npy file; `owner`, owned once, unmaps it.
struct mapped_npy {
  npy_header header;
  std::array<index_t, max_rank> strides;
  void* data;
  block* owner;
};
/// A rank below 0 is any.
WEFT_API mapped_npy map_npy_file(std::string const& path, dtype type, int rank, bool writable);

template <class T, auto S, class Order>
WEFT_FN view<T, S, Order> mapped_view(std::string const& path, bool writable) {
  mapped_npy const file =
      map_npy_file(path, dtype_of<std::remove_const_t<T>>, view<T, S, Order>::static_rank, writable);
  dynamic_extents strides(file.header.rank);
  for (int k = 0; k < file.header.rank; ++k)
    strides.set(k, file.strides[static_cast<std::size_t>(k)]);
  return strided_view(static_cast<T*>(file.data), shape_of(file.header), strides, storage_ref::take(file.owner))
      .template as<S, Order>();
}

} // namespace detail

/// The elements of a .npy file where they lie: the file is mapped into memory, nothing is read before it is used, and
/// the mapping ends with the last view of it. A Fortran-ordered file has the strides of column_major. Throws what
/// load_npy throws; io_error also where the elements cannot stay where they are: the other byte order, data at no
/// multiple of the alignment of T (NumPy aligns to 64 bytes), bool bytes that are neither 0 nor 1 (this one pass reads
/// the file); shape_error where the rank or a static extent is another one, layout_error where the order is. A saver of
/// weft, also save_npy of the mapping itself, puts another file in the place of this one: the views go on to show the
/// old file, which the disk keeps until the last of them goes. A file that other programs write to in place changes
/// under the views, and one that they shorten ends the program when the lost part is read, as with any mapping.
template <class T, auto S = runtime_rank, class Order = strided>
  requires HasDtype<T>
[[nodiscard]] WEFT_FN view<T const, S, Order> map_npy(std::string const& path) {
  return detail::mapped_view<T const, S, Order>(path, false);
}
/// A mapping to write to: what is written stays in this program's memory, page by page, and never reaches the file
/// unless save_npy(path, m) replaces it.
template <class T, auto S = runtime_rank, class Order = strided>
  requires HasDtype<T>
[[nodiscard]] WEFT_FN view<T, S, Order> map_npy_private(std::string const& path) {
  return detail::mapped_view<T, S, Order>(path, true);
}

} // namespace weft
