#pragma once
#include <weft/base/check.hpp>
#include <weft/ops/concatenate.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/lexsort.hpp>
#include <weft/ops/nonzero.hpp>
#include <weft/ops/take.hpp>
#include <weft/records/table_struct.hpp>

#include <string>

namespace weft {

// The second template argument, here and below, is never given by a program: without it, GCC 12 takes types that depend
// on templates alone for the same types in all files of a program, even if the structs are in unnamed namespaces.
template <template <template <class> class> class R, class = R<detail::table_member>>
class columns;

/// The names of the columns of columns<R>, as files have them: "x", or "at.x" for the member x of the member at.
template <template <template <class> class> class R, class = R<detail::table_member>>
[[nodiscard]] WEFT_FN detail::plain_vector<std::string> column_names() {
  detail::plain_vector<std::string> names;
  R<detail::column_type> const empty;
  detail::visit_fields(empty, [&]<detail::static_text Path>(auto const&) { names.emplace_back(Path.view()); });
  return names;
}

namespace detail {

template <template <template <class> class> class R>
WEFT_INLINE R<column_type>& tensors_of(columns<R>& p) {
  return p;
}
template <template <template <class> class> class R>
WEFT_INLINE R<column_type> const& tensors_of(columns<R> const& p) {
  return p;
}

/// A row of references; assigning to it writes into the table.
template <template <template <class> class> class R, template <class> class C, class = R<table_member>>
struct table_row : R<C> {
  using value_type = R<value_type_of>;
  WEFT_FN constexpr explicit table_row(R<C> const& references) : R<C>(references) {}
  WEFT_FN constexpr table_row(table_row const&) = default;
  WEFT_FN constexpr ~table_row() = default;
  WEFT_FN constexpr table_row const& operator=(value_type const& values) const {
    for_each_element<R>([](auto& to, auto const& from) { to = from; }, static_cast<R<C> const&>(*this), values);
    return *this;
  }
  WEFT_FN constexpr table_row const& operator=(table_row const& other) const { return *this = value_type(other); }
  WEFT_FN constexpr table_row& operator=(table_row const& other) {
    std::as_const(*this) = other;
    return *this;
  }
  /// Returns the values of the row.
  WEFT_FN constexpr operator value_type() const { // NOLINT(google-explicit-constructor)
    return transform_members<R, value_type_of>([](auto& e) { return e; }, static_cast<R<C> const&>(*this));
  }
};

template <template <template <class> class> class R>
WEFT_FN R<column_type> zero_columns(index_t n) {
  return transform_members<R, column_type>([n]<class T>(table_member<T> const&) { return tensor<T, 1>(shape(n)); },
                                           table_members<R>);
}
template <template <template <class> class> class R, template <class> class C, class P>
WEFT_FN table_row<R, C> row_of(P& tensors, index_t i) {
  return table_row<R, C>(transform_members<R, C>([i](auto& c) -> auto& { return c.at(i); }, tensors));
}
template <template <template <class> class> class R, class Rows>
WEFT_FN R<column_type> columns_of_rows(Rows const& rows) {
  auto out = zero_columns<R>(static_cast<index_t>(rows.size()));
  index_t i = 0;
  for (auto const& row : rows)
    row_of<R, element_reference>(out, i++) = row;
  return out;
}

template <template <template <class> class> class R>
[[noreturn]] WEFT_COLD void fail_sizes(R<column_type> const& tensors) {
  std::string reason = "the columns have different numbers of rows:";
  auto const names = column_names<R>();
  std::size_t k = 0;
  for_each_element<R>(
      [&](auto const& c) {
        reason += (k > 0 ? ", '" : " '") + names[k] + "' " + std::to_string(c.size());
        ++k;
      },
      tensors);
  throw_shape_reason("columns", reason.c_str());
}
template <template <template <class> class> class R>
WEFT_FN index_t count_rows(R<column_type> const& tensors) {
  index_t rows = -1;
  bool differ = false;
  for_each_element<R>(
      [&](auto const& c) {
        differ = differ || (rows >= 0 && c.size() != rows);
        rows = c.size();
      },
      tensors);
  if (differ)
    fail_sizes<R>(tensors);
  return rows;
}
template <template <template <class> class> class R>
WEFT_FN R<column_type> resized_columns(R<column_type> const& tensors, index_t n) {
  auto out = zero_columns<R>(n);
  index_t const kept = (std::min)(count_rows<R>(tensors), n);
  for_each_element<R>([kept](auto& to, auto& from) { to(range(0, kept)) = from(range(0, kept)); }, out, tensors);
  return out;
}
template <template <template <class> class> class R>
WEFT_FN bool equal_columns(R<column_type> const& p, R<column_type> const& q) {
  bool equal = true;
  for_each_element<R>([&](auto const& a, auto const& b) { equal = equal && a == b; }, p, q);
  return equal;
}

} // namespace detail

/// A table whose columns are the members of a struct: for
///   template <template <class> class C> struct particle { C<double> x, v; C<int> cell; };
/// columns<particle> p(n) has the members x, v and cell, which are tensors of rank 1 with n elements each. Members may
/// be structs of the same kind, as point<C>; texts are C<std::string>. A regular value: copies are deep, moves are
/// cheap. The members may be assigned: while their sizes differ, size() and functions that need rows throw shape_error.
/// A column cannot have the name value_type, size, resize or push_back.
template <template <template <class> class> class R, class>
class columns : public R<detail::column_type> {
  using base = R<detail::column_type>;

public:
  /// A row with values of its own, particle<...>, to be filled in braces: columns<particle>::value_type{1.0, 0.5, 7}.
  using value_type = R<detail::value_type_of>;

