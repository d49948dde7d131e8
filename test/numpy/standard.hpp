#pragma once
#include "untyped.hpp"

#include <string>

// Functions of the Python array API standard as commands of both halves: typed_add adds typed views, any_add operands
// whose element types are looked at while it runs. A function is written once, and both halves instantiate it.
namespace numpy {

template <class X>
slot stored(X const& x) {
  if constexpr (std::same_as<X, slot>)
    return x;
  else if constexpr (Untyped<X>)
    return kept_untyped(any_tensor(x));
  else
    return kept(x);
}

/// Two types of operands.
template <class A, class B = A>
struct pair_of {
  using first = A;
  using second = B;
};
template <class... P>
struct pairs_t {};
template <class... P>
inline constexpr pairs_t<P...> pairs{};

/// Operands have the types that a command lists; f(c, a) or f(c, a, b) may read what follows them.
struct typed_half {
  static constexpr char const* prefix = "typed_";
  template <class... T, class F>
  static slot one(types_t<T...>, call const& c, F const& f) {
    return c.with<T...>(0, [&](auto const& a) { return stored(f(c, a)); });
  }
  template <class... P, class F>
  static slot two(pairs_t<P...>, call const& c, F const& f) {
    slot out;
    const auto one_pair = [&]<class A, class B>(pair_of<A, B>) {
      const bool fits = c.holds<A>(0) && c.holds<B>(1);
      if (fits)
        out = stored(f(c, c.as<A>(0), c.as<B>(1)));
      return fits;
    };
    if (!(one_pair(P()) || ...))
      throw missing_operand{};
    return out;
  }
};
struct untyped_half {
  static constexpr char const* prefix = "any_";
  template <class Types, class F>
  static slot one(Types, call const& c, F const& f) {
    return stored(f(c, untyped(c, 0)));
  }
  template <class Pairs, class F>
  static slot two(Pairs, call const& c, F const& f) {
    return stored(f(c, untyped(c, 0), untyped(c, 1)));
  }
};

/// r of everything, or over the axes that operand 1 lists; operand 2 is 1 to keep them.
template <class X, class R>
slot over_axes(call const& c, X const& x, R const& r) {
  const auto axes = c.list(1);
  const auto axis = [&](std::size_t k) { return static_cast<int>(axes.at(k)); };
  const bool keeps = c.number(2) != 0;
  switch (axes.size()) {
  case 0:
    return stored(r(x));
  case 1:
    return keeps ? stored(r(x, axis(0), keep_dims)) : stored(r(x, axis(0)));
  default:
    return keeps ? stored(r(x, axis(0), axis(1), keep_dims)) : stored(r(x, axis(0), axis(1)));
  }
}

/// f(type) of the type among T that a word names.
template <class... T, class F>
slot with_type_named(types_t<T...>, std::string const& name, F const& f) {
  slot out;
  const auto one = [&]<class V>(std::type_identity<V> type) {
    const bool fits = to_string(dtype_of<V>) == name;
    if (fits)
      out = stored(f(type));
    return fits;
  };
  if (!(one(std::type_identity<T>()) || ...))
    throw missing_operand{};
  return out;
}

/// Where the commands of a half go.
template <class H>
struct half {
  table& t;

  template <class Types, class F>
  void one(Types, std::string const& name, F) const {
    t[H::prefix + name] = [](call const& c) -> slot { return H::one(Types(), c, F()); };
  }
  template <class Pairs, class F>
  void two(Pairs, std::string const& name, F) const {
    t[H::prefix + name] = [](call const& c) -> slot { return H::two(Pairs(), c, F()); };
  }
};

} // namespace numpy
