#include "base/text_reader.hpp"

#include <algorithm>

namespace weft::detail {
namespace {

constexpr std::size_t longest = 65536;
constexpr int deepest = 200;

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
/// Returns the kind with its article: "a formula", "an affine".
std::string one(char const* kind) {
  return (std::string_view("aeiou").find(kind[0]) == std::string_view::npos ? "a " : "an ") + std::string(kind);
}

} // namespace

std::size_t place_of_name(char const* kind, plain_vector<std::string> const& names, std::string_view name) {
  auto const found = std::find(names.begin(), names.end(), name);
  if (found != names.end())
    return static_cast<std::size_t>(found - names.begin());
  std::string text = std::string(kind) + ": no name '" + std::string(name) + "' in it; it has";
  for (std::string const& other : names)
    text += " '" + other + "'";
  throw error(text + (names.empty() ? " none" : ""));
}

text_reader::text_reader(char const* kind, std::string_view text) : kind_(kind), text_(text) {
  if (text_.size() > longest)
    fail(one(kind_) + " has at most 65536 bytes");
}

text_reader::level::level(text_reader& r) : reader(r) {
  if (++r.depth_ > deepest)
    r.fail(one(r.kind_) + " has at most 200 levels");
}

std::size_t text_reader::next() {
  while (at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos)
    ++at_;
  return at_;
}
bool text_reader::comes(std::string_view symbol) {
  return text_.substr(next()).starts_with(symbol);
}
bool text_reader::accept(std::string_view symbol) {
  if (!comes(symbol))
    return false;
  at_ += symbol.size();
  return true;
}
void text_reader::want(std::string_view symbol) {
  if (!accept(symbol))
    fail("'" + std::string(symbol) + "' is expected here");
}
void text_reader::want_end() {
  if (next() < text_.size())
    fail("an operator is expected here");
}
std::string_view text_reader::parse_name() {
  std::size_t const begin = next();
  if (is_letter(here()))
    while (is_letter(here()) || is_digit(here()))
      ++at_;
  return text_.substr(begin, at_ - begin);
}

void text_reader::fail_at_operand() const {
  fail(at_ < text_.size() ? "a number, a name or ( is expected here" : "the " + std::string(kind_) + " ends too early");
}
void text_reader::fail(std::string const& what) const {
  std::string_view const before = text_.substr(0, at_);
  auto const line = 1 + std::count(before.begin(), before.end(), '\n');
  std::size_t const begin = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  std::size_t const column = at_ - begin;
  std::string_view shown = text_.substr(begin, text_.find('\n', begin) - begin);
  std::size_t caret = column;
  constexpr std::size_t around = 60; // bytes shown of a long line, on each side
  if (caret > around) {
    shown.remove_prefix(caret - around);
    caret = around;
  }
  shown = shown.substr(0, 2 * around);
  std::string text = std::string(kind_) + ": line " + std::to_string(line) + ", column " + std::to_string(column + 1) +
                     ": " + what + "\n  ";
  for (char c : shown) // each byte takes one column
    text += static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e ? '?' : c;
  throw parse_error(text + "\n  " + std::string(caret, ' ') + "^");
}

} // namespace weft::detail
