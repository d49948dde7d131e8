#pragma once
#include "interpreter.hpp"

#include <weft/sparse/convert.hpp>

// Registers that hold sparse matrices: see sparse.py.
namespace numpy {

/// A kind of sparse matrix, which programs name by three words: the letter of its elements, r or c, and j or i.
template <class T, class Order, class Index>
struct kind {
  using element = T;
  using matrix = sparse<T, Order, Index>;
  static constexpr bool by_rows = std::is_same_v<Order, row_major>;
  static bool is_named(call const& c, std::size_t k) {
    return c.word(k)[0] == text_of(view<T>(tensor<T>(weft::shape()).share()))[1] && (c.word(k + 1) == "r") == by_rows &&
           (c.word(k + 2) == "j") == (sizeof(Index) == 4);
  }
};

template <class... K>
struct kinds {};
template <class T>
using by_rows_and_columns = kinds<kind<T, row_major, int32_t>, kind<T, column_major, int32_t>,
                                  kind<T, row_major, whole>, kind<T, column_major, whole>>;
template <class T>
using narrow = kinds<kind<T, row_major, int32_t>, kind<T, column_major, int32_t>>;

template <class... K>
struct joined;
template <class... K>
struct joined<kinds<K...>> {
  using type = kinds<K...>;
};
template <class... K, class... L, class... More>
struct joined<kinds<K...>, kinds<L...>, More...> : joined<kinds<K..., L...>, More...> {};
template <class... S>
using all_of = typename joined<S...>::type;

using every_kind = all_of<by_rows_and_columns<double>, by_rows_and_columns<float>, by_rows_and_columns<complex128>,
                          by_rows_and_columns<complex64>, by_rows_and_columns<int32_t>, by_rows_and_columns<whole>>;
// Most commands have few kinds, or compiling them would take minutes: each type of elements, order and index is there.
using double_kinds = kinds<kind<double, row_major, int32_t>, kind<double, column_major, whole>>;
using real_kinds = all_of<double_kinds, kinds<kind<float, row_major, int32_t>>>;
using floating_kinds =
    all_of<real_kinds, kinds<kind<complex128, column_major, int32_t>, kind<complex64, column_major, whole>>>;
using whole_kinds = kinds<kind<whole, row_major, whole>, kind<int32_t, column_major, int32_t>>;
using few_kinds = all_of<floating_kinds, whole_kinds>;

/// A sparse matrix, or a view of one.
template <class T, class Order, class Index>
struct sparse_object final : object {
  std::shared_ptr<sparse<T, Order, Index>> own; ///< null of a view
  sparse_view<T, Order, Index> shown;

  explicit sparse_object(std::shared_ptr<sparse<T, Order, Index>> const& s) : own(s), shown(*s) {}
  explicit sparse_object(sparse_view<T, Order, Index> const& s) : shown(s) {}
  std::string text() const override {
    const auto vector = [](auto const& v) {
      return text_of(view<typename std::remove_cvref_t<decltype(v)>::value_type>(
          tensor<typename std::remove_cvref_t<decltype(v)>::value_type>(v).share()));
    };
    return std::string(" S ") + (std::is_same_v<Order, row_major> ? 'r' : 'c') + ' ' + std::to_string(shown.extent(0)) +
           ',' + std::to_string(shown.extent(1)) + vector(shown.offsets()) + vector(shown.indices()) +
           vector(shown.values());
  }
};

template <class T, class Order, class Index>
slot kept_sparse(sparse<T, Order, Index> s) {
  return std::shared_ptr<object>(
      new sparse_object<T, Order, Index>(std::make_shared<sparse<T, Order, Index>>(std::move(s))));
}
template <class T, class Order, class Index>
slot viewed_sparse(sparse_view<T, Order, Index> const& s) {
  return std::shared_ptr<object>(new sparse_object<T, Order, Index>(s));
}

/// f of the object of a matrix among these kinds.
template <class... K, class F>
slot with_object(kinds<K...>, call const& c, std::size_t k, F const& f) {
  auto const* o = std::get_if<std::shared_ptr<object>>(&c.operand(k));
  slot out;
  const auto is_of = [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
    auto const* s = o == nullptr ? nullptr : dynamic_cast<sparse_object<T, Order, Index> const*>(o->get());
    return s != nullptr && (out = f(*s), true);
  };
  if (!(is_of(K{}) || ...))
    throw missing_operand{};
  return out;
}
/// f of a matrix among these kinds: of double it is called with matrices and with views, else with views of either.
template <class... K, class F>
slot with_sparse(kinds<K...> some, call const& c, std::size_t k, F const& f) {
  return with_object(some, c, k, [&]<class T, class Order, class Index>(sparse_object<T, Order, Index> const& s) {
    if constexpr (std::is_same_v<T, double>)
      if (s.own != nullptr)
        return f(*s.own);
    return f(s.shown);
  });
}

/// f of the kind that three words from k on name.
template <class... K, class F>
slot with_kind(kinds<K...>, call const& c, std::size_t k, F const& f) {
  slot out;
  if (!((K::is_named(c, k) && (out = f(K{}), true)) || ...))
    throw missing_operand{};
  return out;
}

template <class S>
using element_of_sparse = typename std::remove_cvref_t<S>::value_type;
template <class S>
using order_of_sparse = typename std::remove_cvref_t<S>::order_type;
template <class S>
using index_of_sparse = typename std::remove_cvref_t<S>::index_type;

/// f of an operand as a vector or as a matrix.
template <class T, class F>
slot with_rank(view<T> const& x, F const& f) {
  if (x.rank() == 1)
    return f(as<1>(x));
  return f(as<2>(x));
}

/// The second of two operands, beside a first one of few kinds: of double any kind, else both orders with the same
/// indices.
template <class T, class Index>
using right_kinds = std::conditional_t<std::is_same_v<T, double>, by_rows_and_columns<double>,
                                       kinds<kind<T, row_major, Index>, kind<T, column_major, Index>>>;
/// f of two matrices, as views.
template <class F>
slot with_two_sparse(call const& c, F const& f) {
  return with_object(
      few_kinds{}, c, 0, [&]<class T, class Order, class Index>(sparse_object<T, Order, Index> const& a) {
        return with_object(right_kinds<T, Index>{}, c, 1, [&](auto const& b) { return f(a.shown, b.shown); });
      });
}

} // namespace numpy
