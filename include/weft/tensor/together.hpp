#pragma once
#include <weft/eval/several.hpp>
#include <weft/eval/storing_fold.hpp>
#include <weft/tensor/folded_beside.hpp>
#include <weft/tensor/tensor.hpp>

#include <memory>
#include <tuple>

namespace weft {

namespace detail {

/// Joins the values of several expressions at one element to a pack.
struct joined_values {
  static constexpr char const* name = "together";
  static constexpr bool total = true;
  static constexpr int cost = 0;
  using computes_nothing = void;
  template <class... V>
  WEFT_INLINE constexpr pack<V...> operator()(V const&... v) const {
    return make_pack(v...);
  }
};

/// True for a node whose elements are `Count` values each: a pack, tuple, pair or array.
template <class E, int Count>
inline constexpr bool gives_values = false;
template <class F, class... C, int Count>
  requires requires { std::tuple_size<typename node<F, C...>::value_type>::value; }
inline constexpr bool gives_values<node<F, C...>, Count> =
    int(std::tuple_size_v<typename node<F, C...>::value_type>) == Count;

/// Writes the values of each element of e to targets of the shape `space`, in one loop. If elements cannot be copied as
/// bytes, or an expression is decided at run time, each right side is computed into a temporary first.
template <Shape S, class E, class... T, class... L, int... K>
WEFT_FN void write_joined(std::integer_sequence<int, K...>, S const& space, E const& e,
                          strided_leaf<T, L> const&... to) {
  using values = typename E::value_type;
  session s;
  if constexpr (!(may_store<T, constant_leaf<std::tuple_element_t<std::size_t(K), values>>>() && ...)) {
  } else if constexpr ((is_bytewise<T> && ...) && !holds_virtual<E> && !holds_modes<E> &&
                       bytewise_slots(slots_t<core_t<materialised<E>>>{})) {
    equal_operands<E> const equal(e, s);
    auto const stored = []<class Core>(Core const& core) { return stored_core<Core>{core}; };
    write_several(space, materialise(e, s), stored,
                  may_refuse<E> ? several_overlap::values_first : several_overlap::found, s, to...);
  } else {
    constexpr bool joined = is_joined<core_node<typename E::function_type>>;
    static_assert(joined, "weft: a function of several results takes and gives elements that are copied as bytes");
    if constexpr (joined) {
      auto values_of = make_pack(new_temporary<T>(space, s)...);
      (assign(get<K>(values_of).template borrowed<T>(), get<K>(e.children), s), ...);
      (assign(to, std::move(get<K>(values_of)).to_read(), s), ...);
    }
  }
}

/// Returns the shape of the first target that keeps its shape; `other` if there is none. All targets keep their shapes
/// if only numbers are stored (Fills).
template <bool Fills, class X>
inline constexpr bool keeps_shape = Fills || !is_tensor<X> || X::extents_type::all_static;
template <bool Fills, class Other>
WEFT_INLINE constexpr Other const& kept_shape(Other const& other) {
  return other;
}
template <bool Fills, class Other, class X, class... More>
WEFT_INLINE constexpr decltype(auto) kept_shape(Other const& other, X const& x, More const&... more) {
  if constexpr (keeps_shape<Fills, X>)
    return x.shape();
  else
    return kept_shape<Fills>(other, more...);
}

/// True if x has memory for elements of the shape `space`. The caller has checked the shape of a view.
template <Shape S, class X>
WEFT_INLINE bool has_room(S const& space, X const& x) {
  if constexpr (is_tensor<X>)
    return x.shape() == space && x.data() != nullptr;
  else
    return true;
}
/// Calls f(leaf...) with targets of the shape `space`. A tensor that has another shape, or was moved from, gets new
/// memory, which it takes over after f has written it.
template <Shape S, class F>
WEFT_INLINE void with_targets(S const&, F const& f) {
  f();
}
template <Shape S, class F, class X, class... More>
WEFT_FN void with_targets(S const& space, F const& f, X& x, More&... more) {
  auto const write = [&](auto& target) {
    auto const leaf = stored_leaf(target);
    with_targets(
        space, [&](auto const&... rest) { f(leaf.template borrowed<typename X::element_type>(), rest...); }, more...);
  };
  if constexpr (is_tensor<X>)
    if (!has_room(space, x)) {
      X fresh(uninit, space);
      write(fresh);
      // If x is also a later target, x gets the values of the later one, and `fresh` is dropped.
      if (!((static_cast<void const*>(std::addressof(more)) == std::addressof(x)) || ...))
        x = std::move(fresh);
      return;
    }
  write(x);
}
/// Writes the values of e to the targets and returns true, if no plan is needed; otherwise does nothing and returns
/// false.
template <class E, class... T, class... L>
WEFT_INLINE bool write_joined_unplanned(E const& e, strided_leaf<T, L> const&... to) {
  if constexpr (may_be_run_of_several<E, strided_leaf<T, L>...>)
    if constexpr (!may_refuse<E> && (is_bytewise<T> && ...) && bytewise_slots(slots_t<core_t<E>>{}))
      return write_run_of_several(e, to...);
  return false;
}
template <class... X>
class joined_operands;
template <class X>
inline constexpr bool is_joined_operands = false;
template <class... X>
inline constexpr bool is_joined_operands<joined_operands<X...>> = true;

/// False if the static ranks A and B differ; -1 is a rank known only at run time.
template <int A, int B>
inline constexpr bool is_rank = A < 0 || B < 0 || A == B;

/// True for a view, and for a tensor that is an lvalue and not const.
template <class X>
inline constexpr bool is_joined_target =
    Stored<X> && (!is_tensor<std::remove_cvref_t<X>> ||
                  (std::is_lvalue_reference_v<X> && !std::is_const_v<std::remove_reference_t<X>>));

/// True for a number that together() may write to.
template <class X>
inline constexpr bool is_number_target =
    Scalar<X> && std::is_lvalue_reference_v<X> && !std::is_const_v<std::remove_reference_t<X>>;
/// True for a target of one element: a number, or a tensor or view of rank 0.
template <class X>
WEFT_FN constexpr bool is_single_target() {
  if constexpr (is_joined_target<X>)
    return std::remove_cvref_t<X>::static_rank == 0;
  else
    return is_number_target<X>;
}

template <class X>
struct element_of_stored {
  using type = typename X::element_type;
};
template <Scalar X>
struct element_of_stored<X> {
  using type = X;
};
/// The type of the elements of a target; of a number that number's.
template <class X>
using element_of_target = typename element_of_stored<std::remove_cvref_t<X>>::type;

template <class... E>
WEFT_INLINE auto in_joined(E... e) {
  return node<joined_values, E...>(joined_values{}, std::move(e)...);
}
/// Returns the one element of a right side.
template <class E>
WEFT_FN typename E::value_type single_value(E const& e) {
  if constexpr (E::is_deferred)
    return evaluated_element(answered_above{}, e);
  else
    return e.element(nullptr);
}
template <class X, class V>
WEFT_INLINE void store_single(X& to, V const& value) {
  if constexpr (Scalar<X>)
    to = store_as<X>(value);
  else
    to() = store_as<element_of_target<X>>(value);
}

/// True if the types of e and of the targets say that store_and_fold_run may be called.
template <class E, class... X>
inline constexpr bool may_fold_run = [] {
  if constexpr (sizeof...(X) == 0 || E::is_deferred)
    return false;
  else
    return may_be_run_of_several<
               E, decltype(stored_leaf(std::declval<X&>()).template borrowed<element_of_target<X>>())...> &&
           !may_refuse<E>;
}();

/// Computes e in one loop, writes its first values to the targets, and returns a pack of what the folds make of the
/// others, which are the values of their operands.
template <bool Fills, class E, class... Fold, class... X>
WEFT_FN auto write_and_fold(E const& e, std::tuple<Fold const&...> const& folds, X&... targets) {
  return [&]<int... K>(std::integer_sequence<int, K...>) {
    auto const space = kept_shape<Fills>(e.extents(), targets...);
    using space_type = std::remove_const_t<decltype(space)>;
    pack<typename Fold::value_type...> results{};
    constexpr bool one_rank = (is_rank<space_type::static_rank, std::remove_cvref_t<X>::static_rank> && ...) &&
                              space_type::static_rank == E::static_rank;
    static_assert(one_rank, "weft: the targets of together and the operands of its reductions have one shape");
    if constexpr (one_rank) {
      ((keeps_shape<Fills, std::remove_cvref_t<X>> ? require_one_shape(joined_values::name, space, targets.shape())
                                                   : void()),
       ...);
      (require_one_shape(joined_values::name, space, get<0>(std::get<K>(folds).operands).extents()), ...);
      auto const reducers = make_pack(std::get<K>(folds).operation.reducer...);
      if constexpr (may_fold_run<E, X...>)
        if ((has_room(space, targets) && ...) &&
            store_and_fold_run(e, reducers, results, stored_leaf(targets).template borrowed<element_of_target<X>>()...))
          return results;
      with_targets(
          space,
          [&](auto const&... to) {
            session s;
            equal_operands<E> const equal(e, s);
            results = store_and_fold(space, materialise(e, s), reducers, s, to...);
          },
          targets...);
    }
    return results;
  }(std::make_integer_sequence<int, int(sizeof...(Fold))>{});
}

/// The result of together(): targets on the left side of an assignment, expressions on the right.
template <class... X>
class joined_operands {
public:
  WEFT_INLINE constexpr explicit joined_operands(X&&... x) : operands_(static_cast<X&&>(x)...) {}
  joined_operands(joined_operands const&) = delete;
  WEFT_INLINE ~joined_operands() = default;
  WEFT_INLINE void operator=(joined_operands const& e) && { write(e); }
  template <class Y>
  WEFT_INLINE void operator=(Y const& e) && {
    constexpr bool values = gives_values<Y, count>;
    static_assert(is_joined_operands<Y> || values, "weft: together(p, q) takes together(e, f), or map(f, a) with "
                                                   "as many results as targets");
    if constexpr (is_joined_operands<Y>)
      write(e);
    else if constexpr (values && has_targets<false>())
      store<false>(e, numbers{});
  }

private:
  static constexpr int count = sizeof...(X);
  using numbers = std::make_integer_sequence<int, count>;
  template <class Y>
  using element_t = typename std::remove_cvref_t<Y>::element_type;
  template <class... Y>
  friend class joined_operands;

