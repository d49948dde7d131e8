#pragma once
#ifdef WEFT_WITH_HDF5
#include <weft/hdf5/file.hpp>

#include <hdf5.h>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// Shared by the files of this folder: identifiers of HDF5 that are closed, its errors, and its types.
namespace weft::detail {

/// While it lives no other thread calls HDF5 through weft, and HDF5 prints no errors.
class hdf5_turn {
public:
  hdf5_turn();
  hdf5_turn(hdf5_turn const&) = delete;
  hdf5_turn& operator=(hdf5_turn const&) = delete;
  ~hdf5_turn();

private:
  std::unique_lock<std::recursive_mutex> lock_;
  H5E_auto2_t print_ = nullptr;
  void* data_ = nullptr;
};

/// An identifier, which is closed by its function.
class hdf5_id {
public:
  hdf5_id() = default;
  hdf5_id(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  hdf5_id(hdf5_id&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  hdf5_id& operator=(hdf5_id&& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
    return *this;
  }
  ~hdf5_id() { static_cast<void>(end()); }
  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  /// Closes it now; returns false if HDF5 reports an error.
  bool end() { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }

private:
  hid_t id_ = -1;
  herr_t (*close_)(hid_t) = nullptr;
};

struct hdf5_state {
  std::string path;
  hdf5::access how;
  std::unique_ptr<output_file> out; ///< of access::replace
  bool in_memory = false;           ///< the new file is an image in memory until close()
  hdf5_id file;

  /// Returns the name of a member for messages: 'a.h5/flow/u'.
  std::string full(std::string const& name) const { return name == "/" ? path : path + "/" + name; }
};

/// Throws io_error with the reason that HDF5 gives.
[[noreturn]] void fail_by_hdf5(char const* verb, std::string const& name);
/// Returns the identifier, or throws as fail_by_hdf5 if it is none.
hdf5_id checked_id(hid_t id, herr_t (*close)(hid_t), char const* verb, std::string const& name);
void check_hdf5(herr_t status, char const* verb, std::string const& name);

/// Returns the open file. Throws io_error if it was closed, or, with `writing`, if it is only read.
hdf5_state& require_open(hdf5_state* state, bool writing = false);
/// Throws io_error for a name that HDF5 would read otherwise: an empty one, or one with a zero in it.
void require_name(std::string const& name, std::string const& path);
hdf5_id open_dataset(hdf5_state const& state, std::string const& name, char const* verb);
/// Opens a dataset or a group.
hdf5_id open_object(hdf5_state const& state, std::string const& name, char const* verb);
/// Returns true if all parts of the path are there.
bool has_path(hdf5_state const& state, std::string const& name);
/// Throws io_error if there is such a dataset or group.
void require_free(hdf5_state const& state, std::string const& name);
/// Returns the properties of links to what is new: their names are UTF-8, and groups that are missing are made.
hdf5_id links_with_groups();
/// Returns the name of an attribute for messages: 'a.h5/flow/u, attribute 'unit''.
std::string attribute_name(hdf5_state const& state, std::string const& of, std::string const& name);

/// Returns the type in memory, which is also the type in files that weft writes.
hdf5_id hdf5_type_of(dtype type);
/// Finds the dtype of a type in a file. Returns nothing for a type that weft does not have.
std::optional<dtype> dtype_of_hdf5(hid_t type);
/// Returns a word for what a type is, for messages.
char const* kind_of_hdf5(hid_t type);
/// Returns the shape of a dataspace. Throws io_error for a rank above 16 and for sizes beyond the address space.
dynamic_extents shape_of_hdf5(hid_t space, std::size_t item, std::string const& name);
/// Reads the string of a dataset or an attribute. read(memory type, buffer) calls HDF5.
std::string read_hdf5_text(hid_t type, hid_t space, std::string const& name,
                           herr_t (*read)(hid_t object, hid_t type, void* to), hid_t object);

} // namespace weft::detail
#endif
