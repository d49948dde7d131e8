#pragma once
#include <weft/index/access.hpp>
#include <weft/ops/arithmetic.hpp>

// Sums of index notation that are products of matrices, or contractions of tensors: found in their types.
namespace weft::detail {

// Types that filter, join and split lists of indices.

/// `type`: the indices of List whose bit is set in Symbols, in the order of List.
template <class List, unsigned Symbols, class Taken = index_list<>>
struct list_filter {
  using type = Taken;
};
template <int K, int... J, unsigned Symbols, int... T>
struct list_filter<index_list<K, J...>, Symbols, index_list<T...>>
    : list_filter<index_list<J...>, Symbols,
                  std::conditional_t<(Symbols >> K & 1u) != 0, index_list<T..., K>, index_list<T...>>> {};
template <class List, unsigned Symbols>
using indices_in = typename list_filter<List, Symbols>::type;
/// `last`: the last index of a list, as a list; `others`: the indices before it.
template <class List>
struct split_last {
  using last = index_list<>;
  using others = index_list<>;
};
template <int K>
struct split_last<index_list<K>> {
  using last = index_list<K>;
  using others = index_list<>;
};
template <int K, int... J>
  requires(sizeof...(J) > 0)
struct split_last<index_list<K, J...>> {
  using last = typename split_last<index_list<J...>>::last;
  using others = joined_indices<index_list<K>, typename split_last<index_list<J...>>::others>;
};

/// True if each subscript in E has at most one index, and is neither text nor an element, so that each axis of memory
/// is an axis of a matrix. A product would have to copy u(i + k) as a matrix of i and k, whereas a loop reads it in
/// place.
template <class E>
inline constexpr bool is_separable = !names_indices<E>;
template <class F, class... C>
inline constexpr bool is_separable<node<F, C...>> = (is_separable<C> && ...);
template <class E, class... S>
inline constexpr bool is_separable<index_access<E, S...>> =
    ((!is_text_subscript<S> && !is_gathering<S> && (symbols_in<S> & (symbols_in<S> - 1u)) == 0) && ...);

template <class E>
inline constexpr bool is_access = false;
template <class E, class... S>
inline constexpr bool is_access<index_access<E, S...>> = true;

/// Describes a sum over one index of A * B as a product of matrices; `is` is true if it is one. The last index that
/// only A has counts rows, and the last one that only B has counts columns. All other indices, except the one that is
/// summed over, count the matrices of a stack.
template <class Loops, class Over, class A, class B>
struct contraction {
  static constexpr unsigned a = open_indices<A>, b = open_indices<B>, over = Over::symbols;
  using order = typename Loops::order;
  using rows = indices_in<order, a & ~b>;
  using columns = indices_in<order, b & ~a>;
  using shared = indices_in<order, a & b & ~over>;
  using T = typename A::value_type;
  static constexpr bool is =
      Over::count == 1 && (a & b & over) == over && is_separable<A> && is_separable<B> &&
      std::same_as<T, typename B::value_type> && (std::is_floating_point_v<T> || is_complex<T>) &&
      (rows::count <= 1 || is_access<A>) && (columns::count <= 1 || is_access<B>) &&
      ((rows::count > 0 && columns::count > 0) || (rows::count + columns::count == 1 && shared::count == 0));
};

/// `is` is true if a reduction of E is a product of matrices, as contraction describes it.
template <class Reduction, class Loops, class Over, class E>
struct product_of_matrices {
  static constexpr bool is = false;
};
template <class Loops, class Over, class A, class B>
struct product_of_matrices<reduction<reducer::sum>, Loops, Over, node<op::times, A, B>>
    : contraction<Loops, Over, A, B> {};

/// True for an operand that a contraction reads where it lies. An expression would be stored first, for all values of
/// its indices, whereas a fold computes its elements where it adds them.
template <class E>
inline constexpr bool is_contractible = false;
template <class E, class... S>
inline constexpr bool is_contractible<index_access<E, S...>> = ((!is_text_subscript<S> && !is_gathering<S>) && ...);

/// Describes a sum over some indices of A * B as a contraction of tensors; `is` is true if it is one that takes fewer
/// multiplications, or products of matrices: an index is summed over in one operand alone, or each operand has an index
/// of the result that the other lacks.
template <class R, class Over, class E>
struct contraction_of_tensors {
  static constexpr bool is = false;
};
template <class Over, class A, class B>
struct contraction_of_tensors<reduction<reducer::sum>, Over, node<op::times, A, B>> {
  static constexpr unsigned a = open_indices<A>, b = open_indices<B>, over = Over::symbols;
  using T = typename A::value_type;
  static constexpr bool is = Over::count > 1 &&
                             is_contractible<A>&& is_contractible<B>&& std::same_as<T, typename B::value_type> &&
                             (std::is_floating_point_v<T> || is_complex<T>) &&
                             (((a ^ b) & over) != 0 || ((a & ~b & ~over) != 0 && (b & ~a & ~over) != 0));
};

} // namespace weft::detail
