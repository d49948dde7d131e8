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
// a(...) with an index among its subscripts stands for one element; operators and functions of weft take such elements,
// numbers, and the indices themselves, as in f(i, j) = sin(h * i) * j. Subscripts are sums of multiples of indices,
// with numbers that the running program may choose; places counted from `end`; an affine, whose names _0, _1 are the
// indices in their order; and elements of integers, as in a(perm(i), j). Between indices and integers / and % round
// down, so that (i - 1) % n is periodic; between an index and an element they work as for elements, as in C++.
//
// An assignment runs over all values of the indices of its target. An index that stands alone in a subscript of the
// target goes along that axis; another one of the target goes along the axes on which it stands alone on the right
// side, which must have one extent, else shape_error. inside(out(i, j)) = e runs over less. Each access is proven to be
// inside before anything is written: index_error names the subscript that is not, or an index without a range. Only an
// access of which an index has no values is left out. Nothing is copied for an access but for elements at places that
// are elements, and where its operand has to be evaluated first: it is a strided operand of the one loop that the
// statement becomes, with what that says of overlaps, threads and speed. Two elements of a target must not be one
// place: layout_error.
//
// sum(j, e), and every other reduction of ops/reduce.hpp, reduces over all values of j, which goes along the axes on
// which it stands alone in e. A sum over one index of a product of two elements is a product of matrices where the
// indices allow it (explain says gemm or gemv). A reduction without open indices is a number: double s = sum(i, a(i)).
namespace weft {

namespace detail {

/// The static counts of the indices of a statement: of the target's; nothing where it runs over less than that.
template <class Target, bool Inside, class List>
struct statement_loops;
template <class Target, bool Inside, int... K>
struct statement_loops<Target, Inside, index_list<K...>> {
  using type = index_loops<index_list<K...>, weft::extents<(Inside ? dyn : static_count_in<Target>::of(K))...>>;
};

/// Indices in the order in which they come.
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
  /// True if each axis has an index of its own, so that no two elements are one.
  static constexpr bool is_distinct = ((shifted_in<S> >= 0) && ...) && type::count == int(sizeof...(S));
};

/// f(target, e): the elements of a target, of which the first one is at `data`, and what is assigned to them.
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

/// The type of a(...) for a tensor or view: an operand like others, and elements to which one can assign.
template <class Access, class T, bool Inside>
class index_target : public Access {
  using V = std::remove_const_t<T>;

public:
  using captured_type = std::conditional_t<Inside, inside_operand<Access>, Access>; ///< what an expression takes

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

  /// The plan of an assignment.
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
  /// f(elements, e), as with_statement.
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
      may_store<T, constant_leaf<V>>(); // refuses
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

/// f(elements...) of several targets, of which the first is bound.
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
/// The answer to together(p(i, j), q(i, j)) = together(e, f).
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

/// True for an argument that makes subscripts index notation.
template <class A>
inline constexpr bool is_index_subscript = SubscriptText<A> || names_indices<std::remove_cvref_t<A>>;

/// e at subscripts of which some are of index notation: the answer to operator() of tensors, views and expressions.
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
  auto e = capture(static_cast<X&&>(x));
  return index_fold<Reduction, index_list<J...>, decltype(e)>(r, std::move(e));
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
/// The answer to sum(j, e) and other reductions.
template <class Reduction, class... A>
WEFT_INLINE auto reduction_over_indices(answered_above, Reduction const& r, A&&... a) {
  return fold_indices(r, index_list<>{}, static_cast<A&&>(a)...);
}

/// An expression without open indices as an ordinary one.
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
/// Its element.
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

/// The same elements, as a target that is assigned over the largest box of indices in which all accesses of the
/// statement are inside, of the target and of the right side: inside(out(i, j)) = u(i - 1, j) + u(i + 1, j). Elements
/// outside keep their values; a box may be empty. The indices of reductions keep their ranges. A subscript in which
/// several indices of the target stand, or none, makes the box no smaller, and is an index_error where it is not
/// inside.
template <class A, class T, bool Inside>
[[nodiscard]] WEFT_INLINE auto inside(detail::index_target<A, T, Inside> const& target) {
  return target.inside();
}

/// An expression of index notation as an ordinary operand, elements_over(i, j, e): its element (i, j) is e. An index
/// goes along the axes on which it stands alone in e, as one of the right side of an assignment does. So a statement
/// over variables is grad::variable c = elements_over(i, k, sum(j, a(i, j) * b(j, k))).
template <int K, class... A>
  requires(sizeof...(A) > 0)
[[nodiscard]] WEFT_FN auto elements_over(index_symbol<K> const& index, A&&... rest) {
  return detail::bound_elements(detail::index_list<>{}, index, static_cast<A&&>(rest)...);
}

/// The plan of an assignment in index notation, as data; nothing is evaluated: explain(c(i, k), sum(j, a(i, j) * b(j,
/// k))). Subscripts throw as in the assignment.
template <class A, class T, bool Inside, Operand X>
[[nodiscard]] WEFT_FN plan_report explain(detail::index_target<A, T, Inside> const& target, X const& x) {
  return target.plan(x);
}

} // namespace weft
