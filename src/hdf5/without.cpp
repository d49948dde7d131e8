#include <weft/hdf5/file.hpp>

#ifndef WEFT_WITH_HDF5
// A build without HDF5: each use says so.
namespace weft {

struct detail::hdf5_state {};

bool detail::has_hdf5() noexcept {
  return false;
}

namespace hdf5 {

namespace {
[[noreturn]] void refuse() {
  throw io_error("weft: hdf5: this weft was built without HDF5 (WEFT_WITH_HDF5)");
}
} // namespace

file::file(std::string const&, access, save_options const&) {
  refuse();
}
file::file(file&&) noexcept = default;
file::~file() = default;

// No file is ever open, so nothing below is called.
detail::plain_vector<std::string> file::names(std::string const&) const {
  refuse();
}
detail::plain_vector<std::string> file::datasets(std::string const&) const {
  refuse();
}
bool file::contains(std::string const&) const {
  refuse();
}
bool file::is_group(std::string const&) const {
  refuse();
}
bool file::is_tensor(std::string const&) const {
  refuse();
}
dynamic_extents file::shape(std::string const&) const {
  refuse();
}
weft::dtype file::type(std::string const&) const {
  refuse();
}
std::string file::text(std::string const&) const {
  refuse();
}
void file::add_text(std::string const&, std::string_view) {
  refuse();
}
void file::add_group(std::string const&) {
  refuse();
}
detail::plain_vector<std::string> file::attribute_names(std::string const&) const {
  refuse();
}
bool file::has_attribute(std::string const&, std::string const&) const {
  refuse();
}
std::string file::attribute_text(std::string const&, std::string const&) const {
  refuse();
}
void file::set_attribute(std::string const&, std::string const&, std::string_view) {
  refuse();
}
void file::close() {
  refuse();
}
std::unique_ptr<detail::npy_reader> file::open(std::string const&, detail::hdf5_selection const&) const {
  refuse();
}
std::unique_ptr<detail::npy_reader> file::open_attribute(std::string const&, std::string const&) const {
  refuse();
}
void file::add_view(std::string const&, detail::untyped_view const&, dataset_options const&) {
  refuse();
}
void file::write_view(std::string const&, detail::untyped_view const&, detail::hdf5_selection const&) {
  refuse();
}
void file::append_view(std::string const&, detail::untyped_view const&) {
  refuse();
}
void file::set_attribute_view(std::string const&, std::string const&, detail::untyped_view const&) {
  refuse();
}

} // namespace hdf5
} // namespace weft
#endif
