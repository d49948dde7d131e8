#pragma once
#include <weft/index/bind.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/together.hpp>

// Index notation: statements whose subscripts are integer expressions of indices.
//
//   auto [i, j, k] = indices<3>();
//   out(i, j) = 0.25 * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1));
//   c(i, k) = sum(j, a(i, j) * b(j, k));
//
// a(...) with an index among its subscripts stands for one element. Operators and functions of weft take such elements,
// numbers, and the indices themselves, as in f(i, j) = sin(h * i) * j. A subscript is a sum of multiples of indices,
// whose numbers may be known only at run time; a number counted from `end`; an affine, whose names _0, _1 are the
// indices in their order; or an element of integers, as in a(perm(i), j). Between indices and integers / and % round
// down, so that (i - 1) % n is periodic; between an index and an element they work as for elements, as in C++.
//
// An assignment runs over all values of the indices of its target. If a whole subscript of the target is one index, as
// i in out(i, 2 * j), the index runs over the extent of that axis. Any other index of the target, as j, runs over the
// extent of the axes on the right side whose whole subscript it is; these must have equal extents, else shape_error.
// inside(out(i, j)) = e runs over fewer values. Each access is checked before anything is written: index_error names a
// subscript that leaves its axis, or an index without a range. An access is not checked if one of its indices has no
// values. The statement becomes one loop in which each access is a strided operand; overlaps, threads and speed are as
// in other loops. An access is copied only if a subscript is an element, or if its operand has to be evaluated first.
// Throws layout_error if two elements of the target may be the same element of memory.
//
// sum(j, e), and every other reduction of ops/reduce.hpp, reduces over all values of j: the extent of the axes in e
// whose whole subscript is j. A sum over one index of a product of two elements is computed as a product of matrices
// where the indices allow it (explain says gemm or gemv). sum(k, sum(l, e)) is computed as sum(k, l, e), in one loop:
// c(i, j) = sum(k, l, u(i + k, j + l) * w(k, l)) reads u where it lies, and takes as long as loops written for the
// extents of w. A reduction that leaves no index is a number: double s = sum(i, a(i)).
namespace weft {

namespace detail {

/// `type`: the indices of a statement with their static counts, which the target gives. With inside() the counts are
/// known only at run time, because it may run over fewer values.
template <class Target, bool Inside, class List>
struct statement_loops;
template <class Target, bool Inside, int... K>
struct statement_loops<Target, Inside, index_list<K...>> {
  using type = index_loops<index_list<K...>, weft::extents<(Inside ? dyn : static_count_in<Target>::of(K))...>>;
};

/// `type`: List, followed by the indices of each set of bits in Symbols. Each index is listed once.
template <class List, unsigned... Symbols>
struct in_order_of {
  using type = List;
};
template <class List, unsigned First, unsigned... More>
struct in_order_of<List, First, More...>
    : in_order_of<joined_indices<List, indices_in<index_list<0, 1, 2, 3, 4, 5, 6, 7>, First & ~List::symbols>>,
                  More...> {};
template <class Target>
struct order_of_target;
template <class E, class... S>
struct order_of_target<index_access<E, S...>> {
  using type = typename in_order_of<index_list<>, symbols_in<S>...>::type;
  static constexpr bool is_affine = !index_access<E, S...>::gathers && !has_text<index_access<E, S...>>;
  /// True if each subscript is one index, or one plus a number, and each axis has another index: then all elements
  /// differ.
  static constexpr bool is_distinct = ((shifted_in<S> >= 0) && ...) && type::count == int(sizeof...(S));
};

/// Calls f(elements, values): the elements of the target as a strided operand, and e as an ordinary expression. `data`
/// is the address of the first element of the target's tensor or view.
template <bool Inside, class Target, class T, class E, class F>
WEFT_INLINE void with_statement(Target const& target, T* data, E const& e, F const& f) {
  using how = order_of_target<Target>;
  static_assert(how::is_affine, "weft: the subscripts of a target are expressions of indices<N>(), not text and not "
                                "elements; a(perm, all) = x writes at places that are elements");
  constexpr unsigned symbols = how::type::symbols;
  constexpr bool has_all = !how::is_affine || (open_indices<E> & ~symbols) == 0;
  static_assert(has_all, "weft: an index of the right side is not in the target: sum(j, e) sums over it");
  if constexpr (how::is_affine && has_all) {
    using loops = typename statement_loops<Target, Inside, typename how::type>::type;
    index_ranges ranges;
    if constexpr (Inside) {
      for (index_range& r : ranges.of)
        r = {0, 1};
      index_box box;
      narrow_box<symbols>(target, ranges, box);
      narrow_box<symbols>(e, ranges, box);
      box.to_ranges(symbols, ranges);
    } else {
      find_ranges<symbols>(target, e, ranges);
    }
    auto const to = index_binder<loops>{ranges}(target);
    using place = std::remove_cvref_t<decltype(to.place)>;
    if constexpr (!how::is_distinct)
      check_distinct("index notation", convert_extents<dynamic_extents>(to.place.extents()),
                     convert_extents<dynamic_extents>(to.place.strides()));
    T* const first = data + (to.data - target.operand.data);
    f(strided_leaf<T, place>(first, to.place, to.keep.watched()), index_binder<loops>{ranges}(e));
  }
}

/// The type of a(i, j) for a tensor or view: an operand of index notation, to which an expression can be assigned.
template <class Access, class T, bool Inside>
class index_target : public Access {
  using V = std::remove_const_t<T>;

public:
  using captured_type = std::conditional_t<Inside, inside_operand<Access>, Access>; ///< what an expression stores

