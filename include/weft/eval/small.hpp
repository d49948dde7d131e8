#pragma once
#include <weft/eval/kernel.hpp>
#include <weft/eval/limits.hpp>
#include <weft/eval/repeated.hpp>
#include <weft/eval/vector_math.hpp>
#include <weft/expr/deferred.hpp>
#include <weft/expr/element.hpp>

// The normal form of small static shapes. Where types know all extents, a statement of few operations needs no plan, no
// table of operands, no search for overlaps and no temporaries: every part of it has its values in registers or in a
// few words of the stack, operations that are deferred elsewhere (products, folds) too, and the target is written
// after all has been read. What may stand in such a statement says so: leaves and element-wise operations here, a
// deferred operation by a small form of its own:
//   small_work<C...>()             the simple operations that it takes on operands C, with theirs; not_small where it
//                                  has no such form
//   small_step_of<C...>()          what a report says of it
//   evaluate_small<How>(to, c...)  its result, dense and in its own order, of operands that are small_values
WEFT_KERNELS_BEGIN
namespace weft::detail {

// How a small statement runs. Both give the same bits.

/// Every element where the statement stands, by its number as a constant: what is indexed stays in registers.
struct written_out {
  static constexpr bool expands = true;
  static constexpr int bytes = vector_bytes_of<build_level>;
};
/// In constant expressions, which know no vectors.
struct in_constants {
  static constexpr bool expands = false;
  static constexpr int bytes = 0;
};
/// In loops, which clones compile for vectors of so many bytes.
template <int Bytes>
struct in_loops {
  static constexpr bool expands = false;
  static constexpr int bytes = Bytes;
};

/// The indices of a static shape in row-major order.
template <Shape S>
struct small_shape {
  static constexpr int rank = S::static_rank;
  static constexpr index_t count = count_of(S{});
  template <int Number, int K>
  WEFT_FN static constexpr index_t on_axis() {
    index_t n = Number;
    for (int k = rank - 1; k > K; --k)
      n /= S::statics[k];
    return n % S::statics[K];
  }
  template <int Number, int K>
  static constexpr index_t index = on_axis<Number, K>();
};

template <class S, int N, class F, int... K>
WEFT_INLINE constexpr void visit_element(F const& f, std::integer_sequence<int, K...>) {
  f(index_t(N), small_shape<S>::template index<N, K>...);
}
template <class S, class F, int... N>
WEFT_INLINE constexpr void visit_each(F const& f, std::integer_sequence<int, N...>) {
  (visit_element<S, N>(f, std::make_integer_sequence<int, small_shape<S>::rank>{}), ...);
}
template <class How, class S, int K, class F, class... I>
WEFT_INLINE constexpr void visit_axes(F const& f, index_t before, I... i) {
  if constexpr (K == small_shape<S>::rank) {
    f(before, i...);
  } else if constexpr (K + 1 == small_shape<S>::rank && F::total && !std::is_same_v<How, in_constants>) {
    WEFT_SIMD_OWN_ROW
    for (index_t j = 0; j < S::statics[K]; ++j)
      f(before * S::statics[K] + j, i..., j);
  } else {
    for (index_t j = 0; j < S::statics[K]; ++j)
      visit_axes<How, S, K + 1>(f, before * S::statics[K] + j, i..., j);
  }
}
/// f(number, indices...) for the elements of a static shape, in row-major order; on vectors where F::total says that
/// nothing is thrown.
template <class How, Shape S, class F>
WEFT_INLINE constexpr void for_small(F const& f) {
  if constexpr (How::expands)
    visit_each<S>(f, std::make_integer_sequence<int, int(small_shape<S>::count)>{});
  else
    visit_axes<How, S, 0>(f, 0);
}

/// The stride of axis K, 0 where its extent is 1, so that it repeats.
template <int K, class L>
WEFT_INLINE constexpr index_t small_stride(L const& l) {
  using order = typename L::order;
  if constexpr (!L::extents_type::all_static) {
    return l.extent(K) == 1 ? 0 : l.stride(K);
  } else if constexpr (L::extents_type::statics[K] == 1) {
    return 0;
  } else if constexpr (is_dense<order>) {
    constexpr index_t stride = L{}.stride(K);
    return stride;
  } else if constexpr (has_unit_stride<order, K, L::static_rank>) {
    return 1;
  } else {
    return l.template stored_stride<K>();
  }
}
template <class L, int... K>
WEFT_INLINE constexpr index_t small_offset_of([[maybe_unused]] L const& l, [[maybe_unused]] index_t const* index,
                                              std::integer_sequence<int, K...>) {
  return (index_t(0) + ... + (index[K] * small_stride<K>(l)));
}
/// The offset of an element of a layout, whose axes are the last of those that the indices are for.
template <class L, class... I>
WEFT_INLINE constexpr index_t small_offset(L const& l, I... i) {
  const index_t index[] = {i..., 0};
  return small_offset_of(l, index + (int(sizeof...(I)) - L::static_rank),
                         std::make_integer_sequence<int, L::static_rank>{});
}

template <class S>
WEFT_FN constexpr bool is_small_shape() {
  if constexpr (S::all_static)
    return S::static_rank <= small_limits::rank && count_of(S{}) > 0 && count_of(S{}) <= small_limits::elements;
  else
    return false;
}
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
  template <class... I>
  WEFT_INLINE constexpr value_type at(I... i) const {
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
  template <class... I>
  WEFT_INLINE constexpr value_type at(I...) const {
    return value;
  }
};

/// Computes elements into an array, in row-major order.
template <class T, class Values>
struct to_small_array {
  static constexpr bool total = Values::total;
  T* to;
  Values const& from;
  template <class... I>
  WEFT_INLINE constexpr void operator()(index_t number, I... i) const {
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
  template <class... I>
  WEFT_INLINE constexpr void operator()(index_t number, I... i) const {
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
  T values[count];

  template <class Values>
  WEFT_INLINE constexpr void take(Values const& from) {
    for_small<How, S>(to_small_array<T, Values>{values, from});
  }
  template <class... I>
  WEFT_INLINE constexpr value_type at(I... i) const {
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
  template <class... I>
  WEFT_INLINE constexpr value_type at(I... i) const {
    return of_children(std::make_integer_sequence<int, int(sizeof...(C))>{}, i...);
  }

private:
  template <int... K>
  WEFT_INLINE constexpr small_operation(node<F, C...> const& e, std::integer_sequence<int, K...>)
      : function(e.function), children(small_values<C, How>(get<K>(e.children))...) {}
  template <int... K, class... I>
  WEFT_INLINE constexpr value_type of_children(std::integer_sequence<int, K...>, I... i) const {
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
    evaluate(e, std::make_integer_sequence<int, int(sizeof...(C))>{});
  }
  template <class... I>
  WEFT_INLINE constexpr value_type at(I... i) const {
    return values[offset + small_offset(place, i...)];
  }

private:
  template <int... K>
  WEFT_INLINE constexpr void evaluate(deferred<F, L, C...> const& e, std::integer_sequence<int, K...>) {
    e.operation.template evaluate_small<How>(values, small_values<C, How>(get<K>(e.operands))...);
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

/// target = e, for the elements of a target of static shape.
template <class How, class T, class L, class E>
WEFT_INLINE constexpr void run_small(T* target, L const& place, E const& e) {
  using shape = typename L::extents_type;
  const small_values<E, How> values(e);
  if constexpr (is_small_result<T, shape, E>) {
    write_small<How>(target, place, values.values);
  } else {
    small_array<T, shape, How> all;
    all.take(values);
    write_small<How>(target, place, all.values);
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
