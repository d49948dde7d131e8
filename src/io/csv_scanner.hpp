#pragma once
#include "io/file.hpp"

#include <weft/io/csv.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

namespace weft::detail {

/// Throws error for signs that may be mistaken for each other or for parts of numbers.
void check_csv_options(csv_options const& options);

/// The text after the comment sign in the first line of a file without elements, whose shape nothing else tells.
constexpr std::string_view csv_shape_head = " shape (";

/// Returns the text without its byte order mark.
inline std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

/// Cuts a text into rows and fields, and knows the line and column of each.
class csv_scanner {
public:
  struct field {
    std::string_view text; ///< without the quotes around it; quotes inside are still doubled
    bool quoted;
    index_t line, column;
  };

  csv_scanner(std::string_view text, std::string const& name, csv_options const& options)
      : text_(text), name_(name), delimiter_(options.delimiter), quote_(options.quote), comment_(options.comment),
        missing_(options.missing) {
    line_begin_ = at_ = text.size() - without_mark(text).size();
    for (index_t k = 0; k < options.skip_rows && at_ < text_.size(); ++k)
      end_row();
  }

  /// Goes to the next row, past blank lines and comments. Returns false at the end of the text.
  bool next_row() {
    while (at_ < text_.size()) {
      std::size_t const begin = at_;
      skip_blanks();
      if (!at_row_end()) {
        at_ = begin;
        return more_ = true;
      }
      end_row();
    }
    return false;
  }

  /// Takes the next field of the row. Returns false after the last one.
  bool next_field(field& f) {
    if (!more_)
      return false;
    skip_blanks();
    f.line = line_;
    f.column = column();
    f.quoted = at_ < text_.size() && is(text_[at_], quote_);
    f.text = f.quoted ? quoted_text(f) : plain_text();
    bool const comment_follows = f.quoted && at_ < text_.size() && is(text_[at_], comment_) && !at_value();
    skip_blanks();
    more_ = !comment_follows && !at_row_end();
    if (!more_) {
      ended_line_ = line_;
      ended_column_ = column();
      end_row();
    } else if (is_delimiter(text_[at_])) {
      ++at_;
    } else if (!by_blanks()) {
      fail(line_, column(), "the closing quote is followed by " + detail::quoted(text_.substr(at_, 1)));
    }
    return true;
  }

  [[noreturn]] void fail_at_row_end(std::string const& reason) const { fail(ended_line_, ended_column_, reason); }
  [[noreturn]] void fail(index_t line, index_t column, std::string const& reason) const {
    throw parse_error(file_sentence(
        "read", name_, "line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + reason));
  }

private:
  static bool is(char c, char sign) { return c == sign && sign != '\0'; }
  bool by_blanks() const { return delimiter_ == ' '; }
  bool is_delimiter(char c) const { return c == delimiter_ && !by_blanks(); }
  bool is_blank(char c) const { return (c == ' ' || c == '\t') && !is_delimiter(c); }
  static bool is_line_end(char c) { return c == '\n' || c == '\r'; }
  bool at_row_end() const { return at_ == text_.size() || is_line_end(text_[at_]) || at_comment(); }
  /// Returns true if a comment begins here: a comment sign at the start of a line or after a blank (after a quoted
  /// field: next_field). 3#4 and 1.#INF are fields. An error of a spreadsheet, such as #N/A, is a field everywhere, and
  /// so is a text that stands for a missing value.
  bool at_comment() const {
    return is(text_[at_], comment_) && (at_ == line_begin_ || is_blank(text_[at_ - 1])) && !at_value();
  }
  bool at_value() const {
    constexpr std::string_view errors[] = {"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!"};
    std::size_t word = at_, end = at_; // a word ends at the first blank, a whole field before its last blanks
    while (end < text_.size() && !is_line_end(text_[end]) && !is_delimiter(text_[end]))
      ++end;
    while (word < end && !is_blank(text_[word]))
      ++word;
    while (is_blank(text_[end - 1]))
      --end;
    std::string_view const first = text_.substr(at_, word - at_), whole = text_.substr(at_, end - at_);
    return std::find(std::begin(errors), std::end(errors), first) != std::end(errors) || missing_.contains(first) ||
           missing_.contains(whole);
  }
  index_t column() const { return static_cast<index_t>(at_ - line_begin_) + 1; }

  void skip_blanks() {
    while (at_ < text_.size() && is_blank(text_[at_]))
      ++at_;
  }
  void step_line() {
    at_ += text_.substr(at_, 2) == "\r\n" ? 2 : 1;
    line_begin_ = at_;
    ++line_;
  }
  void end_row() {
    while (at_ < text_.size() && !is_line_end(text_[at_]))
      ++at_;
    if (at_ < text_.size())
      step_line();
  }

  std::string_view plain_text() {
    std::size_t const begin = at_;
    std::size_t last = at_; // one past the last byte that is no blank
    for (; !at_row_end() && !is_delimiter(text_[at_]); ++at_) {
      if (!is_blank(text_[at_]))
        last = at_ + 1;
      else if (by_blanks())
        break;
    }
    return text_.substr(begin, last - begin);
  }

  std::string_view quoted_text(field const& f) {
    std::size_t const begin = ++at_;
    for (;;) {
      if (at_ == text_.size())
        fail(f.line, f.column, "the quote is never closed");
      if (is_line_end(text_[at_]))
        step_line();
      else if (text_[at_++] != quote_)
        continue;
      else if (at_ == text_.size() || text_[at_] != quote_)
        return text_.substr(begin, at_ - 1 - begin);
      else
        ++at_;
    }
  }

  std::string_view text_;
  std::string const& name_;
  char delimiter_, quote_, comment_;
  short_texts const& missing_;
  std::size_t at_ = 0, line_begin_ = 0;
  index_t line_ = 1, ended_line_ = 1, ended_column_ = 1; ///< the last two: where the last row that was read ended
  bool more_ = false;
};

/// Returns the text that a field means; `kept` holds it if it is no part of the file.
inline std::string_view text_of(csv_scanner::field const& f, char quote, std::string& kept) {
  if (!f.quoted || f.text.find(quote) == std::string_view::npos)
    return f.text;
  kept.clear();
  for (std::size_t k = 0; k < f.text.size(); k += f.text[k] == quote ? 2 : 1)
    kept += f.text[k];
  return kept;
}

} // namespace weft::detail