  WEFT_INLINE index_target(Access a, T* data) : Access(static_cast<Access&&>(a)), data_(data) {}
  WEFT_INLINE index_target(index_target const&) = default;
  WEFT_INLINE index_target(index_target&&) = default;
  WEFT_INLINE ~index_target() = default;

  WEFT_INLINE index_target const& operator=(index_target const& x) const {
    return write(static_cast<Access const&>(x));
  }
  WEFT_INLINE index_target& operator=(index_target const& x) {
    write(static_cast<Access const&>(x));
    return *this;
  }
  template <Operand X>
  WEFT_INLINE index_target const& operator=(X const& x) const {
    return write(capture<V>(x));
  }
  template <Operand X>
  WEFT_INLINE index_target const& operator+=(X const& x) const {
    return write_with<op::plus>(x);
  }
  template <Operand X>
  WEFT_INLINE index_target const& operator-=(X const& x) const {
    return write_with<op::minus>(x);
  }
  template <Operand X>
  WEFT_INLINE index_target const& operator*=(X const& x) const {
    return write_with<op::times>(x);
  }
  template <Operand X>
  WEFT_INLINE index_target const& operator/=(X const& x) const {
    return write_with<op::divide>(x);
  }

  /// Returns the plan of an assignment of x, which is not evaluated.
  template <class X>
  WEFT_FN plan_report plan(X const& x) const {
    plan_report report;
    session s(&report);
    with_statement<Inside>(static_cast<Access const&>(*this), data_, capture<V>(x), [&](auto const& to, auto const& e) {
      assign(to, e, s);
      note_shifts(report, e);
    });
    return report;
  }
  /// Calls f(elements, values), as with_statement does.
  template <class E, class F>
  WEFT_INLINE void with_bound(E const& e, F const& f) const {
    with_statement<Inside>(static_cast<Access const&>(*this), data_, e, f);
  }
  [[nodiscard]] WEFT_INLINE index_target<Access, T, true> inside() const {
    return {static_cast<Access const&>(*this), data_};
  }

private:
  template <class E>
  WEFT_INLINE index_target const& write(E const& e) const {
    if constexpr (std::is_const_v<T>)
      may_store<T, constant_leaf<V>>(); // does not compile: the elements are const
    else
      with_statement<Inside>(static_cast<Access const&>(*this), data_, e,
                             [](auto const& to, auto const& x) { store(to, x); });
    return *this;
  }
  template <class F, class X>
  WEFT_INLINE index_target const& write_with(X const& x) const {
    return write(make_binary<F>(static_cast<Access const&>(*this), x));
  }
  T* data_;
};

/// Calls f(elements...) with the elements of each target in `more`. `first` has the elements of the first target:
/// shape_error if another target has another shape.
template <class E, class First, class F>
WEFT_INLINE void with_bound_targets(E const&, First const&, F const& f) {
  f();
}
template <class E, class First, class F, class A, class T, class... More>
WEFT_FN void with_bound_targets(E const& e, First const& first, F const& f, index_target<A, T, false> const& target,
                                More const&... more) {
  target.with_bound(e, [&](auto const& to, auto const&) {
    require_one_shape(joined_values::name, first.extents(), to.extents());
    with_bound_targets(e, first, [&](auto const&... rest) { f(to, rest...); }, more...);
  });
}
/// Evaluates together(p(i, j), q(i, j)) = together(e, f): writes all targets.
template <class E, class A, class T, class... B, class... U>
WEFT_FN void joined_over_indices(answered_above, E const& e, index_target<A, T, false> const& first,
                                 index_target<B, U, false> const&... more) {
  constexpr bool alike = (std::same_as<typename order_of_target<A>::type, typename order_of_target<B>::type> && ...);
  static_assert(alike, "weft: the targets of together name the same indices in the same order");
  if constexpr (alike)
    first.with_bound(e, [&](auto const& to, auto const& values) {
      with_bound_targets(
          e, to,
          [&](auto const&... rest) {
            write_joined(std::make_integer_sequence<int, 1 + int(sizeof...(B))>{}, to.extents(), values, to, rest...);
          },
          more...);
    });
}

/// True for a subscript that makes an access one of index notation: text, or an expression with indices.
template <class A>
inline constexpr bool is_index_subscript = SubscriptText<A> || names_indices<std::remove_cvref_t<A>>;

/// Returns the access to e at subscripts of index notation. operator() of tensors, views and expressions calls this.
template <class E, class... A>
  requires(is_index_subscript<A> || ...)
WEFT_INLINE auto pick(answered_above, E const& e, A&&... a) {
  if constexpr (OwnNode<E>) {
    return access(capture(e), static_cast<A&&>(a)...);
  } else if constexpr (requires {
                         e.data;
                         e.keep;
                       }) {
    using element = std::remove_pointer_t<decltype(e.data)>;
    auto made = access(leaf_as<std::remove_const_t<element> const>(e), static_cast<A&&>(a)...);
    return index_target<decltype(made), element, false>(std::move(made), e.data);
  } else {
    return access(E(e), static_cast<A&&>(a)...);
  }
}

template <class Reduction, int... J, class X>
WEFT_INLINE auto fold_indices(Reduction const& r, index_list<J...>, X&& x) {
  static_assert(sizeof...(J) > 0, "weft: over indices a reduction names them first: sum(j, a(i, j))");
  return make_index_fold<index_list<J...>>(r, capture(static_cast<X&&>(x)));
}
template <class Reduction, int... J, int K, class... A>
WEFT_INLINE auto fold_indices(Reduction const& r, index_list<J...>, index_symbol<K> const&, A&&... rest)
  requires(sizeof...(A) > 0)
{
  static_assert(((J != K) && ...), "weft: a reduction names an index twice");
  return fold_indices(r, index_list<J..., K>{}, static_cast<A&&>(rest)...);
}
template <class Reduction, int... J, class X, class... A>
  requires(sizeof...(A) > 0)
WEFT_INLINE auto fold_indices(Reduction const&, index_list<J...>, X const&, A&&...) {
  static_assert(always_false<X>,
                "weft: over indices a reduction takes indices, then one expression: sum(i, j, a(i, j)); "
                "options come before: var(ddof(1))(j, e)");
  return refused_value{};
}
/// Returns the operand sum(j, e). Reductions call this if an index is the first argument.
template <class Reduction, class... A>
WEFT_INLINE auto reduction_over_indices(answered_above, Reduction const& r, A&&... a) {
  return fold_indices(r, index_list<>{}, static_cast<A&&>(a)...);
}

/// Returns an expression of index notation that needs no value of an index as an ordinary one.
template <class E>
  requires names_indices<E>
WEFT_FN auto without_indices(answered_above, E const& e) {
  static_assert(open_indices<E> == 0, "weft: an index has no value here: out(i, j) = e gives it those of its target, "
                                      "elements_over(i, j, e) those that it has in e");
  if constexpr (open_indices<E> == 0) {
    index_ranges const none{};
    return index_binder<index_loops<index_list<>, weft::extents<>>>{none}(e);
  } else {
    return constant_leaf<typename E::value_type>({});
  }
}
/// Returns the value of an expression of index notation that needs no value of an index.
template <class E>
  requires names_indices<E>
WEFT_FN typename E::value_type evaluated_element(answered_above, E const& e) {
  return evaluated_element(answered_above{}, without_indices(answered_above{}, e));
}

template <int... J, class X>
WEFT_FN auto bound_elements(index_list<J...>, X&& x) {
  auto const e = capture(static_cast<X&&>(x));
  using E = std::remove_const_t<decltype(e)>;
  using list = index_list<J...>;
  static_assert((open_indices<E> & ~list::symbols) == 0,
                "weft: elements_over: an index of the expression is not named before it: sum(j, e) sums over it");
  static_assert((list::symbols & ~open_indices<E>) == 0, "weft: elements_over: the index is not in the expression");
  if constexpr (open_indices<E> == list::symbols) {
    found_counts found;
    find_counts<list::symbols>(e, found);
    index_ranges ranges;
    ((ranges.of[J] = {0, found.of[J] < 0 ? throw_unranged(J) : found.of[J]}), ...);
    return index_binder<index_loops<list, weft::extents<static_count_in<E>::of(J)...>>>{ranges}(e);
  } else {
    return refused_value{};
  }
}
template <int... J, int K, class... A>
  requires(sizeof...(A) > 0)
WEFT_FN auto bound_elements(index_list<J...>, index_symbol<K> const&, A&&... rest) {
  static_assert(((J != K) && ...), "weft: elements_over names an index twice");
  return bound_elements(index_list<J..., K>{}, static_cast<A&&>(rest)...);
}

} // namespace detail

/// Returns the target such that an assignment runs over the largest box of indices in which all accesses of the
/// statement are inside, on both sides: inside(out(i, j)) = u(i - 1, j) + u(i + 1, j). Elements of the target outside
/// the box keep their values; the box may be empty. Indices of reductions keep their ranges. A subscript with several
/// indices of the target, or with none, does not narrow the box: index_error if it leaves its axis.
template <class A, class T, bool Inside>
[[nodiscard]] WEFT_INLINE auto inside(detail::index_target<A, T, Inside> const& target) {
  return target.inside();
}

/// Returns an expression of index notation as an ordinary operand: element (i, j) of elements_over(i, j, e) is e. Each
/// index runs over the extent of the axes in e whose whole subscript it is, as on the right side of an assignment. A
/// statement over variables is grad::variable c = elements_over(i, k, sum(j, a(i, j) * b(j, k))).
template <int K, class... A>
  requires(sizeof...(A) > 0)
[[nodiscard]] WEFT_FN auto elements_over(index_symbol<K> const& index, A&&... rest) {
  return detail::bound_elements(detail::index_list<>{}, index, static_cast<A&&>(rest)...);
}

/// Returns the plan of an assignment in index notation, and evaluates nothing: explain(c(i, k), sum(j, a(i, j) * b(j,
/// k))). Subscripts throw as in the assignment.
template <class A, class T, bool Inside, Operand X>
[[nodiscard]] WEFT_FN plan_report explain(detail::index_target<A, T, Inside> const& target, X const& x) {
  return target.plan(x);
}

} // namespace weft
