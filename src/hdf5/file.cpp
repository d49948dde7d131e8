#include "hdf5/library.hpp"

#include "io/file.hpp"

#ifdef WEFT_WITH_HDF5
#include <algorithm>
#include <cstdio>

namespace weft {

using namespace detail;

namespace {

/// Makes the new file in the memory of output_file, which has no name: on Linux HDF5 opens it through /proc. Where that
/// is not possible, the file is an image in memory, which close() writes.
void make_new(hdf5_state& state) {
  state.in_memory = true;
#ifdef __linux__
  if (is_regular(state.out->get(), state.path)) {
    std::string const through = "/proc/self/fd/" + std::to_string(fileno(state.out->get()));
    state.file = hdf5_id(H5Fcreate(through.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
    state.in_memory = !state.file;
  }
#endif
  if (state.in_memory) {
    hdf5_id const memory(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_fapl_core(memory.get(), std::size_t{1} << 20, false);
    state.file = checked_id(H5Fcreate(state.path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, memory.get()), H5Fclose, "write",
                            state.path);
  }
}

/// Opens a file that exists. Throws io_error with the reason of the system, or if it is no HDF5 file.
void open_old(hdf5_state& state) {
  static_cast<void>(open_to_read(state.path));
  if (H5Fis_hdf5(state.path.c_str()) <= 0)
    fail_io("read", state.path, "it is no HDF5 file");
  unsigned const flags = state.how == hdf5::access::read ? H5F_ACC_RDONLY : H5F_ACC_RDWR;
  state.file = checked_id(H5Fopen(state.path.c_str(), flags, H5P_DEFAULT), H5Fclose,
                          state.how == hdf5::access::read ? "read" : "write", state.path);
}

bool exists(std::string const& path) {
  return file_handle(std::fopen(path.c_str(), "rb")).get() != nullptr;
}

herr_t keep_name(hid_t, char const* name, H5L_info_t const*, void* to) {
  static_cast<std::vector<std::string>*>(to)->emplace_back(name);
  return 0;
}
herr_t keep_dataset(hid_t, char const* name, H5O_info_t const* info, void* to) {
  if (info->type == H5O_TYPE_DATASET)
    static_cast<std::vector<std::string>*>(to)->emplace_back(name);
  return 0;
}

hdf5_id open_group(hdf5_state const& state, std::string const& name) {
  hdf5_id object = open_object(state, name, "read");
  if (H5Iget_type(object.get()) != H5I_GROUP)
    fail_io("read", state.full(name), "it is no group");
  return object;
}

/// Writes the image of a file in memory to the target.
void write_image(hdf5_state& state) {
  check_hdf5(H5Fflush(state.file.get(), H5F_SCOPE_GLOBAL), "write", state.path);
  ssize_t const size = H5Fget_file_image(state.file.get(), nullptr, 0);
  if (size < 0)
    fail_by_hdf5("write", state.path);
  std::vector<char> image(static_cast<std::size_t>(size));
  if (H5Fget_file_image(state.file.get(), image.data(), image.size()) != size)
    fail_by_hdf5("write", state.path);
  write_bytes(state.out->get(), image.data(), image.size(), state.path);
}

} // namespace

namespace hdf5 {

file::file(std::string const& path, access how, save_options const& options) : state_(new hdf5_state{}) {
  hdf5_turn const turn;
  state_->path = path;
  state_->how = how;
  if (how == access::replace) {
    state_->out = std::make_unique<output_file>(path, options);
    make_new(*state_);
  } else if (how == access::edit && !exists(path)) {
    state_->file = checked_id(H5Fcreate(path.c_str(), H5F_ACC_EXCL, H5P_DEFAULT, H5P_DEFAULT), H5Fclose, "write", path);
  } else {
    open_old(*state_);
  }
}
file::file(file&&) noexcept = default;
file::~file() {
  hdf5_turn const turn;
  state_.reset();
}

void file::close() {
  hdf5_turn const turn;
  hdf5_state& state = require_open(state_.get());
  if (state.in_memory)
    write_image(state);
  if (!state.file.end())
    fail_by_hdf5("write", state.path);
  if (state.out)
    state.out->commit();
}

plain_vector<std::string> file::names(std::string const& group) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  hdf5_id const of = open_group(state, group);
  std::vector<std::string> found;
  check_hdf5(H5Literate(of.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, keep_name, &found), "read", state.full(group));
  return found;
}
plain_vector<std::string> file::datasets(std::string const& group) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  hdf5_id const of = open_group(state, group);
  std::vector<std::string> found;
  check_hdf5(H5Ovisit2(of.get(), H5_INDEX_NAME, H5_ITER_INC, keep_dataset, &found, H5O_INFO_BASIC), "read",
             state.full(group));
  std::sort(found.begin(), found.end());
  return found;
}
bool file::contains(std::string const& name) const {
  hdf5_turn const turn;
  return has_path(require_open(state_.get()), name);
}
bool file::is_group(std::string const& name) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  return has_path(state, name) && H5Iget_type(open_object(state, name, "read").get()) == H5I_GROUP;
}

void file::add_group(std::string const& name) {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get(), true);
  require_free(state, name);
  static_cast<void>(
      checked_id(H5Gcreate2(state.file.get(), name.c_str(), links_with_groups().get(), H5P_DEFAULT, H5P_DEFAULT),
                 H5Gclose, "write", state.full(name)));
}

} // namespace hdf5
} // namespace weft
#endif
