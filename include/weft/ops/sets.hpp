#pragma once
#include <weft/ops/classify.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/unique.hpp>

// Tensors as sets of their elements. Elements are compared by ==, so NaN equals no element of another set.
namespace weft {

namespace detail {

/// True if a value is in a sorted list. Integers compare by value, as by ==.
template <class T>
struct found_in {
  static constexpr char const* name = "isin";
  T const* list;
  index_t size;
  template <class U>
  WEFT_FN bool operator()(U const& x) const {
    index_t first = 0, n = size;
    while (n > 0) {
      index_t const half = n / 2;
      bool const before = comes_before(list[first + half], x);
      first = before ? first + half + 1 : first;
      n = before ? n - half - 1 : half;
    }
    return first < size && op::equal_to{}(list[first], x);
  }

private:
  template <class U>
  WEFT_INLINE static bool comes_before(T const& a, U const& b) {
    if constexpr (is_number<T> && is_number<U> && !op::both_integers<T, U>) {
      using C = promote_t<T, U>;
      return sorts_before(static_cast<C>(a), static_cast<C>(b));
    } else {
      return op::less{}(a, b);
    }
  }
};

template <class Extents>
struct membership : result_of<bool, Extents> {
  static constexpr deferred_traits traits{.into_target = true};

  template <class Target, class L, class E>
  WEFT_FN void evaluate(Target const& target, session& s, L const& list, E const& values) const {
    using T = typename L::value_type;
    index_t const n = count_of(list.extents());
    auto const sorted = new_temporary<T>(list.extents(), s);
    assign(sorted.template borrowed<T>(), list, s);
    auto const room = new_temporary<T>(weft::shape(n), s);
    whole_order{}(sorted.data, n, room.data);
    assign(target, node<found_in<T>, E>(found_in<T>{sorted.data, n}, E(values)), s);
  }
};

/// The distinct elements of an operand, sorted: `numbers` of them, and behind them the NaNs.
template <class T>
struct distinct {
  tensor<T, 1> of;
  index_t numbers;

  template <class X>
  WEFT_FN explicit distinct(X const& x) : of(unique(cast<T>(x))), numbers(of.size()) {
    while (numbers > 0 && op::isnan{}(of(numbers - 1)))
      --numbers;
  }
  WEFT_FN T const* begin() const { return of.data(); }
  WEFT_FN T const* end() const { return of.data() + numbers; }
  WEFT_FN T const* behind() const { return of.data() + of.size(); }
};

template <class A, class B>
using common_element =
    std::remove_cvref_t<decltype(op::choose{}(true, std::declval<value_t<A>>(), std::declval<value_t<B>>()))>;

/// Returns the tensor of the numbers that `merge` writes for two sets, followed by the NaNs of the first set if
/// first_keeps, and of the second if second_keeps.
template <class A, class B, class F>
WEFT_FN auto set_of(A const& a, B const& b, bool first_keeps, bool second_keeps, F const& merge) {
  refuse_followed<A, B>();
  using T = common_element<A, B>;
  distinct<T> const x(a), y(b);
  tensor<T, 1> room(uninit, x.of.size() + y.of.size());
  T* last = merge(x, y, room.data(), [](T const& p, T const& q) { return sorts_before(p, q); });
  last = first_keeps ? std::copy(x.end(), x.behind(), last) : last;
  last = second_keeps ? std::copy(y.end(), y.behind(), last) : last;
  return tensor<T, 1>(room(range(0, last - room.data())));
}

} // namespace detail

/// Returns a mask of the shape of x that is true where the element equals one of the values; !isin(x, values) is true
/// for the others, and for NaN. Lazy and deferred: an assignment copies and sorts the values, and finds each element by
/// a binary search.
template <Tensorial X, Tensorial V>
[[nodiscard]] WEFT_FN auto isin(X&& x, V&& values) {
  detail::require_ordered<detail::value_t<V>>();
  auto list = detail::capture(static_cast<V&&>(values));
  auto e = detail::capture(static_cast<X&&>(x));
  using S = typename decltype(e)::extents_type;
  S const whole = e.extents();
  return detail::make_deferred("isin", detail::membership<S>{}, whole, std::move(list), std::move(e));
}

/// Returns the distinct elements that are in both, sorted, as a vector, with the type that where(m, a, b) has. As the
/// functions below it is computed at once, because the number of elements depends on their values.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto intersect1d(A const& a, B const& b) {
  return detail::set_of(a, b, false, false, [](auto const& x, auto const& y, auto* to, auto const& before) {
    return std::set_intersection(x.begin(), x.end(), y.begin(), y.end(), to, before);
  });
}
/// Returns the distinct elements that are in a or b or both, sorted; one NaN if there is any.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto union1d(A const& a, B const& b) {
  return unique(detail::set_of(a, b, true, true, [](auto const& x, auto const& y, auto* to, auto const& before) {
    return std::set_union(x.begin(), x.end(), y.begin(), y.end(), to, before);
  }));
}
/// Returns the distinct elements of a that are not in b, sorted; a NaN of a is included.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto setdiff1d(A const& a, B const& b) {
  return detail::set_of(a, b, true, false, [](auto const& x, auto const& y, auto* to, auto const& before) {
    return std::set_difference(x.begin(), x.end(), y.begin(), y.end(), to, before);
  });
}
/// Returns the distinct elements that are in only one of both, sorted; two NaN if both have one.
template <Tensorial A, Tensorial B>
[[nodiscard]] WEFT_FN auto setxor1d(A const& a, B const& b) {
  return detail::set_of(a, b, true, true, [](auto const& x, auto const& y, auto* to, auto const& before) {
    return std::set_symmetric_difference(x.begin(), x.end(), y.begin(), y.end(), to, before);
  });
}

} // namespace weft
