#pragma once
#include <ostream>
#include <string>
#include <weft/base/scalar.hpp>

namespace grid {

/// A number that owns memory.
struct big {
  std::string digits = text(0);

  big() = default;
  explicit big(int n) : digits(text(n)) {}
  int value() const { return std::stoi(digits.substr(20)); }
  static std::string text(int n) { return "a string on the heap" + std::to_string(n); }

  friend big operator+(big const& a, big const& b) { return big(a.value() + b.value()); }
  friend big operator-(big const& a, big const& b) { return big(a.value() - b.value()); }
  friend big operator*(big const& a, big const& b) { return big(a.value() * b.value()); }
  friend bool operator==(big const&, big const&) = default;
  friend std::ostream& operator<<(std::ostream& out, big const& b) { return out << b.digits.substr(20); }
};

} // namespace grid

template <>
struct weft::is_scalar<grid::big> : std::true_type {};
