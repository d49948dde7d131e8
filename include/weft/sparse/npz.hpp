#pragma once
#ifdef WEFT_WITHOUT_IO
#error "weft: this library was built without the component io: -DWEFT_COMPONENTS=all, or a list with io"
#endif
#include <weft/io/npz.hpp>
#include <weft/sparse/matrix_market.hpp>

#include <string>
#include <utility>

// Sparse matrices in archives, as SciPy reads and writes them.
namespace weft {

namespace detail {

enum class sparse_format : unsigned char { csr, csc, coo };

/// Throws io_error if the archive names no format, or a format that is not read.
WEFT_API sparse_format format_of_archive(npz_file const& file, std::string const& path);
WEFT_API void add_format(npz_writer& file, sparse_format format);
/// Returns "load_sparse_npz" and the file, as errors name them.
WEFT_API std::string loading_of(std::string const& path);
/// Throws shape_error unless there is one offset more than there are lines.
WEFT_API void check_offsets_in_archive(std::string const& loading, index_t offsets, index_t lines);

/// Returns the extents in an archive. Throws shape_error unless they are 0 or more.
WEFT_FN inline extents<dyn, dyn> shape_in_archive(npz_file const& file, std::string const& loading) {
  auto const shape = file.load<index_t, 1>("shape", converting);
  check_count(loading.c_str(), shape.size(), 2);
  check_sparse_shape(loading.c_str(), shape(0), shape(1));
  return weft::shape(shape(0), shape(1));
}

/// Reads the matrix of a csr or csc archive, in its own order.
template <class T, class Order, class Index>
WEFT_FN sparse<T, Order, Index> load_compressed(npz_file const& file, std::string const& loading, conversion how) {
  constexpr bool by_rows = has_rows<Order>;
  using indices = compressed_indices<Index>;
  auto const shape = shape_in_archive(file, loading);
  index_t const lines = shape[by_rows ? 0 : 1], width = shape[by_rows ? 1 : 0];
  check_numbers<Index>(loading.c_str(), lines > width ? lines : width);
  auto o = file.load<Index, 1>("indptr", converting), j = file.load<Index, 1>("indices", converting);
  auto v = file.load<T, 1>("data", how);
  check_offsets_in_archive(loading, o.size(), lines);
  check_count(loading.c_str(), j.size(), v.size());
  bool const ascend = indices::check(loading.c_str(), {lines, width, o.data(), j.data()}, v.size());
  index_t const left = ascend ? v.size() : compressed_kernels<T, Index>::sort(lines, target_of(o, j, v));
  return shortened<T, Order>(shape[0], shape[1], std::move(o), std::move(j), std::move(v), left);
}
/// Reads the entries of a coo archive.
template <class T>
WEFT_FN triplets<T> load_triplets(npz_file const& file, std::string const& loading, conversion how) {
  auto const shape = shape_in_archive(file, loading);
  auto const rows = file.load<index_t, 1>("row", converting), columns = file.load<index_t, 1>("col", converting);
  auto const values = file.load<T, 1>("data", how);
  check_count(loading.c_str(), rows.size(), values.size());
  check_count(loading.c_str(), columns.size(), values.size());
  triplets<T> entries(shape);
  entries.reserve(values.size());
  for (index_t k = 0; k < values.size(); ++k) {
    check_entry(loading.c_str(), rows.data()[k], columns.data()[k], shape[0], shape[1]);
    entries.add(rows.data()[k], columns.data()[k], values.data()[k]);
  }
  return entries;
}

/// Returns a matrix in the order that is asked for. Throws io_error if another order would have more lines than
/// allowed.
template <class Order, Sparse S>
WEFT_FN auto turned_to(S&& s, std::string const& path, index_t most_lines) {
  if constexpr (std::is_same_v<Order, sparse_order<S>>) {
    return static_cast<S&&>(s);
  } else {
    check_lines_of_file(path, s.extent(has_rows<Order> ? 0 : 1), s.nonzeros(), most_lines);
    return sparse<sparse_value<S>, Order, sparse_index<S>>(s);
  }
}

template <Sparse S>
WEFT_FN void write_sparse(std::string const& path, S const& s, npz_packing packing, save_options const& options) {
  npz_writer file(path, packing, options);
  tensor<std::int64_t, 1> shape(2);
  shape(0) = s.extent(0);
  shape(1) = s.extent(1);
  file.add("indices", s.indices());
  if (s.offsets().size() == 0) // a matrix that was moved from
    file.add("indptr", tensor<sparse_index<S>, 1>(1));
  else
    file.add("indptr", s.offsets());
  add_format(file, has_rows<sparse_order<S>> ? sparse_format::csr : sparse_format::csc);
  file.add("shape", shape);
  file.add("data", s.values());
  file.close();
}

} // namespace detail

/// Reads a csr, csc or coo matrix that scipy.sparse.save_npz has written, to the order that is asked for: csr becomes
/// csc with column_major, and the other way round. Indices may be in any order; entries of one place are summed.
/// Elements of another type are converted on request, as by load_npy; indices become Index where they keep their
/// values. Throws io_error, and for the members dtype_error and shape_error, as npz_file does. Throws shape_error or
/// index_error, which name the file, if the members make no matrix. Besides the members, memory is taken for an offset
/// of each row, or of each column if Order is column_major. If the file has no such offsets, and there are more of
/// these lines than entries and than most_lines, io_error is thrown.
template <class T = double, class Order = row_major, class Index = std::int32_t>
[[nodiscard]] WEFT_FN sparse<T, Order, Index> load_sparse_npz(std::string const& path,
                                                              conversion how = conversion::none,
                                                              index_t most_lines = detail::most_lines_of_files) {
  npz_file const file(path);
  std::string const loading = detail::loading_of(path);
  switch (detail::format_of_archive(file, path)) {
  case detail::sparse_format::csr:
    return detail::turned_to<Order>(detail::load_compressed<T, row_major, Index>(file, loading, how), path, most_lines);
  case detail::sparse_format::csc:
    return detail::turned_to<Order>(detail::load_compressed<T, column_major, Index>(file, loading, how), path,
                                    most_lines);
  default:
    return detail::sparse_of_file<Order, Index>(path, detail::load_triplets<T>(file, loading, how), most_lines);
  }
}

/// Writes a matrix as scipy.sparse.save_npz(path, s, compressed=False) does: the members indices, indptr, format, which
/// is csr, or csc where the order is column_major, shape and data. scipy.sparse.load_npz reads it. The file is replaced
/// whole, as save_options says. If it throws io_error, the old file stays.
template <Sparse S>
WEFT_FN void save_npz(std::string const& path, S const& s, save_options const& options = {}) {
  detail::write_sparse(path, s, npz_packing::stored, options);
}
template <Tensorial A>
void save_npz(std::string const&, A const&, save_options const& = {}) {
  static_assert(detail::always_false<A>, "weft: save_npz(path, s) writes a sparse matrix; a dense tensor has a name in "
                                         "an archive: save_npz(path, {{\"a\", a}}), or save_npy(path, a)");
}
/// Writes a matrix as save_npz does, with deflated members, as SciPy writes them by default. Throws io_error if weft
/// was built without zlib.
template <Sparse S>
WEFT_FN void save_npz_compressed(std::string const& path, S const& s, save_options const& options = {}) {
  detail::write_sparse(path, s, npz_packing::deflated, options);
}

} // namespace weft
