#pragma once
#include <weft/ops/select.hpp>
#include <weft/ops/sort.hpp>

namespace weft {

/// Where a value goes among equal ones.
enum class side : unsigned char { left, right };

namespace detail {

/// The number of elements of a sorted list that come before a value; with `after` also those that equal it.
template <class T>
struct place_in_order {
  static constexpr char const* name = "searchsorted";
  T const* list;
  index_t size;
  bool after;
  template <class U>
  WEFT_FN index_t operator()(U const& x) const {
    using C = std::remove_cvref_t<decltype(op::choose{}(true, std::declval<T const&>(), x))>;
    const C value = static_cast<C>(x);
    index_t first = 0, n = size;
    while (n > 0) {
      const index_t half = n / 2;
      const C middle = static_cast<C>(list[first + half]);
      const bool before = after ? !sorts_before(value, middle) : sorts_before(middle, value);
      first = before ? first + half + 1 : first;
      n = before ? n - half - 1 : half;
    }
    return first;
  }
};

/// The places of E among the elements of a sorted vector L.
template <class L, class E>
struct search {
  using value_type = index_t;
  using extents_type = typename E::extents_type;
  static constexpr bool in_parts = true;

  L list;
  E values;
  bool after;

  WEFT_INLINE search(L l, E e, bool a) : list(static_cast<L&&>(l)), values(static_cast<E&&>(e)), after(a) {}
  WEFT_INLINE search(search const&) = default;
  WEFT_INLINE search(search&&) = default;
  WEFT_INLINE search& operator=(search const&) = default;
  WEFT_INLINE search& operator=(search&&) = default;
  WEFT_INLINE ~search() = default;
  WEFT_INLINE extents_type extents() const { return values.extents(); }

  WEFT_FN bool reads(footprint const& bytes, session& s) const {
    const bool reads_list = reads_memory(list, bytes, s);
    return reads_memory(values, bytes, s) || reads_list;
  }
  template <class Target>
  WEFT_FN void evaluate(Target const& target, session& s) const {
    auto const& e = in_memory(list, s);
    if (e.place.stride(0) == 1 || e.place.size() < 2)
      search_in(e.data, e.place.size(), target, s);
    else
      search_in(evaluated(e, s).data, e.place.size(), target, s);
  }

private:
  template <class T, class Target>
  WEFT_FN void search_in(T const* sorted, index_t size, Target const& target, session& s) const {
    assign(target, node<place_in_order<T>, E>(place_in_order<T>{sorted, size, after}, E(values)), s);
  }
};

} // namespace detail

/// For each value the place in a sorted vector before which it would be put: with side::left before equal ones, with
/// side::right behind them. NaN is larger than all else. Lazy, deferred; one loop of binary searches.
template <Tensorial L, Tensorial X>
[[nodiscard]] WEFT_FN auto searchsorted(L&& sorted, X&& values, side where = side::left) {
  static_assert(detail::rank_of<L> < 0 || detail::rank_of<L> == 1,
                "weft: searchsorted: rank mismatch: the sorted list is a vector");
  auto list = detail::capture(static_cast<L&&>(sorted));
  if (list.rank() != 1)
    detail::throw_shape_reason("searchsorted", "the sorted list is no vector");
  return detail::make_deferred(detail::search<decltype(list), detail::captured_t<X>>(
      std::move(list), detail::capture(static_cast<X&&>(values)), where == side::right));
}

} // namespace weft
