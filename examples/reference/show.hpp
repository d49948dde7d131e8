#pragma once
// The examples of doc/reference: each line runs, and prints its code, what comes back, and what that holds.
#include <weft/weft.hpp>

#include <iostream>
#include <sstream>
#include <string>

/// An expression.
#define SHOW(...) shown::show(#__VA_ARGS__, __VA_ARGS__)
/// A statement, and behind it what it has changed or made.
#define RUN(changed, ...)                                                                                              \
  __VA_ARGS__;                                                                                                         \
  shown::show(#__VA_ARGS__ "; " #changed, changed)
/// What is refused, and in which words.
#define REFUSED(type, ...)                                                                                             \
  shown::refused<weft::type>(#type, #__VA_ARGS__, [&] { static_cast<void>(__VA_ARGS__); })

namespace shown {

template <class X>
inline constexpr bool is_tensor = false;
template <class T, auto S, class Order>
inline constexpr bool is_tensor<weft::tensor<T, S, Order>> = true;

template <class X>
std::string kind() {
  if constexpr (weft::HasDtype<X>)
    return to_string(weft::dtype_of<X>);
  else if constexpr (is_tensor<X>)
    return "tensor";
  else if constexpr (weft::Stored<X>)
    return "view";
  else if constexpr (requires { requires X::is_deferred; })
    return "deferred";
  else if constexpr (weft::Tensorial<X>)
    return "expression";
  else if constexpr (weft::Untyped<X>)
    return "untyped";
  else if constexpr (weft::Shape<X>)
    return "shape";
  else if constexpr (std::is_convertible_v<X, std::string>)
    return "text";
  else
    return "object";
}

template <class X>
std::string text(X const& x) {
  std::ostringstream out;
  if constexpr (weft::Tensorial<X>) {
    out << ' ' << x.shape();
    if constexpr (weft::HasDtype<typename X::value_type>)
      out << " of " << to_string(weft::dtype_of<typename X::value_type>);
  } else if constexpr (weft::Untyped<X>) {
    out << ' ' << x.shape() << " of " << to_string(x.dtype());
  }
  std::ostringstream values;
  values << std::boolalpha << x;
  const bool lines = values.str().find('\n') != std::string::npos;
  out << (lines ? ":\n" : ": ") << values.str();
  return out.str();
}

/// The lines below the code are set in.
inline void print(char const* code, std::string const& what) {
  std::cout << code << "\n    ";
  for (char c : what)
    std::cout << c << (c == '\n' ? "    " : "");
  std::cout << '\n';
}

template <class X>
void show(char const* code, X const& x) {
  print(code, kind<X>() + text(x));
}

template <class E, class F>
void refused(char const* type, char const* code, F f) {
  try {
    f();
    print(code, "is not refused");
  } catch (E const& e) {
    print(code, std::string("throws ") + type + ": " + e.what());
  }
}

} // namespace shown
