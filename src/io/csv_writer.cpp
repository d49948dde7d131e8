#include "io/csv_scanner.hpp"
#include "io/file.hpp"
#include "io/number_text.hpp"

#include <weft/base/check.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <complex>
#include <string_view>

namespace weft::detail {
namespace {

template <class T>
void append(std::string& out, T x) {
  char text[64];
  out.append(text, std::to_chars(text, text + sizeof text, x).ptr);
}
template <class T>
  requires is_half<T>
void append(std::string& out, T x) {
  append(out, written_alike(x));
}
void append(std::string& out, bool x) {
  out += x ? '1' : '0';
}
template <class F>
void append(std::string& out, std::complex<F> const& z) {
  append(out, z.real());
  if (!std::signbit(z.imag()))
    out += '+';
  append(out, z.imag());
  out += 'j';
}

void append_text(std::string& out, std::string const& name, csv_options const& o) {
  // Texts with control characters, or with a first byte beyond ASCII, might be taken for another format: they are
  // quoted.
  auto const special = [&](char c) {
    return c == o.delimiter || c == o.quote || c == o.comment || (c >= '\0' && c <= ' ');
  };
  if (!name.empty() && static_cast<signed char>(name[0]) >= 0 && std::none_of(name.begin(), name.end(), special)) {
    out += name;
    return;
  }
  if (o.quote == '\0')
    throw_error("save_csv", "a name of a column or a text needs quotes");
  out += o.quote;
  for (char c : name)
    out.append(c == o.quote ? 2 : 1, c);
  out += o.quote;
}

/// A function that appends an element to a text.
using element_writer = void (*)(std::string& out, void const* element, csv_options const& options);
template <class T>
void write_element(std::string& out, void const* element, csv_options const& options) {
  std::size_t const begin = out.size();
  append(out, *static_cast<T const*>(element));
  if (options.decimal != '.')
    std::replace(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), '.', options.decimal);
}
void write_text(std::string& out, void const* element, csv_options const& options) {
  append_text(out, *static_cast<std::string const*>(element), options);
}
/// The next element of a column, and the function that writes it.
struct column_source {
  element_writer write;
  std::byte const* from;
  index_t step; ///< bytes to the next element
};
column_source source_of(table_column<void const> const& c) {
  auto const* const from = static_cast<std::byte const*>(c.data);
  if (c.is_text)
    return {write_text, from, c.step * index_t{sizeof(std::string)}};
  return with_dtype(c.type, [&]<class T>(std::type_identity<T>) {
    return column_source{write_element<T>, from, c.step * index_t{sizeof(T)}};
  });
}

/// Writes a file line by line.
class csv_lines {
public:
  csv_lines(std::string const& path, csv_options const& options, save_options const& save)
      : path_(path), options_(options), file_(path, save) {}

  void add(std::string_view text) {
    line_ = text;
    end_line();
  }
  void add_names(plain_vector<std::string> const& names) {
    for (std::size_t k = 0; k < names.size(); ++k) {
      line_.append(k > 0, options_.delimiter);
      append_text(line_, names[k], options_);
    }
    end_line();
  }
  void add_rows(index_t rows, plain_vector<table_column<void const>> const& columns) {
    std::vector<column_source> sources;
    for (table_column<void const> const& c : columns)
      sources.push_back(source_of(c));
    for (index_t i = 0; i < rows && !sources.empty(); ++i) {
      for (std::size_t k = 0; k < sources.size(); ++k) {
        line_.append(k > 0, options_.delimiter);
        sources[k].write(line_, sources[k].from, options_);
        sources[k].from += sources[k].step;
      }
      end_line();
    }
  }
  void commit() { file_.commit(); }

private:
  void end_line() {
    line_ += '\n';
    write_bytes(file_.get(), line_.data(), line_.size(), path_);
    line_.clear();
  }

  std::string const& path_;
  csv_options const& options_;
  output_file file_;
  std::string line_;
};

} // namespace

void write_csv(std::string const& path, untyped_view const& a, csv_options const& options,
               plain_vector<std::string> const& names, save_options const& save) {
  check_csv_options(options);
  if (a.rank != 1 && a.rank != 2)
    throw_shape_reason("save_csv", "a table has rank 1 or 2");
  index_t const columns = a.rank == 2 ? a.extents[1] : 1, step = a.rank == 2 ? a.strides[1] : 0;
  if (!names.empty() && static_cast<index_t>(names.size()) != columns)
    throw_shape_reason("save_csv", "there must be as many names as columns");
  auto const* const first = static_cast<std::byte const*>(a.data);
  plain_vector<table_column<void const>> table;
  for (index_t k = 0; k < columns; ++k)
    table.push_back({{}, false, a.type, first + k * step * static_cast<index_t>(item_size(a.type)), a.strides[0]});
  csv_lines lines(path, options, save);
  if (!names.empty())
    lines.add_names(names);
  else if (options.comment != '\0' && (a.extents[0] == 0) != (columns == 0))
    lines.add(options.comment + std::string(csv_shape_head) + std::to_string(a.extents[0]) + ", " +
              std::to_string(columns) + ')');
  lines.add_rows(a.extents[0], table);
  lines.commit();
}

void write_csv(std::string const& path, index_t rows, plain_vector<table_column<void const>> const& columns,
               csv_options const& options, save_options const& save) {
  check_csv_options(options);
  plain_vector<std::string> names = options.columns.list();
  if (!names.empty() && names.size() != columns.size())
    throw_shape_reason("save_csv_columns", "csv_options::columns must name as many columns as the table has");
  if (names.empty())
    for (table_column<void const> const& c : columns)
      names.push_back(c.name);
  csv_lines lines(path, options, save);
  if (options.header.value_or(true))
    lines.add_names(names);
  lines.add_rows(rows, columns);
  lines.commit();
}

} // namespace weft::detail
