#pragma once
#include "decomposition.hpp"

#include <weft/tensor/memory.hpp>

// The places of matrices in memory at which other libraries gave wrong answers, by name, and matrices that lie there.
namespace peers_test {

using namespace decomposition_test;

/// Where element (i, j) of matrix k of a batch lies: offset + k strides[0] + i strides[1] + j strides[2]. There is room
/// for matrices of 5 x 5, and of 1 x 1 too.
struct place {
  char const* mistake;
  index_t matrices;
  index_t offset, strides[3];

  index_t at(index_t k, index_t i, index_t j) const {
    return offset + k * strides[0] + i * strides[1] + j * strides[2];
  }
  /// Elements are met once, so it may be written to.
  bool is_target() const { return matrices == 1 || strides[0] != 0; }
};
inline constexpr index_t room = 400;
inline std::vector<place> const places{
    {"row by row", 2, 0, {25, 5, 1}},
    {"column by column", 2, 0, {25, 1, 5}},
    {"reversed view: rows (xtensor-blas 100)", 2, 20, {25, -5, 1}},
    {"reversed view: columns", 2, 4, {25, 5, -1}},
    {"reversed view: rows and columns", 2, 24, {25, -5, -1}},
    {"reversed view: of columns that are dense", 2, 4, {25, -1, 5}},
    {"reversed view: the matrices of a batch", 2, 25, {-25, 5, 1}},
    {"permuted view: the batch is the last axis (nda 43)", 2, 0, {1, 10, 2}},
    {"permuted view: the batch is between rows and columns", 2, 0, {5, 10, 1}},
    {"permuted view: transposed, the batch is last", 2, 0, {1, 2, 10}},
    {"permuted and reversed view", 2, 49, {-1, -2, -10}},
    {"padded rows", 2, 3, {50, 9, 1}},
    {"padded columns", 2, 3, {50, 1, 9}},
    {"padded batch", 2, 0, {131, 5, 1}},
    {"no dense axis", 2, 1, {150, 26, 3}},
    {"overlapping steps: rows closer than columns are long", 2, 0, {40, 3, 16}},
    {"axis of size 1 with the stride 0 (Strided.jl 21)", 1, 0, {0, 5, 1}},
    {"axis of size 1 with any stride", 1, 0, {7, 1, 5}},
    {"axis of size 1 with a negative stride", 1, 0, {-1, 5, 1}},
    {"batch with broadcast: one matrix for all", 2, 0, {0, 5, 1}},
    {"batch with broadcast: of columns, reversed", 2, 4, {0, -1, 5}},
};

/// Memory full of NaN, in which matrices lie.
template <class T>
class placed {
public:
  placed(place const& p, index_t n) : place_(p), n_(n), memory_(room) {
    memory_.fill(number<T>(std::nan(""), std::nan("")));
  }
  auto view() {
    return weft::borrow(memory_.data() + place_.offset, weft::shape(place_.matrices, n_, n_),
                        weft::strides(place_.strides[0], place_.strides[1], place_.strides[2]));
  }
  /// Element by element, without a view.
  tensor<T, 2> matrix(index_t k) const {
    tensor<T, 2> a(n_, n_);
    for (index_t i = 0; i < n_; ++i)
      for (index_t j = 0; j < n_; ++j)
        a(i, j) = memory_(place_.at(k, i, j));
    return a;
  }
  void fill(unsigned long seed, bool hermitian) {
    for (index_t k = 0; k < place_.matrices; ++k) {
      auto a = random_matrix<T>(n_, n_, seed + static_cast<unsigned long>(k));
      for (index_t i = 0; i < n_; ++i) {
        a(i, i) += T(4); // well conditioned
        for (index_t j = 0; j < i && hermitian; ++j)
          a(i, j) = conjugate(a(j, i));
        if (hermitian)
          a(i, i) = T(std::real(a(i, i)));
      }
      for (index_t i = 0; i < n_; ++i)
        for (index_t j = 0; j < n_; ++j)
          memory_(place_.at(k, i, j)) = a(i, j);
    }
  }
  /// How many elements are still NaN.
  index_t untouched() const {
    index_t count = 0;
    for (T const& x : memory_)
      count += std::isnan(std::real(x)) ? 1 : 0;
    return count;
  }

private:
  place place_;
  index_t n_;
  tensor<T, 1> memory_;
};

/// Matrix k of a result; of one for all the only one.
template <class T, class X>
wide_matrix<T> wide_of_result(X const& x, index_t k) {
  return widened(tensor<T, 2>(x(x.extent(0) == 1 ? 0 : k, weft::all, weft::all)));
}
template <class T>
wide_matrix<T> unit(index_t n) {
  wide_matrix<T> one(n, n);
  for (index_t i = 0; i < n; ++i)
    one(i, i) = 1;
  return one;
}
template <class W>
void near(tensor<W, 2> const& a, tensor<W, 2> const& wanted, double tolerance) {
  CHECK(distance(a, wanted) <= tolerance * (1 + size_of(wanted)));
}

} // namespace peers_test
