#pragma once
#include <weft/eval/kernel.hpp>
#include <weft/eval/repeated.hpp>
#include <weft/eval/small_shape.hpp>
#include <weft/eval/vector_math.hpp>
#include <weft/expr/deferred.hpp>
#include <weft/expr/element.hpp>

// The normal form of small static shapes. Where types know all extents, a statement of few operations needs no plan, no
// table of operands, no search for overlaps and no temporaries: every part of it has its values in registers or in a
// few words of the stack, operations that are deferred elsewhere (products, folds) too, and the target is written after
// all has been read, or each element after what it needs. What may stand in such a statement says so: leaves and
// element-wise operations here, a deferred operation by a small form of its own:
//   small_work<C...>()             the simple operations that it takes on operands C, with theirs; not_small where it
//                                  has no such form
//   small_step_of<C...>()          what a report says of it
//   evaluate_small<How>(to, c...)  its result, dense and in its own order, of operands that are small_values
//   evaluate_last<How>(to, c...)   perhaps: the same into the target; nothing is written before all has been read
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// True for parts whose values small statements keep.
template <class E>
inline constexpr bool is_small_part = is_number<typename E::value_type> && is_small_shape<typename E::extents_type>();

/// The simple operations of an expression that has a small form; not_small or more of another one.
template <class E>
inline constexpr index_t small_work = not_small;
template <class T, class L, class K>
inline constexpr index_t small_work<strided_leaf<T, L, K>> = is_small_part<strided_leaf<T, L, K>> ? 0 : not_small;
template <class T, class L>
inline constexpr index_t small_work<value_leaf<T, L>> = is_small_part<value_leaf<T, L>> ? 0 : not_small;
template <class T, class S>
inline constexpr index_t small_work<constant_leaf<T, S>> = is_small_part<constant_leaf<T, S>> ? 0 : not_small;
template <class F, class... C>
WEFT_FN constexpr index_t small_node_work() {
  using N = node<F, C...>;
  if constexpr (((small_work<C> < not_small) && ...))
    if constexpr (is_small_part<N>)
      return ((count_of(typename N::extents_type{}) * cost_of_function<F>()) + ... + small_work<C>);
  return not_small;
}
template <class F, class... C>
inline constexpr index_t small_work<node<F, C...>> = small_node_work<F, C...>();
template <class F, class... C>
WEFT_FN constexpr index_t small_deferred_work() {
  if constexpr (requires { F::template small_work<C...>(); })
    if constexpr (is_number<typename F::value_type> && is_small_shape<typename F::extents_type>() &&
                  (calls_nothing<C> && ...))
      return F::template small_work<C...>();
  return not_small;
}
template <class F, class L, class... C>
inline constexpr index_t small_work<deferred<F, L, C...>> =
    is_small_shape<typename L::extents_type>() ? small_deferred_work<F, C...>() : not_small;

/// The values of a part of a small expression: at(i...) is that at an index of the statement, or of the operand of a
/// deferred operation, of which the part has the last axes. It refers to the expression.
template <class E, class How>
struct small_values;

template <class T, class L>
struct small_memory {
  using value_type = std::remove_const_t<T>;
  using extents_type = typename L::extents_type;
  static constexpr bool total = true;
  T const* data;
  [[no_unique_address]] L place;
  template <class... At>
  WEFT_INLINE constexpr value_type at(At... i) const {
    return data[small_offset(place, i...)];
  }
};
template <class T, class L, class K, class How>
struct small_values<strided_leaf<T, L, K>, How> : small_memory<T, L> {
  WEFT_INLINE constexpr explicit small_values(strided_leaf<T, L, K> const& e) : small_memory<T, L>{e.data, e.place} {
    if constexpr (WEFT_CHECK_BOUNDS != 0)
      e.keep.check("assignment");
  }
};
template <class T, class L, class How>
struct small_values<value_leaf<T, L>, How> : small_memory<T, L> {
  WEFT_INLINE constexpr explicit small_values(value_leaf<T, L> const& e) : small_memory<T, L>{e.elements, {}} {}
};
template <class T, class S, class How>
struct small_values<constant_leaf<T, S>, How> {
  using value_type = T;
  using extents_type = S;
  static constexpr bool total = true;
  T value;
  WEFT_INLINE constexpr explicit small_values(constant_leaf<T, S> const& e) : value(e.value) {}
  template <class... At>
  WEFT_INLINE constexpr value_type at(At...) const {
    return value;
  }
};

/// Computes elements into an array, in row-major order.
template <class T, class Values>
struct to_small_array {
  static constexpr bool total = Values::total;
  T* to;
  Values const& from;
  template <class... At>
  WEFT_INLINE constexpr void operator()(index_t number, At... i) const {
    to[number] = store_as<T>(from.at(i...));
  }
};
/// Writes elements of an array into memory.
template <class T, class L>
struct from_small_array {
  static constexpr bool total = true;
  T* to;
  L const& place;
  T const* from;
  template <class... At>
  WEFT_INLINE constexpr void operator()(index_t number, At... i) const {
    to[small_offset(place, i...)] = from[number];
  }
};

