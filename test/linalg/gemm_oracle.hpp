#pragma once
#include <weft/linalg/gemm.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <new>
#include <type_traits>
#include <vector>

// Matrices between sentinels, and their product by the definition in a wider type.

namespace linalg_test {

using namespace weft::detail;
using weft::index_t;
using weft::is_complex;

/// Counts what is asked of it, and sees what is written behind it.
class counting_scratch final : public scratch {
public:
  counting_scratch() : scratch(&allocate_from) {}
  ~counting_scratch() {
    for (block const& b : blocks_) {
      for (std::size_t i = b.bytes; i < b.bytes + guard && b.begin[i] == 0xa5; ++i)
        intact_ += 1;
      ::operator delete(b.begin, std::align_val_t(64));
    }
    CHECK(intact_ == blocks_.size() * guard);
  }
  std::size_t total = 0;

private:
  static constexpr std::size_t guard = 1 << 16;
  struct block {
    unsigned char* begin;
    std::size_t bytes;
  };
  static void* allocate_from(scratch& from, std::size_t bytes) {
    CHECK(bytes > 0);
    auto& me = static_cast<counting_scratch&>(from);
    me.total += bytes;
    auto* const p = static_cast<unsigned char*>(::operator new(bytes + guard, std::align_val_t(64)));
    me.blocks_.push_back({p, bytes});
    std::memset(p, 0xff, bytes); // NaN: whoever reads it uninitialised shows
    std::memset(p + bytes, 0xa5, guard);
    return p;
  }
  std::vector<block> blocks_;
  std::size_t intact_ = 0;
};

/// The same sequence everywhere.
struct generator {
  std::uint64_t state;
  int below(int n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return int((state >> 33) % std::uint64_t(n));
  }
};

/// Products of floats are exact in double, which is as fast; long double is computed by software on AArch64.
template <class T>
struct wide {
  using type = std::conditional_t<sizeof(T) == sizeof(float), double, long double>;
};
template <class T>
struct wide<std::complex<T>> {
  using type = std::complex<typename wide<T>::type>;
};
template <class T>
  requires std::is_integral_v<T>
struct wide<T> {
  using type = long long;
};
template <class T>
using wide_t = typename wide<T>::type;
/// Of moduli, and of integers what holds a sum of moduli, of which only 0 matters.
template <class T>
using wide_real_t = std::conditional_t<std::is_integral_v<T>, double, real_t<wide_t<T>>>;

template <class T>
T small_value(generator& g) {
  if constexpr (is_complex<T>)
    return T(small_value<typename T::value_type>(g), small_value<typename T::value_type>(g));
  else
    return static_cast<T>(g.below(17) - 8) / static_cast<T>(std::is_integral_v<T> ? 1 : 3);
}

template <class T>
T not_to_be_read() {
  if constexpr (std::is_integral_v<T>)
    return T(99999999);
  else if constexpr (is_complex<T>)
    return T(not_to_be_read<typename T::value_type>(), not_to_be_read<typename T::value_type>());
  else
    return std::numeric_limits<T>::quiet_NaN();
}

/// One of four factors of a product, or of what C held: 1, 2 or nothing, one with a fraction, 0.
template <class T>
T factor(int sample, bool of_c) {
  real_t<T> const values[] = {1, real_t<T>(of_c ? 0 : 2), real_t<T>(-1.5), 0};
  if constexpr (is_complex<T>)
    if (sample == 2)
      return T(values[2], real_t<T>(0.25));
  return T(values[sample]);
}

enum class stride_class { rows, columns, padded, rows_back, cols_back, both_back, every_second, zero_rows, zero_cols };
constexpr int writable_classes = 7, all_classes = 9;

/// A matrix somewhere in a larger block, whose other elements are sentinels.
template <class T>
struct guarded {
  std::vector<T> memory;
  index_t first = 0;
  matrix_shape shape{};

  guarded(index_t rows, index_t cols, stride_class kind) {
    index_t const up = rows > 0 ? rows : 1, across = cols > 0 ? cols : 1, guard = 5;
    switch (kind) {
    case stride_class::rows: shape = {rows, cols, across, 1}; break;
    case stride_class::columns: shape = {rows, cols, 1, up}; break;
    case stride_class::padded: shape = {rows, cols, across + 3, 1}; break;
    case stride_class::rows_back: shape = {rows, cols, -across, 1}; break;
    case stride_class::cols_back: shape = {rows, cols, across, -1}; break;
    case stride_class::both_back: shape = {rows, cols, -1, -up - 1}; break;
    case stride_class::every_second: shape = {rows, cols, 2 * across, 2}; break;
    case stride_class::zero_rows: shape = {rows, cols, 0, 1}; break;
    case stride_class::zero_cols: shape = {rows, cols, 1, 0}; break;
    }
    index_t low = 0, high = 0;
    for (index_t const reach : {(up - 1) * shape.row_stride, (across - 1) * shape.col_stride})
      (reach < 0 ? low : high) += reach;
    first = guard - low;
    memory.assign(std::size_t(high - low + 1 + 2 * guard), not_to_be_read<T>());
    if (rows == 1) // never to be read
      shape.row_stride = 1000000007;
    if (cols == 1)
      shape.col_stride = -1000000007;
  }

