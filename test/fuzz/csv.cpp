#include "fuzz.hpp"

#include <weft/io/csv.hpp>
#include <weft/records/columns_files.hpp>

#include <complex>
#include <cstring>
#include <optional>
#include <string>

using namespace weft;
using fuzz::must;

namespace {

template <class T>
void read(std::string const& text, csv_options const& options) {
  try {
    auto const t = parse_csv<T>(text, options);
    must(static_cast<std::size_t>(t.values.size()) <= text.size() + 1);
    must(t.names.empty() || static_cast<index_t>(t.names.size()) == t.values.extent(1));
  } catch (parse_error const&) {
    return;
  }
}

/// The text is read as the type that is found in it, as by a program that knows the type.
void read_any(std::string const& text, csv_options const& options) {
  std::optional<csv_table<any_tensor>> t;
  try {
    t.emplace(parse_csv<any_tensor>(text, options));
  } catch (parse_error const&) {
    return;
  }
  visit(types<bool, std::int64_t, double, std::complex<double>>, [&](auto v) {
    auto const typed = parse_csv<std::remove_const_t<typename decltype(v)::value_type>>(text, options);
    must(typed.names == t->names && typed.values.shape() == v.shape());
    must(v.empty() || std::memcmp(typed.values.data(), v.data(), t->values.bytes()) == 0);
  }, t->values);
}

template <template <class> class C>
struct row_of {
  C<double> x;
  C<std::string> label;
  C<int> n;
};
void read_columns(std::string const& text, csv_options const& options) {
  try {
    columns<row_of> const p = parse_csv_columns<row_of>(text, options);
    must(p.size() <= static_cast<index_t>(text.size()) && p.label.size() == p.size());
  } catch (parse_error const&) {
    return;
  }
}

} // namespace

// The first byte chooses the options.
int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  csv_options options;
  options.delimiter = ",; \t"[data[0] & 3];
  options.header = (data[0] & 4) != 0;
  options.comment = (data[0] & 8) != 0 ? '\0' : '#';
  options.quote = (data[0] & 16) != 0 ? '\0' : '"';
  if ((data[0] & 32) != 0)
    options.fill = 1;
  std::string const text(reinterpret_cast<char const*>(data) + 1, size - 1);
  read<double>(text, options);
  read<std::int16_t>(text, options);
  read<std::complex<float>>(text, options);
  read<bool>(text, options);
  read_any(text, options);
  options.skip_rows = data[0] >> 6 & 1;
  options.skip_others = options.header.value_or(false);
  options.decimal = options.delimiter != ',' && (data[0] & 128) != 0 ? ',' : '.';
  read_columns(text, options);
  options.columns = {"n", "label", "x"};
  read_columns(text, options);
  read_any(text, options);
  return 0;
}
