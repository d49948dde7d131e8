#pragma once
#include <weft/linalg/product.hpp>

// Products of three and more factors, in the order with the fewest multiplications.
namespace weft::detail {

/// A product of matrices, vectors and stacks by NumPy's rule; the base of the function object that computes it.
template <class T, class Extents, class Order = row_major>
struct matrix_product : result_of<T, Extents, Order> {};

template <class F>
inline constexpr bool is_matrix_product =
    std::derived_from<F, matrix_product<typename F::value_type, typename F::extents_type, typename F::result_order>>;

/// Finds the best order to multiply n matrices, of which matrix i has extents[i] rows and extents[i + 1] columns. On
/// return, the factors first ... last are multiplied as (first ... k - 1) * (k ... last) with k = split[first * n +
/// last]. It is dynamic programming over all ranges, O(n^3); among equals the leftmost factors are multiplied first.
/// Source: Cormen, Leiserson, Rivest, Stein, Introduction to Algorithms, matrix-chain multiplication.
WEFT_API void order_chain(index_t const* extents, int n, int* split);

/// The number of factors of element type T that the product e has, if none of them is a stack.
template <class T, class E>
struct chain_of {
  static constexpr int factors = 1;
};
template <class T, class F, class L, class A, class B>
  requires(is_matrix_product<F> && std::same_as<T, typename F::value_type> && std::same_as<T, typename A::value_type> &&
           std::same_as<T, typename B::value_type> && is_number<T> && deferred<F, L, A, B>::is_whole)
struct chain_of<T, deferred<F, L, A, B>> {
  static constexpr int factors = chain_of<T, A>::factors + chain_of<T, B>::factors;
};
template <class T, class F, class... C>
  requires scaled_product<node<F, C...>>::is_product
struct chain_of<T, node<F, C...>> : chain_of<T, typename scaled_product<node<F, C...>>::product_type> {};

/// Collects the factors of a product of up to N matrices, then computes the product.
template <class T, int N>
class product_chain {
public:
  WEFT_FN explicit product_chain(session& s) : session_(s) {}

  /// Adds the factors of e, the left or the right operand of the product, and calls `next` while they are in memory. If
  /// e is an unnamed product whose inner operand, which is next to the other factors, is a matrix, e is taken apart
  /// into its own factors; the outer operand may be a vector. If the inner operand is a vector, e is a vector and is
  /// computed as one factor. A product with a name is computed as one factor too, once.
  template <class E, class Next>
  WEFT_FN void add(E const& e, bool is_left, Next const& next) {
    if constexpr (chain_of<T, E>::factors > 1) {
      using source = scaled_product<E>;
      auto const& product = source::product(e);
      auto const& left = get<0>(product.operands);
      auto const& right = get<1>(product.operands);
      int const inner = is_left ? right.rank() : left.rank(), outer = is_left ? left.rank() : right.rank();
      if (product.named || (inner == 2 && outer <= 2)) {
        factor_ = multiply(source::factor(e), factor_);
        if (product.named)
          return add_leaf(materialise(product, session_), is_left, false, next);
        return add(left, true, [&] { add(right, false, next); });
      }
    }
    using operand = product_operand<E>;
    factor_ = store_as<T>(multiply(operand::factor(e), factor_));
    add_leaf(operand::leaf(e, session_), is_left, operand::conj, next);
  }

  /// Computes c = alpha * product + beta * c.
  WEFT_FN void run(T alpha, T beta, matrix_operand<T> const& c) {
    index_t extents[std::size_t(N + 1)];
    for (int i = 0; i < count_; ++i)
      extents[i] = factors_[i].shape.rows;
    extents[count_] = factors_[count_ - 1].shape.cols;
    order_chain(extents, count_, split_);
    int const k = split_[count_ - 1];
    matrix_operand<T const> const a = product(0, k - 1), b = product(k, count_ - 1);
    product_job<T, T, T>{multiply(factor_, alpha), a, b, beta, c}.run(session_);
  }

private:
  template <class Leaf, class Next>
  WEFT_FN void add_leaf(Leaf const& m, bool is_left, bool conj, Next const& next) {
    bool const vector = m.rank() == 1;
    factors_[count_++] = {m.data, matrix_of(m.place, vector && is_left, vector && !is_left, conj)};
    next();
  }
  WEFT_FN matrix_operand<T const> product(int first, int last) {
    if (first == last)
      return factors_[first];
    int const k = split_[first * count_ + last];
    matrix_operand<T const> const a = product(first, k - 1), b = product(k, last);
    auto values = new_temporary<T>(shape(a.shape.rows, b.shape.cols), session_);
    product_job<T, T, T> const job{T(1), a, b, T(0), {values.data, matrix_of(values.place, false, false)}};
    job.run_apart_unchecked(session_);
    memory_[k] = {};
    memory_[first] = std::move(values.keep);
    return {job.c.data, job.c.shape};
  }

  session& session_;
  T factor_ = T(1);
  int count_ = 0;
  matrix_operand<T const> factors_[std::size_t(N)];
  storage_ref memory_[std::size_t(N)]; ///< entry k: the intermediate product that begins with factor k
  int split_[std::size_t(N * N)];
};

} // namespace weft::detail
