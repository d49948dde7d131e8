#pragma once
#include <weft/sparse/compressed.hpp>
#include <weft/tensor/memory.hpp>

#include <utility>
#include <vector>

namespace weft {

namespace detail {

/// A value that becomes an index without losing digits.
template <class X>
concept IndexValue = std::convertible_to<X const&, index_t> && !std::floating_point<X>;

WEFT_API [[noreturn]] void throw_sparse_entry(char const* operation, index_t row, index_t column, index_t rows,
                                              index_t columns);
WEFT_FN inline void check_entry(char const* operation, index_t row, index_t column, index_t rows, index_t columns) {
  auto const is_in = [](index_t i, index_t n) { return static_cast<std::size_t>(i) < static_cast<std::size_t>(n); };
  if (!is_in(row, rows) || !is_in(column, columns))
    throw_sparse_entry(operation, row, column, rows, columns);
}
/// Throws shape_error unless both extents are 0 or more.
WEFT_API void check_sparse_shape(char const* operation, index_t rows, index_t columns);
/// Throws shape_error unless both shapes are equal.
WEFT_API void check_same_sparse(char const* operation, extents<dyn, dyn> const& a, extents<dyn, dyn> const& b);
/// Throws index_error: the matrix stores no such element.
WEFT_API [[noreturn]] void throw_no_entry(char const* operation, index_t row, index_t column);
/// Throws shape_error, in the name of borrow_sparse, unless the indices of each line ascend.
WEFT_API void require_ascending(bool ascend);

} // namespace detail

/// Entries of a matrix in any order, of which a sparse matrix is made: triplets<double> t(3, 3); t.add(0, 2, 1.5);
/// sparse<double> s(t). Values that are added to one place are summed there, in the order in which they were added.
/// An entry takes 24 bytes, or 32 where values are std::complex<double>.
template <class T>
class triplets {
  static_assert(detail::SparseElement<T>, "weft: sparse: elements are float, double, their complex, std::int32_t or "
                                          "std::int64_t");

public:
  using value_type = T;

  WEFT_FN triplets(index_t rows, index_t columns) : rows_(rows), columns_(columns) {
    detail::check_sparse_shape("triplets", rows, columns);
  }
  WEFT_FN explicit triplets(extents<dyn, dyn> const& shape) : triplets(shape[0], shape[1]) {}
  WEFT_COPIED(triplets);

  [[nodiscard]] WEFT_FN extents<dyn, dyn> shape() const { return weft::shape(rows_, columns_); }
  /// The number of entries that have been added.
  [[nodiscard]] WEFT_FN index_t size() const { return static_cast<index_t>(entries_.size()); }
  /// The entries themselves: row, column, value.
  [[nodiscard]] WEFT_FN detail::sparse_entry<T> const* data() const WEFT_LIFETIMEBOUND { return entries_.data(); }

  /// Adds a value to the element (row, column). Throws index_error outside of the matrix.
  WEFT_FN void add(index_t row, index_t column, T value) {
    detail::check_entry("triplets::add", row, column, rows_, columns_);
    entries_.push_back({row, column, value});
  }
  /// Adds a small matrix, such as the matrix of an element of a mesh: block(i, j) to (rows(i), columns(j)). Both are
  /// vectors of integers. Throws shape_error unless the block has as many rows and columns as there are indices, and
  /// index_error if an index is outside of the matrix; nothing is added then.
  template <Tensorial R, Tensorial C, Tensorial B>
    requires(detail::rank_of<B> != 0)
  WEFT_FN void add(R const& rows, C const& columns, B const& block) {
    tensor<index_t, 1> i(rows), j(columns);
    tensor<T, 2> values(block);
    detail::check_count("triplets::add: rows of the block", values.extent(0), i.size());
    detail::check_count("triplets::add: columns of the block", values.extent(1), j.size());
    for (index_t r : i)
      for (index_t c : j)
        detail::check_entry("triplets::add", r, c, rows_, columns_);
    for (index_t r = 0; r < i.size(); ++r)
      for (index_t c = 0; c < j.size(); ++c)
        entries_.push_back({i(r), j(c), values(r, c)});
  }
  template <class R, class C, class V>
    requires(!(Tensorial<R> && Tensorial<C> && Tensorial<V>) &&
             !(detail::IndexValue<R> && detail::IndexValue<C> && std::convertible_to<V const&, T>))
  WEFT_FN void add(R const&, C const&, V const&) {
    static_assert(detail::always_false<V>,
                  "weft: triplets: t.add(row, column, value) takes integers and a number that T "
                  "holds, t.add(rows, columns, block) tensors of indices and a tensor");
  }
  /// Adds all entries of other triplets, which, for example, another thread has filled. Throws shape_error if the
  /// shapes differ.
  WEFT_FN void append(triplets const& other) {
    detail::check_same_sparse("triplets::append", other.shape(), shape());
    entries_.insert(entries_.end(), other.entries_.begin(), other.entries_.end());
  }

  /// Reserves memory for `entries` entries in all.
  WEFT_FN void reserve(index_t entries) {
    detail::check_sparse_shape("triplets::reserve", entries, 0);
    entries_.reserve(static_cast<std::size_t>(entries));
  }
  /// Changes the number of entries. New ones are 0 at (0, 0) until set() writes them. Throws index_error if the matrix
  /// has no element for them.
  WEFT_FN void resize(index_t entries) {
    detail::check_sparse_shape("triplets::resize", entries, 0);
    if (entries > size())
      detail::check_entry("triplets::resize", 0, 0, rows_, columns_);
    entries_.resize(static_cast<std::size_t>(entries));
  }
  /// Writes entry k, after resize() has made it. Several threads may write different entries at the same time.
  WEFT_FN void set(index_t k, index_t row, index_t column, T value) {
    detail::check_entry("triplets::set", row, column, rows_, columns_);
    detail::check_entry("triplets::set", k, 0, size(), 1);
    entries_[static_cast<std::size_t>(k)] = {row, column, value};
  }
  /// Removes all entries; the memory stays.
  WEFT_FN void clear() { entries_.clear(); }

private:
  index_t rows_, columns_;
  std::vector<detail::sparse_entry<T>> entries_;
};

} // namespace weft
