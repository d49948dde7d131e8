#include "mpi/agreement.hpp"

#include <weft/mpi/exact_sum.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace weft::detail {

namespace {

constexpr int nan_count = 136, positive_count = 137, negative_count = 138;
constexpr std::int64_t base = std::int64_t{1} << 32;
/// The exponents of the last bit of the smallest double, and of the sum.
constexpr int last_of_double = -1074, last_of_sum = 2 * last_of_double;
/// Bits that are added give a digit less than 2^32.
constexpr std::int64_t most_uncarried = std::int64_t{1} << 29;

/// A finite double: size * 2^(place + last_of_double).
struct decoded_number {
  std::uint64_t size;
  int place;
  bool negative;

  explicit decoded_number(double x) {
    auto const bits = std::bit_cast<std::uint64_t>(x);
    int const exponent = static_cast<int>(bits >> 52 & 0x7ff);
    size = (bits & ((std::uint64_t{1} << 52) - 1)) | (std::uint64_t{exponent != 0} << 52);
    place = exponent == 0 ? 0 : exponent - 1;
    negative = bits >> 63 != 0;
  }
};

} // namespace

/// Adds 64 bits, whose last one is worth 2^(place + last_of_sum).
void exact_sum::add_bits(std::uint64_t bits, int place, bool negative) {
  int const shift = place % 32;
  std::int64_t* const to = digit_ + place / 32;
  std::uint64_t const low = bits << shift, high = shift == 0 ? 0 : bits >> (64 - shift);
  std::int64_t const sign = negative ? -1 : 1;
  to[0] += sign * static_cast<std::int64_t>(low & 0xffffffffu);
  to[1] += sign * static_cast<std::int64_t>(low >> 32);
  to[2] += sign * static_cast<std::int64_t>(high);
  if (++uncarried_ == most_uncarried)
    carry();
}
void exact_sum::count_special(double x) {
  ++digit_[std::isnan(x) ? nan_count : x < 0 ? negative_count : positive_count];
}
void exact_sum::add(double x) {
  if (!std::isfinite(x))
    return count_special(x);
  decoded_number const decoded(x);
  add_bits(decoded.size, decoded.place - last_of_double, decoded.negative);
}
/// Numbers of 53 bits are multiplied in halves, whose products have less than 64 bits.
void exact_sum::add_product(double x, double y) {
  if (!std::isfinite(x) || !std::isfinite(y))
    return count_special(x * y);
  constexpr int half = 27;
  constexpr std::uint64_t low_bits = (std::uint64_t{1} << half) - 1;
  decoded_number const a(x), b(y);
  std::uint64_t const a_high = a.size >> half, a_low = a.size & low_bits, b_high = b.size >> half,
                      b_low = b.size & low_bits;
  int const place = a.place + b.place;
  bool const negative = a.negative != b.negative;
  add_bits(a_high * b_high, place + 2 * half, negative);
  add_bits(a_high * b_low + a_low * b_high, place + half, negative);
  add_bits(a_low * b_low, place, negative);
}

void exact_sum::carry() {
  for (int k = 0; k + 1 < digits; ++k) {
    std::int64_t const up = digit_[k] >> 32; // rounds down, so that the digit stays positive
    digit_[k] -= up * base;
    digit_[k + 1] += up;
  }
  uncarried_ = 0;
}

void exact_sum::join(mpi::communicator const& world, bool checked) {
  require_agreement(world, {.name = "a sum in a deterministic_scope"}, checked);
  carry();
  check_mpi(MPI_Allreduce(MPI_IN_PLACE, digit_, digits + 3, MPI_INT64_T, MPI_SUM, comm_of(world)), "mpi::sum");
  carry();
}

/// The sum is carried and not negative.
int exact_sum::highest_bit() const {
  int top = digits - 1;
  while (top > 0 && digit_[top] == 0)
    --top;
  return 32 * top + std::max(0, static_cast<int>(std::bit_width(static_cast<std::uint64_t>(digit_[top]))) - 1);
}

double exact_sum::rounded(int precision, int least, int power) const {
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
  auto const bit = [&](int n) { return n >= 0 && (size.digit_[n / 32] >> (n % 32) & 1) != 0; };
  int const highest = size.highest_bit();
  int const lowest = std::max({0, highest - precision + 1, least - last_of_sum}); // of the bits that are kept
  std::uint64_t kept = 0;
  for (int n = highest; n >= lowest; --n)
    kept = 2 * kept + bit(n);
  bool rest = false;
  for (int n = 0; n < lowest - 1 && !rest; ++n)
    rest = bit(n);
  if (bit(lowest - 1) && (rest || (kept & 1) != 0))
    ++kept;
  double const result = std::ldexp(static_cast<double>(kept), lowest + last_of_sum + power);
  return negative ? -result : result;
}

double exact_sum::root() const {
  exact_sum carried = *this;
  carried.carry();
  int const half = (carried.highest_bit() + last_of_sum) / 2;
  return std::ldexp(std::sqrt(rounded(std::numeric_limits<double>::digits, last_of_sum, -2 * half)), half);
}

} // namespace weft::detail