  static constexpr bool indexed = (names_indices<std::remove_cvref_t<X>> && ...);
  /// True if right sides are folded in the pass that writes other targets.
  static constexpr bool folds =
      !indexed && (is_single_target<X>() || ...) && ((is_number_target<X> || ...) || !(is_single_target<X>() && ...));
  template <bool Folds>
  WEFT_FN static constexpr bool has_targets() {
    constexpr bool stored = indexed || ((is_joined_target<X> || (Folds && is_number_target<X>)) && ...);
    static_assert(stored,
                  "weft: the targets of together are named tensors that are not const and views, or all of index "
                  "notation; any_tensors are assigned one by one");
    return stored;
  }
  template <class... Y>
  WEFT_INLINE void write(joined_operands<Y...> const& e) const {
    constexpr bool alike = sizeof...(X) == sizeof...(Y), operands = (Operand<Y> && ...);
    static_assert(alike, "weft: together(p, q) = together(e, f) takes as many expressions as targets");
    static_assert(operands, "weft: the right side of together has tensors, views, expressions and scalars");
    if constexpr (alike && operands && has_targets<folds>())
      [&]<int... K>(std::integer_sequence<int, K...>) {
        if constexpr (folds)
          write_singles<Y...>(capture<element_of_target<X>>(std::get<K>(e.operands_))...);
        else
          store<(Scalar<Y> && ...)>(in_joined(capture<value_t<X>>(std::get<K>(e.operands_))...), numbers{});
      }(numbers{});
  }
  /// Computes right sides for targets of which some have one element.
  template <class... Y, class... E>
  WEFT_FN void write_singles(E const&... e) const {
    constexpr bool single = ((!is_single_target<X>() || (!Scalar<Y> && E::static_rank == 0)) && ...);
    static_assert(single, "weft: a number among the targets of together takes a reduction over all axes, as "
                          "sum(a, axes<0, 1>): sum(a) is computed before");
    if constexpr (single && (may_store<element_of_target<X>, constant_leaf<typename E::value_type>>() && ...)) {
      constexpr bool one_loop = ((is_single_target<X>() || is_folded_beside<element_of_target<X>, E>) && ...);
      write_in_order<((is_single_target<X>() || Scalar<Y>) && ...)>(
          places_where<!is_single_target<X>()...>(numbers{}),
          places_where<(is_single_target<X>() && one_loop && joins_pass<E>)...>(numbers{}),
          places_where<(is_single_target<X>() && !(one_loop && joins_pass<E>))...>(numbers{}),
          std::tuple<E const&...>(e...));
    }
  }
  /// Computes the right sides at the places Alone, of one element; then, in one loop, those at the places Array and
  /// Fold, and writes the former; then writes the numbers.
  template <bool Fills, int... Array, int... Fold, int... Alone, class... E>
  WEFT_FN void write_in_order(place_list<Array...>, place_list<Fold...>, place_list<Alone...>,
                              std::tuple<E const&...> const& e) const {
    std::tuple const alone(single_value(std::get<Alone>(e))...);
    if constexpr (sizeof...(Fold) > 0) {
      auto const results = write_and_fold<Fills>(
          in_joined(std::get<Array>(e)..., get<0>(std::get<Fold>(e).operands)...),
          std::tuple<std::tuple_element_t<std::size_t(Fold), std::tuple<E...>> const&...>(std::get<Fold>(e)...),
          std::get<Array>(operands_)...);
      [&]<int... J>(std::integer_sequence<int, J...>) {
        (store_single(std::get<Fold>(operands_), get<J>(results)), ...);
      }(std::make_integer_sequence<int, int(sizeof...(Fold))>{});
    } else if constexpr (sizeof...(Array) > 0) {
      using arrays = joined_operands<std::tuple_element_t<std::size_t(Array), std::tuple<X...>>...>;
      arrays(static_cast<std::tuple_element_t<std::size_t(Array), std::tuple<X...>>&&>(std::get<Array>(operands_))...)
          .template store<Fills>(in_joined(std::get<Array>(e)...), typename arrays::numbers{});
    }
    [&]<int... J>(std::integer_sequence<int, J...>) {
      (store_single(std::get<Alone>(operands_), std::get<J>(alone)), ...);
    }(std::make_integer_sequence<int, int(sizeof...(Alone))>{});
  }
  /// Writes the values of e to the targets. Fills: they are numbers, so all targets keep their shapes.
  template <bool Fills, class E, int... K>
  WEFT_INLINE void store(E const& e, std::integer_sequence<int, K...> all) const {
    if constexpr (indexed) {
      joined_over_indices(answered_above{}, e, std::get<K>(operands_)...);
    } else {
      auto const space = kept_shape<Fills>(e.extents(), std::get<K>(operands_)...);
      using space_type = std::remove_const_t<decltype(space)>;
      constexpr bool one_rank = (is_rank<space_type::static_rank, std::remove_cvref_t<X>::static_rank> && ...);
      static_assert(one_rank, "weft: the targets of together have one shape");
      if constexpr (one_rank && may_fit<layout<space_type, strided>, E>()) {
        check_fits(space, e.extents());
        ((keeps_shape<Fills, std::remove_cvref_t<X>>
              ? require_one_shape(joined_values::name, space, std::get<K>(operands_).shape())
              : void()),
         ...);
        if ((has_room(space, std::get<K>(operands_)) && ...) &&
            write_joined_unplanned(e, stored_leaf(std::get<K>(operands_)).template borrowed<element_t<X>>()...))
          return;
        store_planned<space_type, std::conditional_t<may_copy_aside<E>, E, E const&>>(space, e, all);
      }
    }
  }
  template <class S, class E, int... K>
  WEFT_SLOW void store_planned(S const& space, E e, std::integer_sequence<int, K...> all) const {
    with_targets(space, [&](auto const&... to) { write_joined(all, space, e, to...); }, std::get<K>(operands_)...);
  }
  std::tuple<X...> operands_;
};

} // namespace detail

/// Computes several results in one pass: together(p, q) = together(e, f) computes e and f in one loop and writes p and
/// q, so memory is read once for both. If an operation of weft on numbers occurs in several right sides, and costs a
/// division or more, it is computed once: `auto u = m / r;` in two of them is one division. So are products and
/// reductions over axes. A function of the program is called as often as it is written. One that returns several
/// results is called once for each element:
///   together(p, q) = map([](double a, double b) { const double u = a / b; return std::pair(u + b, u * u); }, a, b)
/// It returns a std::tuple, std::pair, std::array or pack.
///
/// The result is the same as computing all right sides first, and storing them after that from the first to the last:
/// together(p, q) = together(q, p) exchanges elements. A target is evaluated into a temporary if it overlaps memory
/// that is read, or an earlier target, unless the two have the same elements in the same order. A loop without such a
/// target allocates nothing. If weft may refuse a value, such as an integer zero divisor, all values are computed into
/// temporaries, and nothing is written before.
///
/// A target that is a number, or of rank 0 beside others of higher rank, takes a reduction over all axes, which names
/// them and so is not computed before:
///   together(q, s) = together(e, sum(p * e, axes<0, 1>))
/// The loop that computes e adds the values of the sum too; each bit of it is that of reduce(), whatever the targets
/// are. The operand of the reduction has the shape of the targets; else shape_error is thrown. Reductions of element
/// numbers (argmax) and of two passes (var), and expressions of reductions, are computed before, each in its own loop.
/// Numbers are stored last.
///
/// Targets are tensors and views with elements of any types, each stored as by an assignment, or they are all in index
/// notation. They have one shape, to which the right sides broadcast; else shape_error is thrown before anything is
/// written. Tensors take the shape of the views among the targets, or of the right sides. Elements that cannot be
/// copied as bytes, any_expr and hierarchical views are computed into temporaries, one right side after the other.
/// explain([&] { together(p, q) = together(e, f); }) shows which temporaries there are.
template <class... X>
  requires(sizeof...(X) > 1 && sizeof...(X) <= detail::most_targets)
[[nodiscard]] WEFT_INLINE constexpr detail::joined_operands<X...> together(X&&... x) {
  return detail::joined_operands<X...>(static_cast<X&&>(x)...);
}

} // namespace weft
