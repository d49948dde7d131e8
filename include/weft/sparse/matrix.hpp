#pragma once
#include <weft/ops/select.hpp>
#include <weft/sparse/triplets.hpp>
#include <weft/tensor/deduce.hpp>

#include <initializer_list>
#include <limits>

namespace weft {

template <class T, class Order = row_major, class Index = std::int32_t>
class sparse;
template <class T, class Order = row_major, class Index = std::int32_t>
class sparse_view;

namespace detail {

template <Sparse X>
using sparse_value = typename std::remove_cvref_t<X>::value_type;
template <Sparse X>
using sparse_order = typename std::remove_cvref_t<X>::order_type;
template <Sparse X>
using sparse_index = typename std::remove_cvref_t<X>::index_type;
/// True if the lines of the matrix are rows, which is csr.
template <class Order>
inline constexpr bool has_rows = std::is_same_v<Order, row_major>;
template <class Order>
using other_order = std::conditional_t<has_rows<Order>, column_major, row_major>;
/// The type of the sparse matrix, with memory of its own, that X is copied to.
template <Sparse X>
using sparse_copy = sparse<sparse_value<X>, sparse_order<X>, sparse_index<X>>;

WEFT_API void check_sparse_index(char const* operation, index_t extent, index_t largest);
/// Throws shape_error if indices of type Index cannot number `extent` rows, columns or entries.
template <class Index>
WEFT_FN void check_numbers(char const* operation, index_t extent) {
  check_sparse_index(operation, extent, static_cast<index_t>((std::numeric_limits<Index>::max)() - 1));
}

/// The three vectors of a compressed matrix, and its extents. Lines are rows, or columns where Order is column_major.
template <class Values, class Indices>
struct compressed_arrays {
  index_t rows = 0, columns = 0;
  Indices offsets;
  Indices indices;
  Values values;
};

/// True for a temporary that owns its memory, which ends with the statement.
template <class X>
inline constexpr bool is_owned_temporary = !std::is_lvalue_reference_v<X> && Owning<X>;

/// Gives the library access to the private members of sparse matrices.
struct sparse_access {
  template <Sparse X>
  WEFT_FN static auto&& stored(X&& x) {
    return static_cast<X&&>(x).stored_;
  }
  /// Returns the arrays of a temporary matrix, which is 0 x 0 afterwards, or a reference to the arrays of another
  /// matrix.
  template <Sparse X>
  WEFT_FN static decltype(auto) given(X&& x) {
    using plain = std::remove_cvref_t<X>;
    if constexpr (std::is_lvalue_reference_v<X> || !requires { typename plain::owns_memory; }) {
      return (x.stored_);
    } else {
      plain whole(static_cast<X&&>(x));
      return decltype(whole.stored_)(std::move(whole.stored_));
    }
  }
  /// Makes a matrix of a structure that has been checked.
  template <class T, class Order, class Index>
  WEFT_FN static sparse<T, Order, Index> made(index_t rows, index_t columns, tensor<Index, 1>&& offsets,
                                              tensor<Index, 1>&& indices, tensor<T, 1>&& values) {
    return sparse<T, Order, Index>({rows, columns, std::move(offsets), std::move(indices), std::move(values)});
  }
  template <class T, class Order, class Index>
  WEFT_FN static sparse_view<T, Order, Index>
  viewed(index_t rows, index_t columns, view<Index const, 1, row_major> const& offsets,
         view<Index const, 1, row_major> const& indices, view<T, 1, row_major> const& values) {
    return sparse_view<T, Order, Index>({rows, columns, offsets, indices, values});
  }
};

/// Throws layout_error, in checked builds, if the vectors of a view exist no more.
template <class Part>
WEFT_FN void check_array([[maybe_unused]] Part const& array) {
  if constexpr (is_view<Part>)
    array.window_leaf().keep.check("sparse_view");
}
template <Sparse X>
WEFT_FN auto structure_of(X const& x) {
  auto const& p = sparse_access::stored(x);
  check_array(p.offsets);
  check_array(p.indices);
  check_array(p.values);
  constexpr bool by_rows = has_rows<sparse_order<X>>;
  return compressed_structure<sparse_index<X>>{by_rows ? p.rows : p.columns, by_rows ? p.columns : p.rows,
                                               std::as_const(p.offsets).data(), std::as_const(p.indices).data()};
}
template <Sparse X>
WEFT_FN auto compressed_of(X const& x) {
  return compressed_matrix<sparse_value<X>, sparse_index<X>>{structure_of(x),
                                                             std::as_const(sparse_access::stored(x).values).data()};
}
template <class T, class Index>
WEFT_FN compressed_target<T, Index> target_of(tensor<Index, 1>& offsets, tensor<Index, 1>& indices,
                                              tensor<T, 1>& values) {
  return {offsets.data(), indices.data(), values.data()};
}

/// Returns the operand of a function of sparse matrices; the compiler refuses anything dense.
template <class A, class T = double>
WEFT_FN decltype(auto) sparse_itself(A const& a) {
  if constexpr (Sparse<A>) {
    return (a);
  } else {
    static_assert(always_false<A>, "weft: this function takes a sparse matrix: to_sparse(a) makes one of a dense one");
    return sparse<T>();
  }
}

/// Returns x as an S: x itself if it has this type, else a copy.
template <class S, Sparse X>
WEFT_FN decltype(auto) as_sparse(X const& x) {
  if constexpr (std::is_same_v<sparse_copy<X>, S>)
    return (x);
  else
    return S(x);
}

/// Makes a matrix of the first `left` entries, because entries of one place may have been joined.
template <class T, class Order, class Index>
WEFT_FN sparse<T, Order, Index> shortened(index_t rows, index_t columns, tensor<Index, 1>&& offsets,
                                          tensor<Index, 1>&& indices, tensor<T, 1>&& values, index_t left) {
  if (left != values.size()) {
    indices = tensor<Index, 1>(indices(range(0, left)));
    values = tensor<T, 1>(values(range(0, left)));
  }
  return sparse_access::made<T, Order>(rows, columns, std::move(offsets), std::move(indices), std::move(values));
}

/// The type of an element that is read by value. A class is const, because s(i, j) = x would write to a copy.
template <class T>
using element_read = std::conditional_t<std::is_class_v<T>, T const, T>;

/// Members that sparse and sparse_view share.
template <class Self, class T, class Order, class Index>
class sparse_interface : public refused_members<Self> {
  static_assert(SparseElement<std::remove_const_t<T>>,
                "weft: sparse: elements are float, double, their complex, std::int32_t or std::int64_t");
  static_assert(has_rows<Order> || std::is_same_v<Order, column_major>,
                "weft: the order of a sparse matrix is row_major, which is csr, or column_major, which is csc");
  static_assert(SparseIndex<Index>, "weft: the indices of a sparse matrix are std::int32_t or std::int64_t");

public:
  using weft_sparse = void;
  using value_type = std::remove_const_t<T>;
  using element_type = T;
  using order_type = Order;
  using index_type = Index;
  static constexpr int static_rank = 2;

