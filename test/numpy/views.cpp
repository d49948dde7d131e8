#include "interpreter.hpp"

#include <weft/ops/complex.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/ops/split.hpp>

#include <span>

namespace numpy {
namespace {

/// Subscripts that also stand third: with the others too there would be hundreds of combinations to compile.
template <class A>
constexpr bool is_usual = std::is_same_v<A, whole> || std::is_same_v<A, any_range> || std::is_same_v<A, ellipsis_t> ||
                          std::is_same_v<A, newaxis_t>;

/// v(a..., subscripts...), where the latter are texts: 3, e1 (end - 1), : (all), n (newaxis), ... , 1:3, 1:3:2,
/// 1:e1 (range(1, end - 1)).
template <class... A>
slot subscript(view<double> const& v, std::span<const std::string> texts, A... a) {
  constexpr int ellipses = (0 + ... + int(std::is_same_v<A, ellipsis_t>));
  if (texts.empty()) {
    if constexpr (sizeof...(A) == 0)
      throw missing_operand{};
    else if constexpr ((detail::Place<A> && ...))
      return kept(static_cast<double>(v(a...)));
    else
      return viewed(v(a...));
  }
  if constexpr (sizeof...(A) < 2 || (sizeof...(A) == 2 && (is_usual<A> && ...))) {
    std::string const& text = texts[0];
    const auto with = [&](auto s) -> slot {
      if constexpr (sizeof...(A) < 2 || is_usual<decltype(s)>)
        return subscript(v, texts.subspan(1), a..., s);
      else
        throw missing_operand{};
    };
    const auto colon = text.find(':'), second = text.find(':', colon + 1);
    const auto number = [&](std::size_t from) { return static_cast<whole>(std::stol(text.substr(from))); };
    if (text == "n")
      return with(newaxis);
    if (text == "...") {
      if constexpr (ellipses == 0)
        return with(ellipsis);
    } else if (text == ":") {
      return with(all);
    } else if (text[0] == 'e') {
      return with(end - number(1));
    } else if (colon == std::string::npos) {
      return with(number(0));
    } else if (second != std::string::npos) {
      return with(range(number(0), number(colon + 1), number(second + 1)));
    } else if (text[colon + 1] == 'e') {
      return with(range(number(0), end - number(colon + 2)));
    } else {
      return with(range(number(0), number(colon + 1)));
    }
  }
  throw missing_operand{};
}

template <class F>
slot any(call const& c, F const& f) {
  return c.with<double, whole, bool, float, complex128, complex64, int8_t, uint8_t, int16_t, uint16_t, int32_t>(
      0, [&](auto const& v) { return viewed(f(v)); });
}

} // namespace

static void add_views(table& t) {
  t["subscript"] = [](call const& c) { return subscript(c.real(0), std::span(c.words).subspan(1)); };
  t["transpose"] = [](call const& c) { return any(c, [](auto const& v) { return transpose(v); }); };
  t["swap_axes"] = [](call const& c) {
    return any(c, [&](auto const& v) { return swap_axes(v, c.axis(1), c.axis(2)); });
  };
  t["slice"] = [](call const& c) { return any(c, [&](auto const& v) { return slice(v, c.axis(1), c.number(2)); }); };
  t["window"] = [](call const& c) {
    return any(c, [&](auto const& v) { return window(v, c.axis(1), c.number(2), c.number(3)); });
  };
  t["reverse"] = [](call const& c) { return any(c, [&](auto const& v) { return reverse(v, c.axis(1)); }); };
  t["reshape"] = [](call const& c) { return any(c, [&](auto const& v) { return reshape(v, c.shape(1)); }); };
  t["permute"] = [](call const& c) {
    const auto p = c.list(1);
    auto const& v = c.real(0);
    return p.size() == 0   ? viewed(permute(v))
           : p.size() == 1 ? viewed(permute(v, p[0]))
           : p.size() == 2 ? viewed(permute(v, p[0], p[1]))
           : p.size() == 3 ? viewed(permute(v, p[0], p[1], p[2]))
                           : viewed(permute(v, p[0], p[1], p[2], p.at(3)));
  };
  // Memory seen as that of its parts.
  t["real"] = [](call const& c) {
    return c.with<complex128, complex64, double>(0, [](auto const& v) { return viewed(real(v)); });
  };
  t["imag"] = [](call const& c) {
    return c.with<complex128, complex64>(0, [](auto const& v) { return viewed(imag(v)); });
  };
}
static void add_views_of_axes(table& t) {
  t["diagonal"] = [](call const& c) { return viewed(diagonal(c.real(0))); };
  t["flip"] = [](call const& c) {
    const auto axes = c.list(1);
    auto const& v = c.real(0);
    return axes.size() == 0   ? viewed(flip(v))
           : axes.size() == 1 ? viewed(flip(v, axes[0]))
                              : viewed(flip(v, axes[0], axes[1]));
  };
  t["rot90"] = [](call const& c) { return viewed(rot90(c.real(0), c.number(1), c.axis(2), c.axis(3))); };
  t["squeeze"] = [](call const& c) { return viewed(squeeze(c.real(0), c.axis(1))); };
  t["squeeze_all"] = [](call const& c) { return viewed(squeeze(c.real(0))); };
  t["expand_dims"] = [](call const& c) { return viewed(expand_dims(c.real(0), c.axis(1))); };
  t["sliding_window"] = [](call const& c) { return viewed(sliding_window(c.real(0), c.axis(1), c.number(2))); };
  t["broadcast_to"] = [](call const& c) { return viewed(broadcast_to(c.real(0), c.shape(1))); };
  t["flatten"] = [](call const& c) { return viewed(flatten(c.real(0), c.axis(1), c.axis(2))); };
  t["split"] = [](call const& c) { return viewed(split(c.real(0), c.number(1), c.axis(2))[c.number(3)]); };
  t["split_at"] = [](call const& c) { return viewed(split(c.real(0), c.list(1), c.axis(2))[c.number(3)]); };
  t["array_split"] = [](call const& c) { return viewed(array_split(c.real(0), c.number(1), c.axis(2))[c.number(3)]); };
}

const commands_of_source added(add_views), axes_added(add_views_of_axes);

} // namespace numpy