/// All values of a part, computed before they are read.
template <class T, class S, class How>
struct small_array {
  using value_type = T;
  using extents_type = S;
  static constexpr bool total = true;
  static constexpr index_t count = count_of(S{});
  T values[std::size_t(count)];

  template <class Values>
  WEFT_INLINE constexpr void take(Values const& from) {
    for_small<How, S>(to_small_array<T, Values>{values, from});
  }
  template <class... At>
  WEFT_INLINE constexpr value_type at(At... i) const {
    return values[small_offset(layout<S, dense<row_major>>{}, i...)];
  }
};

template <class F, class How, class... C>
struct small_operation {
  using value_type = typename node<F, C...>::value_type;
  using extents_type = typename node<F, C...>::extents_type;
  static constexpr bool total =
      requires { F::total; } && (small_values<C, How>::total && ...) && !refuses_values<F, typename C::value_type...>;
  typename node<F, C...>::function_type const& function;
  pack<small_values<C, How>...> children;

  WEFT_INLINE constexpr explicit small_operation(node<F, C...> const& e)
      : small_operation(e, std::make_integer_sequence<int, int(sizeof...(C))>{}) {}
  template <class... At>
  WEFT_INLINE constexpr value_type at(At... i) const {
    return of_children(std::make_integer_sequence<int, int(sizeof...(C))>{}, i...);
  }

private:
  template <int... K>
  WEFT_INLINE constexpr small_operation(node<F, C...> const& e, std::integer_sequence<int, K...>)
      : function(e.function), children(small_values<C, How>(get<K>(e.children))...) {}
  template <int... K, class... At>
  WEFT_INLINE constexpr value_type of_children(std::integer_sequence<int, K...>, At... i) const {
    return function(get<K>(children).at(i...)...);
  }
};
/// Functions that vector_math computes: all elements at once, as everywhere, so that they have the same bits.
template <class F, class How, class A, class... B>
struct small_function
    : small_array<typename node<F, A, B...>::value_type, typename node<F, A, B...>::extents_type, How> {
  WEFT_INLINE explicit small_function(node<F, A, B...> const& e) {
    this->take(small_values<A, How>(get<0>(e.children)));
    if constexpr (sizeof...(B) == 0) {
      vector_math(F::vector_form, this->values, this->values, this->count);
    } else {
      small_array<typename small_function::value_type, typename small_function::extents_type, How> second;
      second.take(small_values<B..., How>(get<1>(e.children)));
      vector_math(F::vector_form, this->values, second.values, this->values, this->count);
    }
  }
};
/// True for those; a square root is exact, so it is computed where it stands.
template <class F, class... C>
WEFT_FN constexpr bool is_small_function() {
  if constexpr (has_vector_kernel<core_node<F, held_constant<typename C::value_type>...>>)
    return F::vector_form != math_function::sqrt;
  else
    return false;
}
template <class How, class F, class... C>
using small_node =
    std::conditional_t<is_small_function<F, C...>(), small_function<F, How, C...>, small_operation<F, How, C...>>;
template <class F, class... C, class How>
struct small_values<node<F, C...>, How> : small_node<How, F, C...> {
  WEFT_INLINE constexpr explicit small_values(node<F, C...> const& e) : small_node<How, F, C...>(e) {}
};