  // No parameter has a name that a column might have: it would hide the column, of which -Wshadow warns.
  /// Makes a table without rows.
  WEFT_FN columns() : columns(0) {}
  /// Makes rows of zeros, and of empty texts.
  WEFT_FN explicit columns(index_t weft_n) : base(detail::zero_columns<R>(weft_n)) {}
  /// Takes the columns, as tensors in braces: columns<particle> p({x, v, cell}). Throws shape_error unless they have
  /// one size.
  WEFT_FN explicit columns(base weft_tensors) : base(std::move(weft_tensors)) { static_cast<void>(size()); }
  /// Copies the rows of a range, such as a std::vector of value_type.
  template <class Rows>
    requires std::same_as<typename Rows::value_type, value_type>
  WEFT_FN explicit columns(Rows const& weft_rows) : base(detail::columns_of_rows<R>(weft_rows)) {}

  /// The number of rows. Throws shape_error if columns have different ones.
  [[nodiscard]] WEFT_FN index_t size() const { return detail::count_rows<R>(*this); }
  /// A row: a struct of references, p[i].x = 2.0. It is assigned as a whole, p[i] = {1.0, 0.5, 7} or p[i] = p[j], and
  /// converts to value_type. Throws index_error if there is no such row, in all builds: in loops p.x(i) costs less.
  [[nodiscard]] WEFT_FN auto operator[](index_t weft_i) WEFT_LIFETIMEBOUND {
    return detail::row_of<R, detail::element_reference>(detail::tensors_of(*this), weft_i);
  }
  [[nodiscard]] WEFT_FN auto operator[](index_t weft_i) const WEFT_LIFETIMEBOUND {
    return detail::row_of<R, detail::element_const_reference>(detail::tensors_of(*this), weft_i);
  }
  /// Changes the number of rows. The first rows stay; new ones are zeros.
  WEFT_FN void resize(index_t weft_n) {
    static_cast<base&>(*this) = detail::resized_columns<R>(detail::tensors_of(*this), weft_n);
  }
  // A tensor has no room beyond its elements, so each row would copy all others.
  void push_back(value_type const&) WEFT_REFUSED("weft: columns<R> p(rows) is made of a std::vector of rows");
  /// True if sizes and elements are equal.
  [[nodiscard]] WEFT_FN friend bool operator==(columns const& weft_p, columns const& weft_q) {
    return detail::equal_columns<R>(weft_p, weft_q);
  }
};

template <template <template <class> class> class R>
struct record_access<columns<R>> : detail::table_access<R> {};
template <template <template <class> class> class R, template <class> class C>
struct record_access<detail::table_row<R, C>> : detail::table_access<R> {};

namespace detail {

/// Returns a table of the results of f for each column of tables.
template <template <template <class> class> class R, class F, class... P>
WEFT_FN columns<R> transform_columns(F const& f, P const&... p) {
  (static_cast<void>(p.size()), ...);
  return columns<R>(transform_members<R, column_type>(f, detail::tensors_of(p)...));
}

template <class K, class... More>
WEFT_FN tensor<index_t, 1> order_of_keys(index_t rows, K const& key, More const&... more) {
  static_assert(rank_of<K> < 0 || rank_of<K> == 1, "weft: sort_by: rank mismatch: a key has one element for each row");
  auto const shape_of_key = detail::shape_before(key);
  if (shape_of_key.rank() != 1 || shape_of_key[0] != rows)
    throw_shape_reason("sort_by", "a key has one element for each row");
  if constexpr (sizeof...(More) == 0) {
    return tensor<index_t, 1>(argsort(key));
  } else {
    tensor<index_t, 1> order = order_of_keys(rows, more...);
    order_by(order, key);
    return order;
  }
}

} // namespace detail

/// Returns the rows with the listed numbers, in that order. Throws index_error if the table does not have one of them.
template <template <template <class> class> class R, detail::IndexTensor At>
[[nodiscard]] WEFT_FN columns<R> take(columns<R> const& p, At const& rows) {
  static_assert(detail::rank_of<At> < 0 || detail::rank_of<At> == 1,
                "weft: take: rank mismatch: the numbers of rows are a vector");
  return detail::transform_columns<R>([&]<class T>(tensor<T, 1> const& c) { return tensor<T, 1>(take(c, rows, 0)); },
                                      p);
}
/// The compiler refuses this call: rows are chosen by a tensor of integers, without an axis.
template <template <template <class> class> class R, class At, class... More>
  requires(!detail::IndexTensor<At> || sizeof...(More) > 0)
[[nodiscard]] columns<R> take(columns<R> const& p, At const&, More const&...) {
  static_assert(detail::always_false<At>, "weft: take(p, rows) of a table: rows is a tensor of integers");
  return p;
}
/// Returns the rows where the mask is true. Throws shape_error unless it has an element for each row.
template <Tensorial M, template <template <class> class> class R>
[[nodiscard]] WEFT_FN columns<R> compress(M const& mask, columns<R> const& p) {
  tensor<bool, 1> const held(mask);
  return detail::transform_columns<R>(
      [&]<class T>(tensor<T, 1> const& c) { return tensor<T, 1>(compress(held, c, 0)); }, p);
}
/// The compiler refuses this call: the mask is the first argument.
template <template <template <class> class> class R, class M>
[[nodiscard]] columns<R> compress(columns<R> const& p, M const&) {
  static_assert(detail::always_false<M>, "weft: compress(mask, p) of a table: the mask stands first");
  return p;
}
/// Returns the rows of tables of one struct, one table after the other.
template <template <template <class> class> class R, class... More>
  requires(std::same_as<More, columns<R>> && ...)
[[nodiscard]] WEFT_FN columns<R> concatenate(columns<R> const& p, More const&... more) {
  return detail::transform_columns<R>(
      []<class T, class... C>(tensor<T, 1> const& c, C const&... d) { return tensor<T, 1>(concatenate(0, c, d...)); },
      p, more...);
}
/// The compiler refuses tables of different structs.
template <template <template <class> class> class R, class... More>
  requires(!(std::same_as<More, columns<R>> && ...))
[[nodiscard]] columns<R> concatenate(columns<R> const& p, More const&...) {
  static_assert(detail::always_false<More...>, "weft: concatenate(p, q) of tables: all have one struct");
  return p;
}
/// The compiler refuses an axis, because tables have none.
template <template <template <class> class> class R, class Axis, class... More>
  requires(!Record<Axis>)
[[nodiscard]] columns<R> concatenate(Axis const&, columns<R> const& p, More const&...) {
  static_assert(detail::always_false<Axis>, "weft: concatenate(p, q) of tables takes no axis: it puts rows together");
  return p;
}
/// Returns the rows in the order of a key, which is often a column. Rows with equal keys are in the order of the next
/// key, and in their own order if there is none.
///   p = sort_by(p, p.cell, -p.x);
template <template <template <class> class> class R, Tensorial K, Tensorial... More>
[[nodiscard]] WEFT_FN columns<R> sort_by(columns<R> const& p, K const& key, More const&... more) {
  return take(p, detail::order_of_keys(p.size(), key, more...));
}

} // namespace weft
