#include "io/file.hpp"
#include "io/npy_elements.hpp"

#include <weft/base/check.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace weft::detail {

npy_reader::~npy_reader() = default;

void npy_reader::end() {}

npy_header read_npy_head(byte_source const& source, std::size_t size, std::string const& name, npy_records* records) {
  std::vector<std::byte> head(std::min<std::size_t>(size, 12));
  source(head.data(), head.size());
  std::size_t const head_size = npy_head_size(head, size, name);
  std::size_t const present = head.size();
  head.resize(std::max(head_size, present));
  source(head.data() + present, head.size() - present);
  npy_header const header = parse_npy_header(head.data(), head.size(), name, records);
  require_data(header, size, name);
  return header;
}

void npy_reader::read_head(std::size_t size) {
  header_ = read_npy_head([this](void* to, std::size_t bytes) { next(to, bytes); }, size, name_);
}

void npy_reader::require_type(dtype wanted, conversion how) const {
  if (convertible(header_.type, wanted, how))
    return;
  detail::require_type(header_, wanted, name_,
                       how != conversion::none ? ", which never become real"
                       : convertible(header_.type, wanted, conversion::checked)
                           ? "; `converting` as the last argument converts them"
                           : "");
}

void npy_reader::require_rank(int wanted) const {
  detail::require_rank(header_, wanted, name_);
}

void npy_reader::read(void* data, index_t const* strides) {
  read_npy_elements([this](void* to, std::size_t bytes) { next(to, bytes); }, header_, data, strides);
  end();
}

void npy_reader::read_as(dtype wanted, conversion how, void* data, index_t const* strides) {
  if (wanted == header_.type)
    return read(data, strides);
  read_npy_elements_as([this](void* to, std::size_t bytes) { next(to, bytes); }, header_, {wanted, how}, data, strides,
                       name_);
  end();
}

npy_file_reader::npy_file_reader(std::string const& path) : npy_reader(path), file_(open_to_read(path)) {
  read_head(size_of_file(file_.get(), path));
}

npy_file_reader::npy_file_reader(file_handle file, std::size_t size, std::string name)
    : npy_reader(std::move(name)), file_(std::move(file)) {
  read_head(size);
}

npy_file_reader::~npy_file_reader() = default;

void npy_file_reader::next(void* to, std::size_t bytes) {
  read_bytes(file_.get(), to, bytes, name());
}

void write_npy(std::string const& path, untyped_view const& a, save_options const& options) {
  output_file file(path, options);
  write_npy([&](void const* from, std::size_t bytes) { write_bytes(file.get(), from, bytes, path); }, a);
  file.commit();
}

} // namespace weft::detail
