#pragma once
#include <weft/grad/adjoints.hpp>
#include <weft/ops/quantile.hpp>

// The gradient of quantiles and medians.
namespace weft::detail {

/// A place between two sorted values: at fraction `share` of the way from the value with index `below` to the next one.
struct place_among_sorted {
  index_t below = 0;
  double share = 0;
};
/// Finds the place of a quantile of `count` values. It computes the quantile of the numbers 0, 1, ..., count - 1, which
/// equals that place.
class quantile_places {
public:
  WEFT_FN quantile_places(quantile_method method, index_t longest, session& s)
      : method_(method), numbers_(new_temporary<double>(weft::shape(longest), s)) {}

  WEFT_FN place_among_sorted find(double q, index_t count) {
    if (count != count_)
      for (index_t k = 0; k < count; ++k)
        numbers_.data[k] = static_cast<double>(k);
    count_ = count;
    double at = 0;
    if (count > 0)
      find_quantiles({"quantile", false, method_}, q, numbers_.data, 1, count, &at);
    index_t const below = static_cast<index_t>(at);
    return {below, at - static_cast<double>(below)};
  }

private:
  quantile_method method_;
  strided_leaf<double, layout<extents<dyn>, dense<row_major>>, storage_ref> numbers_;
  index_t count_ = 0;
};

/// A line of n values x, its quantile r, and the gradient of the line, which is at `to`.
template <class T>
struct line_with_quantile {
  T const* x;
  T* to;
  index_t n;
  T r;

  /// Adds the gradient g of the quantile to the gradients of the values below and above the place, by their weights. If
  /// r is NaN and g is not 0, adds NaN to all gradients of the line.
  WEFT_FN void add(T g, place_among_sorted const& at) const {
    if (g == 0)
      return;
    if (r != r) {
      for (index_t k = 0; k < n; ++k)
        to[k] += r;
      return;
    }
    index_t less = 0, same = 0;
    T below = r, above = r; // the nearest values below and above r
    for (index_t k = 0; k < n; ++k)
      if (x[k] < r) {
        below = less == 0 || below < x[k] ? x[k] : below;
        ++less;
      } else if (x[k] == r) {
        ++same;
      } else if (r < x[k] && (above == r || x[k] < above)) {
        above = x[k];
      }
    auto const value_at = [&](index_t place) { return place < less ? below : place < less + same ? r : above; };
    T const share = static_cast<T>(at.share);
    add_to_equal(value_at(at.below), g * (T(1) - share));
    if (share != 0)
      add_to_equal(value_at(at.below + 1), g * share);
  }

private:
  /// Adds an equal share of g to the gradient of each element that equals `value`.
  WEFT_FN void add_to_equal(T value, T g) const {
    index_t equal = 0;
    for (index_t k = 0; k < n; ++k)
      equal += x[k] == value ? 1 : 0;
    for (index_t k = 0; k < n; ++k)
      if (x[k] == value)
        to[k] += g / static_cast<T>(equal);
  }
};

/// The adjoint of quantiles. A quantile is a weighted mean of the two sorted values beside its place. If several
/// elements equal such a value, each gets an equal share of the gradient, as for max. If the quantile is NaN, the
/// gradient of its line is NaN. Each line is read several times.
template <class T, class Extents>
struct adjoint<quantile_operation<T, Extents>> {
  template <class F, class L, class G, class E>
  WEFT_FN static void hand_on(F const& f, L const& r, G const& g, E const& e) {
    hand_from(f, r, g, e, f.fraction);
  }
  template <class F, class L, class G, class E, class Q>
  WEFT_FN static void hand_on(F const& f, L const& r, G const& g, E const& e, Q const& fractions) {
    hand_from(f, r, g, e, fractions);
  }

private:
  template <class F, class L, class G, class E, class Q>
  WEFT_FN static void hand_from(F const& f, L const& r, G const& g, E const& e, Q const& fractions) {
    using lines_type = reduced_lines<typename E::extents_type>;
    lines_type const lines(e.extents(), f.reduced);
    if (lines.count * lines.length == 0)
      return;
    session s;
    auto const x = lines.template copied<T>(e, s);
    auto const values = new_temporary<T>(x.extents(), s);
    assign(values.template borrowed<T>(), constant_leaf<T>(T(0)), s);
    quantile_places places(f.wanted.method, lines.length, s);
    for (index_t j = 0; j < count_of_fractions(fractions); ++j)
      for (index_t k = 0; k < lines.count; ++k) {
        index_t const first = k * lines.length, result = j * lines.count + k;
        line_with_quantile<T> const line{x.data + first, values.data + first, lines.length, r.data[result]};
        index_t numbers = 0;
        for (index_t i = 0; i < lines.length; ++i)
          numbers += line.x[i] == line.x[i] ? 1 : 0;
        line.add(g.data[result], places.find(fractions_of(fractions)[j], numbers));
      }
    hand_to(e, strided_leaf<T const, typename lines_type::place_type>(values.data, lines.place, {}));
  }
};

} // namespace weft::detail
