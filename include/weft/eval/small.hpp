#pragma once
#include <weft/eval/kernel.hpp>
#include <weft/eval/repeated.hpp>
#include <weft/eval/small_shape.hpp>
#include <weft/eval/vector_math.hpp>
#include <weft/expr/deferred.hpp>
#include <weft/expr/element.hpp>

// The normal form of statements on small static shapes. If types know all extents, a statement of few operations needs
// no plan, no table of operands, no search for overlaps and no temporaries. The values of each part are in registers or
// in a few words of the stack, also the results of products and folds, which are deferred elsewhere. The target is
// written after all has been read, or each element after the values that it needs. Leaves and element-wise operations
// are handled in this header. A deferred operation takes part if it has a small form:
//   small_work<C...>()             the simple operations that it takes on operands C, with theirs; not_small if it has
//                                  no such form for them
//   small_step_of<C...>()          its entry in a report
//   evaluate_small<How>(to, c...)  writes its result, dense and in its own order, for operands that are small_values
//   evaluate_last<How>(to, c...)   optional: writes the result to the target; it must read all operands first
WEFT_KERNELS_BEGIN
namespace weft::detail {

/// Returns the number of simple operations of an expression that has a small form; not_small or more for others.
template <class E>
WEFT_FN constexpr index_t work_of_small();
template <class E>
inline constexpr index_t small_work = work_of_small<E>();

/// True for leaves in memory.
template <class E>
inline constexpr bool is_memory_leaf = false;
template <class T, class L, class K>
inline constexpr bool is_memory_leaf<strided_leaf<T, L, K>> = true;
template <class T, class L>
inline constexpr bool is_memory_leaf<value_leaf<T, L>> = true;

template <class F, class... C>
WEFT_FN constexpr index_t work_of_small_node(node<F, C...> const*) {
  if constexpr (((small_work<C> < not_small) && ...))
    return ((count_of(typename node<F, C...>::extents_type{}) * cost_of_function<F>()) + ... + small_work<C>);
  return not_small;
}
template <class F, class L, class... C>
WEFT_FN constexpr index_t work_of_small_operation(deferred<F, L, C...> const*) {
  if constexpr (requires { F::template small_work<C...>(); })
    if constexpr (is_number<typename F::value_type> && is_small_shape<typename F::extents_type>() &&
                  (calls_nothing<C> && ...))
      return F::template small_work<C...>();
  return not_small;
}
template <class E>
WEFT_FN constexpr index_t work_of_small() {
  constexpr E const* absent = nullptr;
  if constexpr (!is_number<typename E::value_type> || is_half<typename E::value_type> ||
                !is_small_shape<typename E::extents_type>())
    return not_small;
  else if constexpr (is_deferred_operation<E>)
    return work_of_small_operation(absent);
  else if constexpr (requires { E::arity; })
    return work_of_small_node(absent);
  else
    return is_memory_leaf<E> || is_constant_leaf<E> ? 0 : not_small;
}

// The core of a small statement (eval/core.hpp) holds the values of its leaves. It is read at an index, given by the
// end of its numbers (see visit_index), without a row. Leaves are memory, constants, and the results of deferred
// operations and of functions that vector_math computes.
template <class How>
struct small_access {
  WEFT_INLINE constexpr void constant(...) const {}
};
struct no_row {};
struct read_by_index {
  static constexpr int slots = 0;
  static constexpr index_t operations = 0;
  static constexpr bool total = true;
  using slot_types = slot_list<>;
};

/// The values of a part of a small expression. at(end) returns the value at the index whose numbers end at `end`; the
/// part has the last axes of that index.
template <class E, class How>
struct small_values {
  using core_type_of = core_t<E, small_access<How>>;
  using value_type = core_value_t<core_type_of>;
  using extents_type = typename E::extents_type;
  static constexpr bool total = core_type_of::total;
  core_type_of core;

