#pragma once
#include "base/read_number.hpp"

#include <weft/base/check.hpp>
#include <weft/base/plain_vector.hpp>

#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace weft::detail {

/// Returns the index of a name in a list. Throws error, which lists the names, if it is not there. The text of the
/// error begins with `kind`.
std::size_t place_of_name(char const* kind, plain_vector<std::string> const& names, std::string_view name);
/// Returns the names that are not bound.
template <class Flags>
plain_vector<std::string> names_without(plain_vector<std::string> const& names, Flags const& bound) {
  plain_vector<std::string> missing;
  for (std::size_t k = 0; k < names.size(); ++k)
    if (!bound[k])
      missing.push_back(names[k]);
  return missing;
}

/// The base of the readers of formulas and of index expressions. It reads symbols, names and numbers, skips blanks,
/// limits how deep brackets nest, and throws errors that show the place in the text.
class text_reader {
protected:
  /// `kind` names the text in errors. Throws parse_error if it has more than 65536 bytes.
  text_reader(char const* kind, std::string_view text);

  /// While an object of this type lives, the text is one level deeper. Throws parse_error beyond 200 levels.
  struct level {
    text_reader& reader;
    explicit level(text_reader& r);
    level(level const&) = delete;
    level& operator=(level const&) = delete;
    ~level() { --reader.depth_; }
  };

  /// Skips blanks. Returns the index of the next character.
  std::size_t next();
  bool comes(std::string_view symbol);
  bool accept(std::string_view symbol);
  void want(std::string_view symbol);
  void want_end();
  /// Parses a name: a letter or _, and the letters, digits and _ that follow. Returns an empty text if there is no
  /// name.
  std::string_view parse_name();
  template <class T>
  std::errc parse_number(T& value) {
    auto const [end, problem] = read_number(text_.data() + at_, text_.data() + text_.size(), value);
    if (problem == std::errc())
      at_ = static_cast<std::size_t>(end - text_.data());
    return problem;
  }
  /// Parses a number as parse_number does, but reads a number that is too small for the type as 0.
  std::errc parse_rounded(double& value) {
    char const* const first = text_.data() + at_;
    auto const [end, problem] = read_number(first, text_.data() + text_.size(), value);
    if (problem != std::errc::result_out_of_range || !is_tiny_number({first, static_cast<std::size_t>(end - first)}))
      return parse_number(value);
    value = 0;
    at_ += static_cast<std::size_t>(end - first);
    return std::errc();
  }
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  void go_back(std::size_t place) { at_ = place; }

  [[noreturn]] void fail(std::string const& what) const;
  [[noreturn]] void fail_at_operand() const;

private:
  char const* kind_;
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

} // namespace weft::detail
