#include "hdf5/library.hpp"

#include "io/file.hpp"

#ifdef WEFT_WITH_HDF5
namespace weft::detail {

namespace {

std::recursive_mutex& turn_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}

/// Keeps the description of the innermost error, which is the last one upwards from where it happened.
herr_t keep_reason(unsigned number, H5E_error2_t const* error, void* to) {
  if (number == 0 && error->desc != nullptr)
    *static_cast<std::string*>(to) = error->desc;
  return 0;
}

} // namespace

bool has_hdf5() noexcept {
  return true;
}

hdf5_turn::hdf5_turn() : lock_(turn_mutex()) {
  H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}
hdf5_turn::~hdf5_turn() {
  H5Eset_auto2(H5E_DEFAULT, print_, data_);
}

void fail_by_hdf5(char const* verb, std::string const& name) {
  std::string reason = "HDF5 gives no reason";
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_reason, &reason);
  fail_io(verb, name, reason);
}
hdf5_id checked_id(hid_t id, herr_t (*close)(hid_t), char const* verb, std::string const& name) {
  if (id < 0)
    fail_by_hdf5(verb, name);
  return {id, close};
}
void check_hdf5(herr_t status, char const* verb, std::string const& name) {
  if (status < 0)
    fail_by_hdf5(verb, name);
}

hdf5_state& require_open(hdf5_state* state, bool writing) {
  if (state == nullptr || !state->file)
    throw io_error("weft: hdf5::file: it has been closed");
  if (writing && state->how == hdf5::access::read)
    fail_io("write", state->path, "it was opened to be read: hdf5::access::edit changes it");
  return *state;
}

void require_name(std::string const& name, std::string const& path) {
  if (name.empty() || name.find('\0') != std::string::npos)
    fail_io("find", path, "a name in it has a character or more, and no zero");
}

bool has_path(hdf5_state const& state, std::string const& name) {
  require_name(name, state.path);
  for (std::size_t end = name.find_first_not_of('/'); end != std::string::npos;) {
    end = name.find('/', end);
    std::string const part = name.substr(0, end);
    if (H5Lexists(state.file.get(), part.c_str(), H5P_DEFAULT) <= 0)
      return false;
    end = end == std::string::npos ? end : name.find_first_not_of('/', end);
  }
  return H5Oexists_by_name(state.file.get(), name.c_str(), H5P_DEFAULT) > 0;
}

hdf5_id links_with_groups() {
  hdf5_id links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  H5Pset_char_encoding(links.get(), H5T_CSET_UTF8);
  return links;
}
void require_free(hdf5_state const& state, std::string const& name) {
  if (has_path(state, name))
    fail_io("write", state.full(name), "the name is taken");
}
std::string attribute_name(hdf5_state const& state, std::string const& of, std::string const& name) {
  return state.full(of) + ", attribute '" + name + "'";
}

hdf5_id open_object(hdf5_state const& state, std::string const& name, char const* verb) {
  if (!has_path(state, name))
    fail_io(verb, state.full(name), "there is no such dataset or group");
  return checked_id(H5Oopen(state.file.get(), name.c_str(), H5P_DEFAULT), H5Oclose, verb, state.full(name));
}
hdf5_id open_dataset(hdf5_state const& state, std::string const& name, char const* verb) {
  hdf5_id object = open_object(state, name, verb);
  if (H5Iget_type(object.get()) != H5I_DATASET)
    fail_io(verb, state.full(name), "it is no dataset");
  return object;
}

} // namespace weft::detail
#endif
