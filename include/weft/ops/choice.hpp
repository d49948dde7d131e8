#pragma once
#include <weft/eval/assign.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/random.hpp>

namespace weft {

namespace detail {

/// Draws n indices in 0 ... count - 1 with probabilities by weight, and writes them to `places`. Throws error for a
/// weight that is negative or not finite, or if too few weights are above 0. The weights are overwritten.
WEFT_API void choose_by_weight(double* weights, index_t count, index_t* places, index_t n, std::uint64_t seed,
                               std::uint32_t stream, bool replace);

/// Draws indices with probabilities by weight.
struct weighted_places {
  random_source source;
  bool replace;

  template <class W>
  WEFT_FN auto ready(index_t n, session& s, W const& weights) const {
    auto const values = new_temporary<double>(weights.extents(), s);
    assign(values.template borrowed<double>(), weights, s);
    auto places = new_temporary<index_t>(shape(n), s);
    compute(s, [&] {
      choose_by_weight(values.data, values.extents()[0], places.data, n, source.seed, source.stream, replace);
    });
    return [places](index_t i) { return places.data[i]; };
  }
};
/// Draws indices with equal probabilities, with replacement or without.
struct place_among {
  op::integers<index_t> any;
  op::permuted other;
  bool replace;
  WEFT_INLINE index_t operator()(index_t i) const { return replace ? any(i) : other(i); }
  WEFT_INLINE place_among ready(index_t, session&) const { return *this; }
};

/// The operation that reads a vector at drawn indices; `Places` draws them, if need be by weights. It is evaluated
/// before the loop that reads its result, so it may choose from its own target.
template <class T, class Places>
struct chosen_elements : result_of<T, dims<1>> {
  static constexpr deferred_traits traits{};

  Places places;

  template <class Target, class E, class... W>
  WEFT_FN void evaluate(Target const& target, session& s, E const& population, W const&... weights) const {
    auto const& from = materialise(population, s);
    index_t const n = target.place.size();
    auto const place = places.ready(n, s, weights...);
    auto const element = [&from, &place](index_t i) {
      index_t const k = place(i);
      return from.element(&k);
    };
    assign(target, from_function(shape(n), element), s);
  }
};

template <class Places, class E, class... W>
WEFT_INLINE auto chosen(Places const& places, index_t n, E e, W... weights) {
  return make_deferred("random_choice", chosen_elements<typename E::value_type, Places>{{}, places}, shape(n),
                       static_cast<E&&>(e), static_cast<W&&>(weights)...);
}

/// Checks that n elements can be chosen, and returns the number of elements to choose from.
template <Shape S>
WEFT_FN index_t check_choice(S const& population, index_t n, bool replace) {
  constexpr char const* name = "random_choice";
  checked_count(shape(n), name);
  if (population.rank() != 1)
    throw_shape_reason(name, "it takes a vector");
  if (n > 0 && population[0] == 0)
    throw_index_reason(name, "there is nothing to choose from");
  if (!replace && n > population[0])
    throw_index_reason(name, "without replacement there are not that many");
  return population[0];
}

template <class X>
inline constexpr bool may_be_vector = rank_of<X> < 0 || rank_of<X> == 1;

} // namespace detail

/// Returns n elements of a vector, each drawn with equal probability: the elements at random_integers(shape(n), 0,
/// size, seed), or without replacement at the first n indices of random_permutation(size, seed). Evaluated once for
/// each assignment. Throws index_error if the vector is empty or, without replacement, has fewer than n elements.
template <Tensorial X>
[[nodiscard]]
WEFT_FN auto random_choice(X&& x, index_t n, std::uint64_t seed, bool replace = true, std::uint64_t stream = 0) {
  static_assert(detail::may_be_vector<X>, "weft: random_choice: rank mismatch: it takes a vector");
  auto population = detail::capture(static_cast<X&&>(x));
  index_t const count = detail::check_choice(population.extents(), n, replace);
  detail::random_source const source = detail::source_of("random_choice", seed, stream);
  auto const some = detail::integers_from<index_t>(source, 0, count > 0 ? static_cast<std::uint64_t>(count) : 1);
  detail::place_among const place{some, detail::permutation_of(source, count), replace};
  return detail::chosen(place, n, std::move(population));
}
/// Returns n elements of a vector; the probability of each is its weight, 0 or more, divided by the sum of all weights.
/// Without replacement this holds for each draw among the elements that are left then (P. Efraimidis and P. Spirakis,
/// Weighted random sampling with a reservoir, 2006: an exponential number divided by the weight is the time at which an
/// element comes). Throws error when it is evaluated, for a weight that is negative or not finite, or if too few
/// weights are above 0.
template <Tensorial X, Tensorial W>
[[nodiscard]] WEFT_FN auto random_choice(X&& x, index_t n, std::uint64_t seed, W&& weights, bool replace = true,
                                         std::uint64_t stream = 0) {
  static_assert(detail::may_be_vector<X> && detail::may_be_vector<W>,
                "weft: random_choice: rank mismatch: it takes a vector, and a vector of weights");
  detail::refuse_followed<W>();
  auto population = detail::capture(static_cast<X&&>(x));
  auto each = detail::capture(static_cast<W&&>(weights));
  detail::check_choice(population.extents(), n, replace);
  if (!(each.extents() == population.extents()))
    detail::throw_shape_reason("random_choice", "there is not one weight for each element");
  detail::weighted_places const places{detail::source_of("random_choice", seed, stream), replace};
  return detail::chosen(places, n, std::move(population), std::move(each));
}

} // namespace weft