template <class How, class T, class F, class L, class... C, int... K>
WEFT_INLINE constexpr void evaluate_small_of(T* to, deferred<F, L, C...> const& e, std::integer_sequence<int, K...>) {
  e.operation.template evaluate_small<How>(to, small_values<C, How>(get<K>(e.operands))...);
}
template <class How, class T, class F, class L, class... C, int... K>
WEFT_INLINE constexpr auto evaluate_last_of(T* to, deferred<F, L, C...> const& e, std::integer_sequence<int, K...>)
    -> decltype(e.operation.template evaluate_last<How>(to, small_values<C, How>(get<K>(e.operands))...)) {
  e.operation.template evaluate_last<How>(to, small_values<C, How>(get<K>(e.operands))...);
}
/// to = the result of a deferred operation, which is read again; or the whole of a statement, where it may be.
template <class How, class T, class F, class L, class... C>
WEFT_INLINE constexpr void evaluate_small_to(T* to, deferred<F, L, C...> const& e) {
  evaluate_small_of<How>(to, e, std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class How, class T, class F, class L, class... C>
WEFT_INLINE constexpr auto evaluate_last_to(T* to, deferred<F, L, C...> const& e)
    -> decltype(evaluate_last_of<How>(to, e, std::make_integer_sequence<int, int(sizeof...(C))>{})) {
  evaluate_last_of<How>(to, e, std::make_integer_sequence<int, int(sizeof...(C))>{});
}
/// The result of a deferred operation, of which the expression reads a window.
template <class F, class L, class... C, class How>
struct small_values<deferred<F, L, C...>, How> {
  using value_type = typename F::value_type;
  using extents_type = typename L::extents_type;
  static constexpr bool total = true;
  value_type values[count_of(typename F::extents_type{})];
  [[no_unique_address]] L place;
  index_t offset;

  WEFT_INLINE constexpr explicit small_values(deferred<F, L, C...> const& e) : place(e.place), offset(e.offset) {
    evaluate_small_to<How>(values, e);
  }
  template <class... At>
  WEFT_INLINE constexpr value_type at(At... i) const {
    return values[offset + small_offset(place, i...)];
  }
};

/// True for the whole result of a deferred operation, in row-major order.
template <class T, class S, class E>
inline constexpr bool is_small_result = false;
template <class T, class S, class F, class... C>
inline constexpr bool is_small_result<T, S, deferred<F, layout<S, dense<row_major>>, C...>> =
    std::is_same_v<T, typename F::value_type>;

template <class How, class T, class L>
WEFT_INLINE constexpr void write_small(T* target, L const& place, T const* values) {
  if constexpr (std::is_same_v<typename L::order, dense<row_major>>) {
    using run = layout<extents<count_of(typename L::extents_type{})>, dense<row_major>>;
    for_small<How, typename run::extents_type>(from_small_array<T, run>{target, {}, values});
  } else {
    for_small<How, typename L::extents_type>(from_small_array<T, L>{target, place, values});
  }
}

/// True if a small statement writes element by element what it reads element by element: memory that lies as the
/// target does is the target's own or apart from it, as whole tensors are, and results of deferred operations are there
/// before. Nor may anything be thrown on the way. By way of an array 5 x 5 doubles took 9 to 25 ns longer: loads wait
/// for stores of other sizes.
template <class L, class E>
inline constexpr bool writes_in_place = false;
template <class L, class T, class K>
inline constexpr bool writes_in_place<L, strided_leaf<T, L, K>> = is_dense<typename L::order>;
template <class L, class T, class M>
inline constexpr bool writes_in_place<L, value_leaf<T, M>> = true;
template <class L, class T, class X>
inline constexpr bool writes_in_place<L, constant_leaf<T, X>> = true;
template <class L, class F, class... C>
inline constexpr bool writes_in_place<L, node<F, C...>> = (writes_in_place<L, C> && ...);
template <class L, class F, class M, class... C>
inline constexpr bool writes_in_place<L, deferred<F, M, C...>> = true;

/// Computes elements where they stay.
template <class T, class L, class Values>
struct to_small_target {
  static constexpr bool total = Values::total;
  T* to;
  L const& place;
  Values const& from;
  template <class... At>
  WEFT_INLINE constexpr void operator()(index_t, At... i) const {
    to[small_offset(place, i...)] = store_as<T>(from.at(i...));
  }
};

/// True if e is a deferred operation that may write all of a target by rows.
template <class How, class T, class L, class E>
concept WritesLast =
    is_small_result<T, typename L::extents_type, E> && std::is_same_v<typename L::order, dense<row_major>> &&
    requires(T* target, E const& e) { evaluate_last_to<How>(target, e); };

/// target = e, for the elements of a target of static shape.
template <class How, class T, class L, class E>
WEFT_INLINE constexpr void run_small(T* target, L const& place, E const& e) {
  using shape = typename L::extents_type;
  if constexpr (WritesLast<How, T, L, E>) {
    evaluate_last_to<How>(target, e);
  } else {
    const small_values<E, How> values(e);
    if constexpr (is_small_result<T, shape, E>) {
      write_small<How>(target, place, values.values);
    } else if constexpr (writes_in_place<L, E> && small_values<E, How>::total) {
      for_small<How, shape>(to_small_target<T, L, small_values<E, How>>{target, place, values});
    } else {
      small_array<T, shape, How> all;
      all.take(values);
      write_small<How>(target, place, all.values);
    }
  }
}
template <class T, class L, class E>
struct small_body {
  template <int Bytes>
  WEFT_INLINE static void run(vector_of<Bytes>, T* target, L const& place, E const& e) {
    run_small<in_loops<Bytes>>(target, place, e);
  }
};

/// The clone to call: where the build has the highest instruction set, the compiler knows which.
template <class Clones>
WEFT_INLINE auto chosen_clone() {
  if constexpr (build_level == highest_clone) {
    return Clones::template at<highest_clone>();
  } else {
    static constexpr auto all = Clones::all();
    return all[chosen_isa];
  }
}

/// True if target = e is a small statement: both have one shape, which types know.
template <class T, class L, class E>
WEFT_FN constexpr bool is_small() {
  return is_number<T> && is_small_shape<typename L::extents_type>() && small_work<E> <= small_limits::work;
}
/// Runs a small statement.
template <class T, class L, class E>
WEFT_INLINE constexpr void assign_small(strided_leaf<T, L> const& target, E const& e) {
  constexpr index_t work = small_work<E> + count_of(typename L::extents_type{});
  if constexpr (work <= small_limits::written_out)
    run_small<written_out>(target.data, target.place, e);
  else
    chosen_clone<clones<small_body<T, L, E>, void(T*, L const&, E const&)>>()(target.data, target.place, e);
}

} // namespace weft::detail
WEFT_KERNELS_END
