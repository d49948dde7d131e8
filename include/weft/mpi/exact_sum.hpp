#pragma once
#include <weft/mpi/message.hpp>

#include <cstdint>

namespace weft::detail {

/// A sum of floating numbers without rounding: an integer of 72 digits of 32 bits, whose last bit is worth 2^-1074.
/// Sums of integers do not depend on their order, so a sum over all ranks has the same bits however the numbers are
/// divided, and it is the exact sum, rounded once. Method: Kulisch, Computer Arithmetic and Validity (2008), chapter 8.
/// One thread adds the numbers one by one.
class WEFT_API exact_sum {
public:
  /// Adds the elements of a piece, of float or double, or one component of the elements of their complex types.
  void add(mpi_piece const& numbers, bool imaginary = false);
  /// Adds the products of the elements of two pieces of one type and shape, which are float or double.
  void add_products(mpi_piece const& a, mpi_piece const& b);
  /// Adds |x|^2 of the elements of a piece.
  void add_squares(mpi_piece const& numbers);
  void add(double x);
  /// Adds a product as two numbers, whose sum is the exact product unless it underflows.
  void add_product(double x, double y);
  /// Adds the sums of all ranks.
  void join(mpi::communicator const& world);
  /// Returns the sum, rounded to the nearest double, ties to even.
  [[nodiscard]] double value() const;

private:
  static constexpr int digits = 72;
  void carry();

  /// Digits of 32 bits with room for carries, the last one signed; then counts of NaN, infinity and -infinity.
  std::int64_t digit_[digits + 3] = {};
  std::int64_t uncarried_ = 0;
};

} // namespace weft::detail
