#pragma once
// The examples of doc/reference: each line runs, and prints its code, what comes back, and what that holds.
#include <weft/weft.hpp>

#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>

/// An expression.
#define SHOW(...) shown::show(shown::bare(#__VA_ARGS__), __VA_ARGS__)
/// A statement, and behind it what it has changed or made.
#define RUN(changed, ...)                                                                                              \
  __VA_ARGS__;                                                                                                         \
  shown::show(shown::code(#__VA_ARGS__, #changed), changed)
/// The same where a part is there that not every build has. LACKING stands for it where it cannot be compiled; what the
/// pages show then is what other builds print.
#define RUN_IF(there, changed, ...)                                                                                    \
  if (there) {                                                                                                         \
    RUN(changed, __VA_ARGS__);                                                                                         \
  } else                                                                                                               \
    LACKING(changed, __VA_ARGS__)
#define LACKING(changed, ...) shown::put(shown::code(#__VA_ARGS__, #changed), "not in this build")
/// Statements that write to a file, and what they have written.
#define WRITTEN(file, ...)                                                                                             \
  {                                                                                                                    \
    std::FILE* const file = std::tmpfile();                                                                            \
    {                                                                                                                  \
      __VA_ARGS__;                                                                                                     \
    }                                                                                                                  \
    shown::put(#__VA_ARGS__, "writes: " + shown::all_of(file));                                                        \
  }
/// What is refused, and in which words.
#define REFUSED(type, ...)                                                                                             \
  shown::refused<weft::type>(#type, shown::bare(#__VA_ARGS__), [&] { static_cast<void>(__VA_ARGS__); })

namespace shown {

template <class X>
inline constexpr bool is_tensor = false;
template <class T, auto S, class Order>
inline constexpr bool is_tensor<weft::tensor<T, S, Order>> = true;

/// Without the parentheses that a macro asks for.
inline std::string bare(std::string const& text) {
  int depth = 0;
  std::size_t n = 0;
  for (; n < text.size(); ++n) {
    depth += text[n] == '(' ? 1 : text[n] == ')' ? -1 : 0;
    if (depth == 0)
      break;
  }
  return text[0] == '(' && n + 1 == text.size() ? text.substr(1, n - 1) : text;
}
inline std::string code(std::string const& statements, std::string const& changed) {
  return statements + (statements.empty() ? "" : "; ") + bare(changed);
}

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
inline void put(std::string const& code, std::string const& what) {
  std::cout << code << "\n    ";
  for (char c : what)
    std::cout << c << (c == '\n' ? "    " : "");
  std::cout << '\n';
}

/// What a file holds, which is closed; a terminal shows what follows the last return.
inline std::string all_of(std::FILE* file) {
  std::string held;
  std::rewind(file);
  for (int c = std::fgetc(file); c != EOF && c != '\n'; c = std::fgetc(file))
    c == '\r' ? held.clear() : held.push_back(static_cast<char>(c));
  std::fclose(file);
  return held;
}

template <class X>
void show(std::string const& code, X const& x) {
  put(code, kind<X>() + text(x));
}

template <class E, class F>
void refused(char const* type, std::string const& code, F f) {
  try {
    f();
    put(code, "is not refused");
  } catch (E const& e) {
    put(code, std::string("throws ") + type + ": " + e.what());
  }
}

} // namespace shown