  [[nodiscard]] WEFT_FN extents<dyn, dyn> shape() const { return weft::shape(stored().rows, stored().columns); }
  [[nodiscard]] WEFT_FN index_t extent(index_t k) const {
    return detail::asked_axis("extent", k, 2) == 0 ? stored().rows : stored().columns;
  }
  [[nodiscard]] WEFT_FN constexpr int rank() const { return 2; }
  /// The element (i, j), 0 where none is stored: found by bisection of its row or column. Throws index_error outside of
  /// the matrix.
  template <Place A, Place B>
  [[nodiscard]] WEFT_FN element_read<value_type> operator()(A row, B column) const {
    index_t const i = detail::resolve(row, stored().rows), j = detail::resolve(column, stored().columns);
    check_entry("sparse", i, j, stored().rows, stored().columns);
    constexpr bool by_rows = has_rows<Order>;
    index_t const k = compressed_indices<Index>::find(structure_of(self()), by_rows ? i : j, by_rows ? j : i);
    return k < 0 ? value_type{} : std::as_const(stored().values).data()[k];
  }
  template <class... A>
  refused_value operator()(A const&...) const {
    return refuse_views<A...>();
  }
  template <class At = std::initializer_list<index_t>>
  refused_value operator[](At const&) const {
    return refuse_views<At>();
  }
  template <class X = Self>
  value_type* begin() const {
    return refuse_walk<X>();
  }
  template <class X = Self>
  value_type* end() const {
    return refuse_walk<X>();
  }

private:
  template <class... A>
  WEFT_FN static refused_value refuse_views() {
    static_assert(always_false<A...>,
                  "weft: s(i, j) is one element of a sparse matrix, to be read; rows and columns are "
                  "take(s, tensor<int, 1>{0, 2}, axis), and values are written as s.values() = x");
    return {};
  }
  template <class X>
  WEFT_FN static value_type* refuse_walk() {
    static_assert(always_false<X>, "weft: the entries of a sparse matrix are s.values(), at s.indices() of the lines "
                                   "that begin at s.offsets()");
    return nullptr;
  }
  WEFT_FN Self const& self() const { return static_cast<Self const&>(*this); }
  WEFT_FN auto const& stored() const { return sparse_access::stored(self()); }
};

} // namespace detail

/// A matrix in compressed rows (csr), or, with column_major, in compressed columns (csc). Row k has the entries
/// offsets()(k) to offsets()(k + 1) - 1 of indices(), which are columns and ascend, and of values(). It owns the three
/// vectors; a copy copies them. Stored entries may be 0. The places of the stored elements do not change, but their
/// values may be written: s.values() *= 2.0.
template <class T, class Order, class Index>
class sparse : public detail::sparse_interface<sparse<T, Order, Index>, T, Order, Index> {
  static_assert(!std::is_const_v<T>, "weft: the elements of a sparse matrix are plain values; those of a sparse_view "
                                     "may be const");

public:
  using owns_memory = void;