  std::size_t place(index_t i, index_t j) const {
    return std::size_t(first + (i ? i * shape.row_stride : 0) + (j ? j * shape.col_stride : 0));
  }
  T& at(index_t i, index_t j) { return memory[place(i, j)]; }
  T const& at(index_t i, index_t j) const { return memory[place(i, j)]; }
  void fill(generator& g) {
    for (index_t i = 0; i < shape.rows; ++i)
      for (index_t j = 0; j < shape.cols; ++j)
        at(i, j) = small_value<T>(g);
  }
  matrix_operand<T const> read() const { return {memory.data() + first, shape}; }
  matrix_operand<T> write() { return {memory.data() + first, shape}; }
};

template <class T>
bool same_bits(T const& x, T const& y) {
  return std::memcmp(&x, &y, sizeof x) == 0;
}

template <class T>
wide_t<T> widened(T const& x, bool conj) {
  if constexpr (is_complex<T>)
    return wide_t<T>(x.real(), conj ? -x.imag() : x.imag());
  else
    return static_cast<wide_t<T>>(x);
}

/// Of a complex number the sum of its parts' magnitudes, which is not below its modulus: hypot() took most of the time.
template <class R>
R magnitude(R x) {
  return std::abs(x);
}
template <class R>
R magnitude(std::complex<R> const& x) {
  return std::abs(x.real()) + std::abs(x.imag());
}
inline double magnitude(long long x) {
  return static_cast<double>(x < 0 ? -x : x);
}

/// One element by the definition, and how far rounding may take a sum of k products from it: each of the k additions
/// and products rounds once, relative to the sum of magnitudes; a complex product rounds four times.
template <class T>
struct expected_element {
  using R = wide_real_t<T>;
  wide_t<T> value{};
  R bound = 0;

  expected_element(T alpha, guarded<T> const& a, guarded<T> const& b, T beta, T const& old, index_t i, index_t j) {
    wide_t<T> sum{};
    R sizes = 0;
    for (index_t l = 0; l < a.shape.cols; ++l) {
      wide_t<T> const x = widened(a.at(i, l), a.shape.conj), y = widened(b.at(l, j), b.shape.conj);
      if constexpr (is_complex<T>) // by the definition: the operator of std::complex looks for infinities
        sum += wide_t<T>(x.real() * y.real() - x.imag() * y.imag(), x.real() * y.imag() + x.imag() * y.real());
      else
        sum += x * y;
      sizes += magnitude(x) * magnitude(y);
    }
    value = widened(alpha, false) * sum;
    sizes *= magnitude(widened(alpha, false));
    if (beta != T{}) {
      value += widened(beta, false) * widened(old, false);
      sizes += magnitude(widened(beta, false) * widened(old, false));
    }
    R const epsilon = static_cast<R>(std::numeric_limits<real_t<T>>::epsilon()); // 0 for integers
    bound = static_cast<R>(a.shape.cols + 4) * (is_complex<T> ? 4 : 1) * epsilon * sizes;
  }
};

/// Number of elements of the whole block that are wrong; NaN is always wrong.
template <class T>
int wrong_elements(T alpha, guarded<T> const& a, guarded<T> const& b, T beta, guarded<T> const& before,
                   guarded<T> const& after) {
  std::vector<bool> inside(before.memory.size(), false);
  int wrong = 0;
  for (index_t i = 0; i < before.shape.rows; ++i)
    for (index_t j = 0; j < before.shape.cols; ++j) {
      expected_element<T> const want(alpha, a, b, beta, before.at(i, j), i, j);
      inside[before.place(i, j)] = true;
      bool const good = magnitude(widened(after.at(i, j), false) - want.value) <= want.bound;
      wrong += !good;
    }
  for (std::size_t e = 0; e < inside.size(); ++e)
    wrong += !inside[e] && !same_bits(before.memory[e], after.memory[e]);
  return wrong;
}

inline matrix_shape rows_of(index_t rows, index_t cols) { return {rows, cols, cols, 1}; }
inline matrix_shape columns_of(index_t rows, index_t cols) { return {rows, cols, 1, rows}; }

} // namespace linalg_test
