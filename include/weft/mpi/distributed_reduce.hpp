#pragma once
#include <weft/eval/deterministic.hpp>
#include <weft/linalg/vector.hpp>
#include <weft/mpi/collective.hpp>
#include <weft/mpi/distributed.hpp>
#include <weft/mpi/exact_sum.hpp>
#include <weft/ops/reduce.hpp>

#include <cmath>
#include <limits>

// Reductions of fields and vectors that are divided among ranks, over all interiors: sum(u), min(u), max(u),
// dot(u, v), norm(u). All ranks call them, and get the same value.
//
// In a deterministic_scope sums and products of floating and complex numbers are exact. sum and dot are rounded once to
// the type of the result, each component of complex ones, and norm is the root of the exact sum, so they have the same
// bits for any number of ranks and any process grid. Elsewhere each rank sums its own interior, and MPI the sums of the
// ranks.
namespace weft {

/// Fields and vectors that are divided among ranks.
template <class U>
concept Distributed = requires(std::remove_cvref_t<U> const& u) {
  typename std::remove_cvref_t<U>::weft_reduced;
  u.local();
  u.offset();
};

namespace detail {

template <class T>
inline constexpr bool is_summed_exactly = std::is_floating_point_v<T> || is_complex<T> || is_half<T>;

/// Returns a number of type T from exact sums over all ranks; `add(s, imaginary)` adds what this rank has to one of
/// them, for each component of T.
template <class T, class F>
WEFT_FN T exact_over_ranks(mpi::communicator const& world, F const& add) {
  auto const component = [&]<class N>(N, bool imaginary) {
    exact_sum s;
    add(s, imaginary);
    s.join(world, checks_calls);
    return s.template value<N>();
  };
  if constexpr (is_complex<T>) {
    using real = typename T::value_type;
    real const re = component(real(), false), im = component(real(), true);
    return T(re, im);
  } else {
    return component(T(), false);
  }
}
template <class U>
WEFT_FN auto sum_over_ranks(U const& u) {
  using T = typename U::value_type;
  auto const& world = u.world();
  auto const interior = u.mine();
  using S = std::remove_cvref_t<decltype(sum(interior))>;
  if constexpr (is_summed_exactly<T>)
    if (deterministic())
      return exact_over_ranks<S>(world, [&](exact_sum& s, bool imaginary) { add_elements(s, interior, imaginary); });
  return mpi::allreduce(world, S(sum(interior)), mpi::sum);
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
  auto const interior = u.mine();
  bool const is_min = how == mpi::min;
  T worst = is_min ? (limits::max)() : limits::lowest();
  if constexpr (limits::has_infinity)
    worst = is_min ? limits::infinity() : T(-limits::infinity());
  T const mine = interior.size() == 0 ? worst : is_min ? T((min)(interior)) : T((max)(interior));
  return mpi::allreduce(u.world(), mine, how);
}

template <class U, class Reduction>
WEFT_FN auto reduced_distributed(answered_above, U const& u, Reduction const&) {
  constexpr bool is_min = std::same_as<Reduction, reduction<reducer::min>>;
  if constexpr (std::same_as<Reduction, reduction<reducer::sum>>) {
    return sum_over_ranks(u);
  } else if constexpr (is_min || std::same_as<Reduction, reduction<reducer::max>>) {
    return extreme_over_ranks(is_min ? "min" : "max", u, is_min ? mpi::min : mpi::max);
  } else {
    static_assert(always_false<U>,
                  "weft: of a field that is divided among ranks there are sum, min, max, dot and norm");
    return refused_value{};
  }
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
  auto const& world = u.world();
  auto const interior = u.mine();
  using N = std::remove_cvref_t<decltype(norm(interior))>;
  if constexpr (detail::is_summed_exactly<typename U::value_type>)
    if (detail::deterministic()) {
      detail::exact_sum s;
      detail::add_products(s, interior, interior, false, true);
      s.join(world, detail::checks_calls);
      return static_cast<N>(s.root());
    }
  N const mine = norm(interior), most = mpi::allreduce(world, mine, mpi::max);
  if (!(most > N(0)) || !std::isfinite(static_cast<double>(most)))
    return most;
  N const scaled = mine / most;
  N const squares = mpi::allreduce(world, static_cast<N>(scaled * scaled), mpi::sum);
  return static_cast<N>(static_cast<double>(most) * std::sqrt(static_cast<double>(squares)));
}
/// The sum of the products of two fields that are divided alike; conj(u) is not taken, as by dot of vectors. Throws
/// shape_error if the whole fields have different shapes or blocks, and mpi_error if their process grids have other
/// ranks, or the same in another order.
template <Distributed U, Distributed V>
[[nodiscard]] WEFT_FN auto dot(U const& u, V const& v) {
  using T = typename U::value_type;
  using P = detail::product_t<T, T>;
  static_assert(std::same_as<T, typename V::value_type> && U::static_rank == V::static_rank,
                "weft: dot: two fields of one element type and one rank");
  if (!u.is_divided_as(v))
    detail::throw_shape_reason("dot", "the fields are not divided alike");
  detail::require_same_ranks("dot", u.world(), v.world());
  auto const& world = u.world();
  auto const a = u.mine(), b = v.mine();
  if constexpr (detail::is_summed_exactly<T>)
    if (detail::deterministic())
      return detail::exact_over_ranks<P>(
          world, [&](detail::exact_sum& s, bool imaginary) { detail::add_products(s, a, b, imaginary); });
  return mpi::allreduce(world, static_cast<P>(sum(a * b)), mpi::sum);
}

} // namespace weft