  /// Makes a matrix of 0 x 0.
  WEFT_FN sparse() : sparse(index_t(0), index_t(0)) {}
  /// Makes a matrix whose elements are all 0, none of which is stored.
  WEFT_FN sparse(index_t rows, index_t columns) : stored_{rows, columns, {}, {}, {}} {
    detail::check_sparse_shape("sparse", rows, columns);
    detail::check_numbers<Index>("sparse", rows > columns ? rows : columns);
    stored_.offsets = tensor<Index, 1>((by_rows ? rows : columns) + 1);
  }
  WEFT_FN explicit sparse(extents<dyn, dyn> const& shape) : sparse(shape[0], shape[1]) {}
  WEFT_INLINE sparse(sparse const&) = default;
  /// Takes the memory of the other matrix, which is 0 x 0 afterwards.
  WEFT_FN sparse(sparse&& other) noexcept : stored_(std::move(other.stored_)) {
    other.stored_.rows = other.stored_.columns = 0;
  }
  WEFT_INLINE sparse& operator=(sparse const&) = default;
  WEFT_FN sparse& operator=(sparse&& other) noexcept {
    std::swap(stored_, other.stored_);
    return *this;
  }
  WEFT_INLINE ~sparse() = default;

  /// Makes the matrix of triplets, in which values of one place are summed. It takes two passes over them, and sorts
  /// each row or column.
  WEFT_FN explicit sparse(triplets<T> const& t) : sparse(t.shape()) {
    detail::check_numbers<Index>("sparse", t.size());
    tensor<Index, 1> indices(uninit, t.size());
    tensor<T, 1> values(uninit, t.size());
    index_t const left = kernels::compress(t.data(), t.size(), !by_rows, by_rows ? stored_.rows : stored_.columns,
                                           detail::target_of(stored_.offsets, indices, values));
    *this = detail::shortened<T, Order>(stored_.rows, stored_.columns, std::move(stored_.offsets), std::move(indices),
                                        std::move(values), left);
  }
  /// Makes a matrix from the three vectors of csr or csc, which are copied. Indices may be in any order within their
  /// line; values of one index are summed. Throws shape_error or index_error if they make no matrix.
  template <Tensorial O, Tensorial J, Tensorial V>
    requires(std::integral<detail::value_t<O>> && std::integral<detail::value_t<J>>)
  WEFT_FN sparse(extents<dyn, dyn> const& shape, O const& offsets, J const& indices, V const& values) : sparse(shape) {
    index_t const lines = by_rows ? shape[0] : shape[1], width = by_rows ? shape[1] : shape[0];
    tensor<T, 1> v(values);
    detail::check_numbers<Index>("sparse", v.size());
    detail::check_count("sparse: offsets", detail::count_of(detail::shape_before(offsets)), lines + 1);
    detail::check_count("sparse: indices", detail::count_of(detail::shape_before(indices)), v.size());
    tensor<index_t, 1> const wide_offsets(cast<index_t>(offsets)), wide_indices(cast<index_t>(indices));
    bool const ascend = detail::compressed_indices<std::int64_t>::check(
        "sparse", {lines, width, wide_offsets.data(), wide_indices.data()}, v.size());
    tensor<Index, 1> o(cast<Index>(wide_offsets)), j(cast<Index>(wide_indices));
    index_t const left = ascend ? v.size() : kernels::sort(lines, detail::target_of(o, j, v));
    *this = detail::shortened<T, Order>(shape[0], shape[1], std::move(o), std::move(j), std::move(v), left);
  }
  template <class O, class J, class V>
  WEFT_FN sparse(extents<dyn, dyn> const&, O const&, J const&, V const&) {
    static_assert(detail::always_false<V>,
                  "weft: sparse(shape(m, n), offsets, indices, values): vectors, the first two "
                  "of integers");
  }
  template <class X>
    requires(!Sparse<X> && (AnyTensorial<X> || Scalar<X> || detail::ForeignRange<X>))
  WEFT_FN explicit sparse(X const& x) {
    *this = x;
  }
  WEFT_FN explicit sparse(std::initializer_list<std::initializer_list<T>> const& rows) { *this = rows; }
  template <class X>
    requires(!Sparse<X>)
  WEFT_FN sparse& operator=(X const&) {
    static_assert(detail::always_false<X>,
                  "weft: to_sparse(a) makes a sparse matrix of a dense one, sparse<T>(t) one of "
                  "triplets, sparse<T>(m, n) one of zeros");
    return *this;
  }
  /// Copies another sparse matrix to this order and these indices. Elements convert as in an assignment.
  template <Sparse X>
    requires(!std::is_same_v<std::remove_cvref_t<X>, sparse>)
  WEFT_FN sparse(X const& x) : sparse(x.shape()) {
    detail::check_numbers<Index>("sparse", x.nonzeros());
    if constexpr (std::is_same_v<Order, detail::sparse_order<X>>) {
      auto const& from = detail::sparse_access::stored(x);
      stored_ = {from.rows, from.columns, tensor<Index, 1>(cast<Index>(from.offsets)),
                 tensor<Index, 1>(cast<Index>(from.indices)), tensor<T, 1>(from.values)};
    } else {
      decltype(auto) of_types = detail::as_sparse<sparse<T, detail::other_order<Order>, Index>>(x);
      stored_.indices = tensor<Index, 1>(uninit, x.nonzeros());
      stored_.values = tensor<T, 1>(uninit, x.nonzeros());
      kernels::turn(detail::compressed_of(of_types),
                    detail::target_of(stored_.offsets, stored_.indices, stored_.values));
    }
  }

