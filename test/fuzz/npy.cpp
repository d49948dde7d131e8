#include "fuzz.hpp"

#include <weft/base/check.hpp>

#include <weft/records/columns_files.hpp>

#include <string>
#include <vector>

using namespace weft;
using fuzz::must;

namespace {

template <template <class> class C>
struct row_of {
  C<double> x;
  C<std::string> label;
  C<int> cell;
};

/// Records of any fields; those that have the fields of a table are read into one.
void read_records(std::uint8_t const* data, std::size_t size) {
  try {
    detail::npy_table_reader reader(fuzz::open_bytes(data, size), size, "fuzz");
    detail::npy_records const& records = reader.records();
    must(!records.fields.empty() && records.size > 0 && static_cast<std::size_t>(reader.rows()) <= size / records.size);
    for (detail::npy_field const& f : records.fields)
      must(f.offset <= records.size && f.element.size <= records.size - f.offset);
    columns<row_of> p(reader.rows());
    reader.read(detail::file_columns<void, row_of>(detail::tensors_of(p)), casting);
  } catch (error const&) {
    return;
  }
}

} // namespace

int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  if (size == 0) return 0;
  read_records(data, size);
  try {
    detail::npy_file_reader reader(fuzz::open_bytes(data, size), size, "fuzz");
    detail::npy_header const& header = reader.header();
    must(header.rank >= 0 && header.rank <= max_rank);
    must(header.data_offset >= 10 && header.data_offset <= size && header.data_bytes <= size - header.data_offset);
    long double bytes = static_cast<long double>(item_size(header.type));
    for (int k = 0; k < header.rank; ++k) {
      must(header.extents[k] >= 0);
      bytes *= static_cast<long double>(header.extents[k]);
    }
    must(static_cast<long double>(header.data_bytes) == bytes);
    std::vector<unsigned char> elements(header.data_bytes);
    reader.read(elements.data());
    if (header.type == dtype::boolean)
      for (unsigned char const b : elements) must(b <= 1);
  } catch (io_error const&) {
    return 0;
  }
  return 0;
}