  WEFT_INLINE constexpr explicit small_values(E const& e) : core(core_of(e, small_access<How>{})) {}
  WEFT_INLINE constexpr value_type at(index_t const* end) const { return core.template at<0>(no_row{}, end); }

private:
  WEFT_INLINE static constexpr core_type_of core_of(E const& e, small_access<How> access) {
    return core_type<E, small_access<How>>::template of<0>(access, e);
  }
};

template <class T, class L>
struct small_memory : read_by_index {
  using value_type = T;
  T const* data;
  [[no_unique_address]] L place;
  WEFT_INLINE constexpr small_memory(T const* d, L const& l) : data(d), place(l) {}
  template <int J, class Row>
  WEFT_INLINE constexpr value_type at(Row, index_t const* end) const {
    return data[small_offset(place, end)];
  }
};
template <class T, class L, class K, class How>
struct core_type<strided_leaf<T, L, K>, small_access<How>> {
  using type = small_memory<std::remove_const_t<T>, L>;
  template <int J>
  WEFT_INLINE static constexpr type of(small_access<How>, strided_leaf<T, L, K> const& e) {
    if constexpr (WEFT_CHECK_BOUNDS != 0)
      e.keep.check("assignment");
    return {e.data, e.place};
  }
};
template <class T, class L, class How>
struct core_type<value_leaf<T, L>, small_access<How>> {
  using type = small_memory<T, L>;
  template <int J>
  WEFT_INLINE static constexpr type of(small_access<How>, value_leaf<T, L> const& e) {
    return {e.elements, {}};
  }
};
template <class T>
struct small_constant : held_constant<T> {
  static constexpr bool total = true;
};
template <class T, class X, class How>
struct core_type<constant_leaf<T, X>, small_access<How>> {
  using type = small_constant<T>;
  template <int J>
  WEFT_INLINE static constexpr type of(small_access<How>, constant_leaf<T, X> const& e) {
    return {{core_constant<T>{e.value}}};
  }
};
/// Computes elements into an array, in row-major order.
template <class T, class Values>
struct to_small_array {
  static constexpr bool total = Values::total;
  T* to;
  Values const& from;
  WEFT_INLINE constexpr void operator()(index_t number, index_t const* end) const {
    to[number] = store_as<T>(from.at(end));
  }
};
/// Writes the elements of an array to memory.
template <class T, class L>
struct from_small_array {
  static constexpr bool total = true;
  T* to;
  L const& place;
  T const* from;
  WEFT_INLINE constexpr void operator()(index_t number, index_t const* end) const {
    to[small_offset(place, end)] = from[number];
  }
};

/// An array with all values of a part, which are computed before they are read.
template <class T, class S, class How>
struct small_array {
  static constexpr index_t count = count_of(S{});
  T values[std::size_t(count)];

  template <class Values>
  WEFT_INLINE constexpr void compute_from(Values const& from) {
    for_small<How, S>(to_small_array<T, Values>{values, from});
  }
};

/// A function that vector_math computes. It computes all elements at once, as in other statements, so that the bits are
/// the same.
template <class How, class F, class A, class... B>
struct small_function : read_by_index {
  using N = node<F, A, B...>;
  using value_type = typename N::value_type;
  using S = typename N::extents_type;
  small_array<value_type, S, How> of;

  WEFT_INLINE explicit small_function(N const& e) {
    if constexpr (is_complex<typename A::value_type>)
      compute_by_components(e);
    else
      compute_real(e);
  }
  template <int J, class Row>
  WEFT_INLINE constexpr value_type at(Row, index_t const* end) const {
    return of.values[small_offset(layout<S, dense<row_major>>{}, end)];
  }

private:
  WEFT_INLINE void compute_real(N const& e) {
    of.compute_from(small_values<A, How>(get<0>(e.children)));
    if constexpr (sizeof...(B) == 0) {
      vector_math(F::vector_form, of.values, of.values, of.count);
    } else {
      small_array<value_type, S, How> second;
      second.compute_from(small_values<B..., How>(get<1>(e.children)));
      vector_math(F::vector_form, of.values, second.values, of.values, of.count);
    }
  }
  WEFT_INLINE void compute_by_components(N const& e) {
    small_array<typename A::value_type, S, How> z;
    z.compute_from(small_values<A, How>(get<0>(e.children)));
    real_t<value_type> re[z.count], im[z.count];
    for (index_t i = 0; i < z.count; ++i) {
      re[i] = z.values[i].real();
      im[i] = z.values[i].imag();
    }
    vector_math(F::complex_form, re, im, z.count);
    for (index_t i = 0; i < z.count; ++i)
      if constexpr (is_complex<value_type>)
        of.values[i] = value_type(re[i], im[i]);
      else
        of.values[i] = re[i];
  }
};
/// True for a function that vector_math computes for all elements at once. A square root is not one: it is exact, so it
/// is computed element by element.
template <class F, class... C>
WEFT_FN constexpr bool is_small_function() {
  using core = core_node<F, held_constant<typename C::value_type>...>;
  if constexpr (has_vector_kernel<core>)
    return F::vector_form != math_function::sqrt;
  else
    return has_complex_kernel<core>;
}
template <class How, class F, class... C>
struct small_function_core {
  using type = small_function<How, F, C...>;
  template <int J>
  WEFT_INLINE static constexpr type of(small_access<How>, node<F, C...> const& e) {
    return type(e);
  }
};
template <class F, class A, class How>
  requires(is_small_function<F, A>())
struct core_type<node<F, A>, small_access<How>> : small_function_core<How, F, A> {};
template <class F, class A, class B, class How>
  requires(is_small_function<F, A, B>())
struct core_type<node<F, A, B>, small_access<How>> : small_function_core<How, F, A, B> {};

template <class How, class T, class F, class L, class... C, int... K>
WEFT_INLINE constexpr void evaluate_small_of(T* to, deferred<F, L, C...> const& e, std::integer_sequence<int, K...>) {
  e.operation.template evaluate_small<How>(to, small_values<C, How>(get<K>(e.operands))...);
}
template <class How, class T, class F, class L, class... C, int... K>
WEFT_INLINE constexpr auto evaluate_last_of(T* to, deferred<F, L, C...> const& e, std::integer_sequence<int, K...>)
    -> decltype(e.operation.template evaluate_last<How>(to, small_values<C, How>(get<K>(e.operands))...)) {
  e.operation.template evaluate_last<How>(to, small_values<C, How>(get<K>(e.operands))...);
}
/// Writes the result of a deferred operation to `to`. With evaluate_last_to it is the result of the whole statement.
template <class How, class T, class F, class L, class... C>
WEFT_INLINE constexpr void evaluate_small_to(T* to, deferred<F, L, C...> const& e) {
  evaluate_small_of<How>(to, e, std::make_integer_sequence<int, int(sizeof...(C))>{});
}
template <class How, class T, class F, class L, class... C>
WEFT_INLINE constexpr auto evaluate_last_to(T* to, deferred<F, L, C...> const& e)
    -> decltype(evaluate_last_of<How>(to, e, std::make_integer_sequence<int, int(sizeof...(C))>{})) {
  evaluate_last_of<How>(to, e, std::make_integer_sequence<int, int(sizeof...(C))>{});
}
/// The result of a deferred operation, and the window of it that the expression reads.
template <class How, class F, class L, class... C>
struct small_deferred : read_by_index {
  using value_type = typename F::value_type;
  value_type values[count_of(typename F::extents_type{})];
  [[no_unique_address]] L place;
  index_t offset;

