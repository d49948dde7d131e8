#pragma once
#include <weft/base/scalar.hpp>
#include <weft/mpi/communicator.hpp>

#include <cstdint>
#include <limits>

namespace weft::detail {

/// A sum of floating numbers and of their products without rounding: an integer of 136 digits of 32 bits, whose last
/// bit is worth 2^-2148, as that of the smallest product of doubles. Sums of integers do not depend on their order, so
/// a sum over all ranks has the same bits however the numbers are divided, and it is the exact sum, rounded once.
/// Method: Kulisch, Computer Arithmetic and Validity (2008), chapter 8. One thread adds the numbers one by one.
class WEFT_API exact_sum {
public:
  void add(double x);
  void add_product(double x, double y);
  /// Adds the sums of all ranks.
  void join(mpi::communicator const& world, bool checked);
  /// Returns the sum, rounded once to the nearest number of a type, ties to even.
  template <class T>
  [[nodiscard]] T value() const {
    using limits = std::numeric_limits<T>;
    return static_cast<T>(rounded(limits::digits, limits::min_exponent - limits::digits, 0));
  }
  /// Returns the square root of the sum, whose squares may be beyond the range of double.
  [[nodiscard]] double root() const;

private:
  static constexpr int digits = 136;
  void add_bits(std::uint64_t bits, int place, bool negative);
  void count_special(double x);
  void carry();
  [[nodiscard]] int highest_bit() const;
  /// Returns the sum times 2^power, rounded to a number of bits, of which none is worth less than 2^least before.
  [[nodiscard]] double rounded(int precision, int least, int power) const;

  /// Digits of 32 bits with room for carries, the last one signed; then counts of NaN, infinity and -infinity.
  std::int64_t digit_[digits + 3] = {};
  std::int64_t uncarried_ = 0;
};

/// Returns one component of a number, which is exact in double.
template <class T>
WEFT_FN double component_of(T const& x, [[maybe_unused]] bool imaginary) {
  if constexpr (is_complex<T>)
    return static_cast<double>(imaginary ? x.imag() : x.real());
  else
    return number_as<double>(x);
}
/// Adds one component of the elements of a view.
template <class U>
WEFT_FN void add_elements(exact_sum& to, U const& u, bool imaginary) {
  for (auto const& x : u)
    to.add(component_of(x, imaginary));
}
/// Adds one component of the products a b of the elements of two views of one shape, or of conj(a) b.
template <class U, class V>
WEFT_FN void add_products(exact_sum& to, U const& a, V const& b, bool imaginary, bool conjugates = false) {
  auto other = b.begin();
  for (auto const& x : a) {
    auto const& y = *other;
    to.add_product(component_of(x, false), component_of(y, imaginary));
    if constexpr (is_complex<std::remove_cvref_t<decltype(x)>>)
      to.add_product(imaginary == conjugates ? -x.imag() : x.imag(), component_of(y, !imaginary));
    ++other;
  }
}

} // namespace weft::detail