  /// The number of stored entries, among them stored zeros.
  [[nodiscard]] WEFT_FN index_t nonzeros() const { return stored_.values.size(); }
  /// The stored elements, row by row or column by column.
  [[nodiscard]] WEFT_FN view<T, 1, row_major> values() & WEFT_LIFETIMEBOUND { return stored_.values; }
  [[nodiscard]] WEFT_FN view<T const, 1, row_major> values() const& WEFT_LIFETIMEBOUND { return stored_.values; }
  [[nodiscard]] WEFT_FN tensor<T, 1> values() && { return given().values; }
  /// The column of each stored element, or its row if Order is column_major.
  [[nodiscard]] WEFT_FN view<Index const, 1, row_major> indices() const& WEFT_LIFETIMEBOUND { return stored_.indices; }
  [[nodiscard]] WEFT_FN tensor<Index, 1> indices() && { return given().indices; }
  /// The number of the entry at which each row, or column, begins, and at last the number of all entries.
  [[nodiscard]] WEFT_FN view<Index const, 1, row_major> offsets() const& WEFT_LIFETIMEBOUND { return stored_.offsets; }
  [[nodiscard]] WEFT_FN tensor<Index, 1> offsets() && { return given().offsets; }

private:
  friend struct detail::sparse_access;
  using kernels = detail::compressed_kernels<T, Index>;
  using stored_type = detail::compressed_arrays<tensor<T, 1>, tensor<Index, 1>>;
  static constexpr bool by_rows = detail::has_rows<Order>;
  WEFT_FN explicit sparse(stored_type&& stored) : stored_(std::move(stored)) {}
  WEFT_FN stored_type given() { return detail::sparse_access::given(std::move(*this)); }
  stored_type stored_;
};

/// A sparse matrix in vectors that belong to other objects: transpose() of a named matrix, borrow_sparse() of a user's
/// arrays. A copy refers to the same vectors. It becomes invalid when the vectors are destroyed.
template <class T, class Order, class Index>
class sparse_view : public detail::sparse_interface<sparse_view<T, Order, Index>, T, Order, Index> {
public:
  template <class U>
    requires(std::is_same_v<T, U const>)
  WEFT_FN sparse_view(sparse<U, Order, Index> const& s WEFT_LIFETIMEBOUND)
      : stored_{s.extent(0), s.extent(1), s.offsets(), s.indices(), s.values()} {}
  WEFT_FN sparse_view(sparse<std::remove_const_t<T>, Order, Index>& s WEFT_LIFETIMEBOUND)
      : stored_{s.extent(0), s.extent(1), s.offsets(), s.indices(), s.values()} {}
  /// Makes a view that only reads of a view that writes.
  template <class U>
    requires(std::is_same_v<T, U const>)
  WEFT_FN sparse_view(sparse_view<U, Order, Index> const& s)
      : stored_{s.extent(0), s.extent(1), s.offsets(), s.indices(), s.values()} {}
  WEFT_INLINE sparse_view(sparse_view const&) = default;
  WEFT_INLINE sparse_view(sparse_view&&) = default;
  sparse_view& operator=(sparse_view const&) WEFT_REFUSED("weft: a sparse_view is a handle of a matrix: values() of it "
                                                          "can be written");
  WEFT_INLINE ~sparse_view() = default;

  [[nodiscard]] WEFT_FN index_t nonzeros() const { return stored_.values.size(); }
  [[nodiscard]] WEFT_FN view<T, 1, row_major> values() const { return stored_.values; }
  [[nodiscard]] WEFT_FN view<Index const, 1, row_major> indices() const { return stored_.indices; }
  [[nodiscard]] WEFT_FN view<Index const, 1, row_major> offsets() const { return stored_.offsets; }

private:
  friend struct detail::sparse_access;
  using stored_type = detail::compressed_arrays<view<T, 1, row_major>, view<Index const, 1, row_major>>;
  WEFT_FN explicit sparse_view(stored_type&& stored) : stored_(std::move(stored)) {}
  stored_type stored_;
};

} // namespace weft
