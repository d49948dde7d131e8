#pragma once
#include <weft/eval/deterministic.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/mpi/collective.hpp>
#include <weft/mpi/distributed.hpp>
#include <weft/mpi/exact_sum.hpp>
#include <weft/ops/reduce.hpp>

#include <cmath>
#include <limits>

// Reductions of fields that are divided among ranks, over all interiors: sum(u), min(u), max(u), dot(u, v), norm(u).
// All ranks call them, and get the same value.
//
// In a deterministic_scope sums of floating numbers are exact and rounded once, so they have the same bits for any
// number of ranks and any process grid. Elsewhere each rank sums its own interior, and MPI the sums of the ranks.
namespace weft {

/// Fields that are divided among ranks.
template <class U>
concept Distributed = requires(std::remove_cvref_t<U> const& u) {
  typename std::remove_cvref_t<U>::weft_reduced;
  u.local();
  u.offset();
};

namespace detail {

template <class T>
inline constexpr bool is_summed_exactly = std::is_floating_point_v<T> || is_complex<T>;

template <class V>
WEFT_FN double exact_sum_of(mpi::communicator const& world, V const& v, bool imaginary) {
  exact_sum s;
  s.add(piece_of_stored(v), imaginary);
  s.join(world);
  return s.value();
}
template <class U>
WEFT_FN auto sum_over_ranks(U const& u) {
  using T = typename U::value_type;
  auto const& world = u.ranks().world();
  auto const interior = u.local().interior();
  if constexpr (is_summed_exactly<T>)
    if (deterministic()) {
      if constexpr (is_complex<T>) {
        using real = typename T::value_type;
        double const re = exact_sum_of(world, interior, false), im = exact_sum_of(world, interior, true);
        return T(static_cast<real>(re), static_cast<real>(im));
      } else {
        return static_cast<T>(exact_sum_of(world, interior, false));
      }
    }
  return mpi::allreduce(world, sum(interior), mpi::sum);
}

/// The smallest or the largest element of all ranks. Ranks without elements give the other end of the type.
template <class U>
WEFT_FN auto extreme_over_ranks(char const* operation, U const& u, mpi::operation how) {
  using T = typename U::value_type;
  static_assert(!is_complex<T>, "weft: complex numbers have no order");
  using limits = std::numeric_limits<T>;
  for (int k = 0; k < U::static_rank; ++k)
    if (u.shape().entry(k) == 0)
      throw_shape_reason(operation, "the field has no elements");
  auto const interior = u.local().interior();
  bool const is_min = how == mpi::min;
  T worst = is_min ? (limits::max)() : limits::lowest();
  if constexpr (limits::has_infinity)
    worst = is_min ? limits::infinity() : T(-limits::infinity());
  T const mine = interior.size() == 0 ? worst : is_min ? T((min)(interior)) : T((max)(interior));
  return mpi::allreduce(u.ranks().world(), mine, how);
}

template <class U>
WEFT_FN auto norm_over_ranks(U const& u) {
  auto const& world = u.ranks().world();
  auto const interior = u.local().interior();
  auto const mine = norm(interior);
  using N = std::remove_const_t<decltype(mine)>;
  N const largest = mpi::allreduce(world, mine, mpi::max);
  if (!(largest > N(0)) || !std::isfinite(static_cast<double>(largest)))
    return largest;
  if constexpr (is_summed_exactly<typename U::value_type>)
    if (deterministic()) {
      // The largest of all numbers does not depend on how they are divided, and a power of 2 scales without rounding.
      N const mine_most = interior.size() == 0 ? N(0) : N((max)(abs(interior)));
      double const most = static_cast<double>(mpi::allreduce(world, mine_most, mpi::max));
      int const power = -(std::max)(std::ilogb(most), -100);
      auto const scaled = eval(interior * static_cast<N>(std::ldexp(1.0, power)));
      exact_sum s;
      s.add_squares(piece_of_stored(scaled));
      s.join(world);
      return static_cast<N>(std::ldexp(std::sqrt(s.value()), -power));
    }
  N const scaled = mine / largest;
  return static_cast<N>(largest * std::sqrt(mpi::allreduce(world, static_cast<N>(scaled * scaled), mpi::sum)));
}

template <class U>
WEFT_FN auto reduced_distributed(answered_above, U const& u, reduction<reducer::sum> const&) {
  return sum_over_ranks(u);
}
template <class U>
WEFT_FN auto reduced_distributed(answered_above, U const& u, reduction<reducer::min> const&) {
  return extreme_over_ranks("min", u, mpi::min);
}
template <class U>
WEFT_FN auto reduced_distributed(answered_above, U const& u, reduction<reducer::max> const&) {
  return extreme_over_ranks("max", u, mpi::max);
}
template <class U, class Reduction>
WEFT_FN auto reduced_distributed(answered_above, U const&, Reduction const&) {
  static_assert(always_false<U>, "weft: of a field that is divided among ranks there are sum, min, max, dot and norm");
  return refused_value{};
}

} // namespace detail

/// The smallest element of a field that is divided among ranks; NaN if an element is NaN. Throws shape_error for none.
template <Distributed U>
[[nodiscard]] WEFT_FN auto(min)(U const& u) {
  return detail::extreme_over_ranks("min", u, mpi::min);
}
/// The largest element, otherwise as min.
template <Distributed U>
[[nodiscard]] WEFT_FN auto(max)(U const& u) {
  return detail::extreme_over_ranks("max", u, mpi::max);
}
/// The 2-norm of a field that is divided among ranks, whose squares do not overflow.
template <Distributed U>
[[nodiscard]] WEFT_FN auto norm(U const& u) {
  return detail::norm_over_ranks(u);
}
/// The sum of the products of two fields that are divided alike; conj(u) is not taken, as by dot of vectors. Throws
/// shape_error if the whole fields have different shapes.
template <Distributed U, Distributed V>
[[nodiscard]] WEFT_FN auto dot(U const& u, V const& v) {
  using T = typename U::value_type;
  using P = detail::product_t<T, T>;
  static_assert(std::same_as<T, typename V::value_type> && U::static_rank == V::static_rank,
                "weft: dot: two fields of one element type and one rank");
  if (!(u.shape() == v.shape()) || u.ranks().counts() != v.ranks().counts())
    detail::throw_shape_reason("dot", "the fields are not divided alike");
  auto const& world = u.ranks().world();
  auto const a = u.local().interior(), b = v.local().interior();
  if constexpr (std::is_floating_point_v<T>)
    if (detail::deterministic()) {
      detail::exact_sum s;
      s.add_products(detail::piece_of_stored(a), detail::piece_of_stored(b));
      s.join(world);
      return static_cast<T>(s.value());
    }
  return mpi::allreduce(world, static_cast<P>(sum(a * b)), mpi::sum);
}

} // namespace weft
