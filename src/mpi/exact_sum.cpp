#include "mpi/library.hpp"

#include <weft/layout/walk.hpp>
#include <weft/mpi/exact_sum.hpp>

#include <bit>
#include <cmath>
#include <limits>

namespace weft::detail {

namespace {

constexpr int nan_count = 72, positive_count = 73, negative_count = 74;
constexpr std::int64_t base = std::int64_t{1} << 32;
/// Each number adds less than 2^32 to a digit.
constexpr std::int64_t most_uncarried = std::int64_t{1} << 29;

/// Returns the extents or the strides of a piece, of which there are as many as it has axes.
dynamic_extents of_axes(index_t const* numbers, int rank) {
  dynamic_extents out(rank);
  for (int k = 0; k < rank; ++k)
    out.set(k, numbers[k]);
  return out;
}
/// Calls f with the places of the elements of two pieces of one shape.
template <class F>
void for_each_place(mpi_piece const& a, mpi_piece const& b, F const& f) {
  dynamic_extents const steps[] = {of_axes(a.strides, a.rank), of_axes(b.strides, b.rank)};
  index_t const a_step = row_step(steps[0]), b_step = row_step(steps[1]);
  walk_rows(of_axes(a.extents, a.rank), steps, [&](index_t const*, index_t const* place, index_t n) {
    for (index_t i = 0; i < n; ++i)
      f(place[0] + i * a_step, place[1] + i * b_step);
  });
}
double number_at(mpi_piece const& piece, index_t place, bool imaginary) {
  switch (piece.type) {
  case dtype::float32:
    return static_cast<double>(static_cast<float const*>(piece.data)[place]);
  case dtype::complex64:
    return static_cast<double>(static_cast<float const*>(piece.data)[2 * place + imaginary]);
  case dtype::complex128:
    return static_cast<double const*>(piece.data)[2 * place + imaginary];
  default:
    return static_cast<double const*>(piece.data)[place];
  }
}

} // namespace

void exact_sum::add(double x) {
  auto const bits = std::bit_cast<std::uint64_t>(x);
  int const exponent = static_cast<int>(bits >> 52 & 0x7ff);
  bool const negative = bits >> 63 != 0;
  if (exponent == 0x7ff) {
    bool const is_nan = (bits << 12) != 0;
    ++digit_[is_nan ? nan_count : negative ? negative_count : positive_count];
    return;
  }
  std::uint64_t const size = (bits & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{exponent != 0} << 52);
  int const place = exponent == 0 ? 0 : exponent - 1, shift = place % 32;
  std::int64_t* const to = digit_ + place / 32;
  std::uint64_t const low = size << shift, high = shift == 0 ? 0 : size >> (64 - shift);
  std::int64_t const sign = negative ? -1 : 1;
  to[0] += sign * static_cast<std::int64_t>(low & 0xffffffffu);
  to[1] += sign * static_cast<std::int64_t>(low >> 32);
  to[2] += sign * static_cast<std::int64_t>(high);
  if (++uncarried_ == most_uncarried)
    carry();
}
void exact_sum::add_product(double x, double y) {
  double const product = x * y;
  add(product);
  if (std::isfinite(product))
    add(std::fma(x, y, -product));
}

void exact_sum::carry() {
  for (int k = 0; k + 1 < digits; ++k) {
    std::int64_t const up = digit_[k] >> 32; // rounds down, so that the digit stays positive
    digit_[k] -= up * base;
    digit_[k + 1] += up;
  }
  uncarried_ = 0;
}

void exact_sum::add(mpi_piece const& numbers, bool imaginary) {
  for_each_place(numbers, numbers, [&](index_t place, index_t) { add(number_at(numbers, place, imaginary)); });
}
void exact_sum::add_products(mpi_piece const& a, mpi_piece const& b) {
  for_each_place(a, b, [&](index_t x, index_t y) { add_product(number_at(a, x, false), number_at(b, y, false)); });
}
void exact_sum::add_squares(mpi_piece const& numbers) {
  bool const has_two = numbers.type == dtype::complex64 || numbers.type == dtype::complex128;
  for_each_place(numbers, numbers, [&](index_t place, index_t) {
    for (bool const imaginary : {false, true})
      if (has_two || !imaginary) {
        double const x = number_at(numbers, place, imaginary);
        add_product(x, x);
      }
  });
}

void exact_sum::join(mpi::communicator const& world) {
  carry();
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, digit_, digits + 3, MPI_INT64_T, MPI_SUM, comm_of(world)), "mpi::sum");
  carry();
}

double exact_sum::value() const {
  double const infinity = std::numeric_limits<double>::infinity();
  if (digit_[nan_count] != 0 || (digit_[positive_count] != 0 && digit_[negative_count] != 0))
    return std::numeric_limits<double>::quiet_NaN();
  if (digit_[positive_count] != 0 || digit_[negative_count] != 0)
    return digit_[positive_count] != 0 ? infinity : -infinity;
  exact_sum size = *this;
  size.carry();
  bool const negative = size.digit_[digits - 1] < 0;
  if (negative) {
    for (int k = 0; k < digits; ++k)
      size.digit_[k] = -size.digit_[k];
    size.carry();
  }
  int top = digits - 1;
  while (top > 0 && size.digit_[top] == 0)
    --top;
  auto const bit = [&](int n) { return n >= 0 && (size.digit_[n / 32] >> (n % 32) & 1) != 0; };
  int highest = 32 * top + 63;
  while (highest > 0 && (highest >= 32 * digits || !bit(highest)))
    --highest;
  int const lowest = highest > 52 ? highest - 52 : 0; // of the 53 bits that are kept
  std::uint64_t kept = 0;
  for (int n = highest; n >= lowest; --n)
    kept = 2 * kept + bit(n);
  bool rest = false;
  for (int n = 0; n < lowest - 1 && !rest; ++n)
    rest = bit(n);
  if (bit(lowest - 1) && (rest || (kept & 1) != 0))
    ++kept;
  double const result = std::ldexp(static_cast<double>(kept), lowest - 1074);
  return negative ? -result : result;
}

} // namespace weft::detail