  WEFT_INLINE constexpr explicit small_deferred(deferred<F, L, C...> const& e) : place(e.place), offset(e.offset) {
    evaluate_small_to<How>(values, e);
  }
  template <int J, class Row>
  WEFT_INLINE constexpr value_type at(Row, index_t const* end) const {
    return values[offset + small_offset(place, end)];
  }
};
template <class F, class L, class... C, class How>
struct core_type<deferred<F, L, C...>, small_access<How>> {
  using type = small_deferred<How, F, L, C...>;
  template <int J>
  WEFT_INLINE static constexpr type of(small_access<How>, deferred<F, L, C...> const& e) {
    return type(e);
  }
};

/// True if E is the whole result of a deferred operation, in row-major order, with elements of type T and shape S.
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

/// True if a small statement may write each element directly after reading the same element of its operands. Memory
/// with the target's layout is the target itself or does not overlap it, as for whole tensors; results of deferred
/// operations have been computed before. Nothing may be thrown either. Through an array 5 x 5 doubles took 9 to 25 ns
/// longer: loads wait for stores of other sizes.
template <class L, class E>
WEFT_FN constexpr bool writes_in_place();
template <class L, class F, class... C>
WEFT_FN constexpr bool children_write_in_place(node<F, C...> const*) {
  return (writes_in_place<L, C>() && ...);
}
template <class L, class E>
WEFT_FN constexpr bool writes_in_place() {
  constexpr E const* absent = nullptr;
  if constexpr (!is_deferred_operation<E> && requires { E::arity; })
    return children_write_in_place<L>(absent);
  else if constexpr (requires { absent->keep; })
    return is_dense<typename L::order> && std::is_same_v<L, typename E::layout_type>;
  else
    return true;
}

/// Computes elements directly into the target.
template <class T, class L, class Values>
struct to_small_target {
  static constexpr bool total = Values::total;
  T* to;
  L const& place;
  Values const& from;
  WEFT_INLINE constexpr void operator()(index_t, index_t const* end) const {
    to[small_offset(place, end)] = store_as<T>(from.at(end));
  }
};

/// True if e is a deferred operation that may write the whole target, in row-major order.
template <class How, class T, class L, class E>
concept WritesLast =
    is_small_result<T, typename L::extents_type, E> && std::is_same_v<typename L::order, dense<row_major>> &&
    requires(T* target, E const& e) { evaluate_last_to<How>(target, e); };

/// Sets target = e, for a target of static shape.
template <class How, class T, class L, class E>
WEFT_INLINE constexpr void run_small(T* target, L const& place, E const& e) {
  using shape = typename L::extents_type;
  if constexpr (WritesLast<How, T, L, E>) {
    evaluate_last_to<How>(target, e);
  } else {
    small_values<E, How> const values(e);
    if constexpr (is_small_result<T, shape, E>) {
      write_small<How>(target, place, values.core.values);
    } else if constexpr (writes_in_place<L, E>() && small_values<E, How>::total) {
      for_small<How, shape>(to_small_target<T, L, small_values<E, How>>{target, place, values});
    } else {
      small_array<T, shape, How> all;
      all.compute_from(values);
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

/// Returns the clone to call. If the build has the highest instruction set, the compiler knows it.
template <class Clones>
WEFT_INLINE auto chosen_clone() {
  if constexpr (build_level == highest_clone) {
    return Clones::template at<highest_clone>();
  } else {
    static constexpr auto all = Clones::all();
    return all[chosen_isa];
  }
}

/// True if target = e is a small statement. Both must have the same shape, which types know.
template <class T, class L, class E>
WEFT_FN constexpr bool is_small() {
  return is_number<T> && is_small_shape<typename L::extents_type>() && small_work<E> <= small_limits::work;
}
/// Runs a small statement: inline if it has few operations, else by a clone.
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
