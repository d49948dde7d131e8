#include "hdf5/library.hpp"

#include "io/file.hpp"

#ifdef WEFT_WITH_HDF5
#include <algorithm>

namespace weft {

using namespace detail;

namespace {

/// Returns the dtype of a type in a file, or throws io_error. A boolean keeps the bytes of the file, whose values are
/// checked later.
dtype require_dtype(hid_t type, std::string const& name) {
  std::optional<dtype> const found = dtype_of_hdf5(type);
  if (!found)
    fail_io("read", name, std::string("its elements are ") + kind_of_hdf5(type));
  return *found;
}
npy_header header_of(dtype type, dynamic_extents const& shape) {
  npy_header head{type, false, false, shape.rank(), {}, 0, item_size(type)};
  for (int k = 0; k < shape.rank(); ++k) {
    head.extents[k] = shape.entry(k);
    head.data_bytes *= static_cast<std::size_t>(shape.entry(k));
  }
  return head;
}

/// Reads a part of a dataset, piece by piece in row-major order. A piece is cut into boxes: of the outer axes one
/// index, of the next some, of the inner ones all.
class dataset_reader final : public npy_reader {
public:
  dataset_reader(hdf5_id dataset, std::string name, hdf5_selection const& part)
      : npy_reader(std::move(name)), dataset_(std::move(dataset)), part_(part) {
    hdf5_id const type(H5Dget_type(dataset_.get()), H5Tclose);
    space_ = checked_id(H5Dget_space(dataset_.get()), H5Sclose, "read", this->name());
    dtype const found = require_dtype(type.get(), this->name());
    memory_ = hdf5_type_of(found);
    set_header(header_of(found, part.shape()));
  }
  ~dataset_reader() override {
    hdf5_turn const turn;
    memory_ = hdf5_id();
    space_ = hdf5_id();
    dataset_ = hdf5_id();
  }

private:
  void next(void* to, std::size_t bytes) override {
    hdf5_turn const turn;
    auto* out = static_cast<std::byte*>(to);
    std::size_t const item = item_size(header().type);
    for (auto left = static_cast<index_t>(bytes / item); left > 0;) {
      index_t const n = read_box(out, left);
      out += static_cast<std::size_t>(n) * item;
      at_ += n;
      left -= n;
    }
  }
  /// Reads a box of at most `most` elements from element at_ on, and returns their number.
  index_t read_box(std::byte* to, index_t most) {
    hsize_t start[max_rank], step[max_rank], count[max_rank];
    int axis = part_.rank; // axes from here on are read whole
    index_t inner = 1, rest = at_;
    while (axis > 0 && rest % part_.count[axis - 1] == 0 && inner * part_.count[axis - 1] <= most) {
      --axis;
      inner *= part_.count[axis];
      rest /= part_.count[axis];
    }
    index_t taken = 1;
    for (int k = part_.rank - 1; k >= 0; --k) {
      index_t const extent = part_.count[k], i = k >= axis ? 0 : rest % extent;
      index_t const n = k >= axis ? extent : k == axis - 1 ? std::min(extent - i, most / inner) : 1;
      rest = k >= axis ? rest : rest / extent;
      index_t const from = part_.first[k] + i * part_.step[k];
      start[k] = static_cast<hsize_t>(from);
      step[k] = static_cast<hsize_t>(part_.step[k]);
      count[k] = static_cast<hsize_t>(n);
      taken *= n;
    }
    read_selected(to, start, step, count, static_cast<hsize_t>(taken));
    return taken;
  }
  void read_selected(std::byte* to, hsize_t const* start, hsize_t const* step, hsize_t const* count, hsize_t taken) {
    if (part_.rank > 0)
      check_hdf5(H5Sselect_hyperslab(space_.get(), H5S_SELECT_SET, start, step, count, nullptr), "read", name());
    hdf5_id const dense = checked_id(H5Screate_simple(1, &taken, nullptr), H5Sclose, "read", name());
    check_hdf5(H5Dread(dataset_.get(), memory_.get(), dense.get(), space_.get(), H5P_DEFAULT, to), "read", name());
  }

  hdf5_id dataset_, space_, memory_;
  hdf5_selection part_;
  index_t at_ = 0;
};

/// Reads an attribute, which HDF5 reads at once.
class attribute_reader final : public npy_reader {
public:
  attribute_reader(hid_t attribute, std::string name) : npy_reader(std::move(name)) {
    hdf5_id const type(H5Aget_type(attribute), H5Tclose), space(H5Aget_space(attribute), H5Sclose);
    dtype const found = require_dtype(type.get(), this->name());
    npy_header const head = header_of(found, shape_of_hdf5(space.get(), item_size(found), this->name()));
    set_header(head);
    bytes_.resize(head.data_bytes);
    if (!bytes_.empty()) // HDF5 wants an address where there is nothing to read, too
      check_hdf5(H5Aread(attribute, hdf5_type_of(found).get(), bytes_.data()), "read", this->name());
  }

private:
  void next(void* to, std::size_t bytes) override {
    std::copy_n(bytes_.data() + at_, bytes, static_cast<std::byte*>(to));
    at_ += bytes;
  }

  std::vector<std::byte> bytes_;
  std::size_t at_ = 0;
};

} // namespace

std::string detail::read_hdf5_text(hid_t type, hid_t space, std::string const& name,
                                   herr_t (*read)(hid_t object, hid_t type, void* to), hid_t object) {
  if (H5Tget_class(type) != H5T_STRING || H5Sget_simple_extent_npoints(space) != 1)
    fail_io("read", name, "it is no text");
  if (H5Tis_variable_str(type) > 0) {
    hdf5_id const memory(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(memory.get(), H5T_VARIABLE);
    H5Tset_cset(memory.get(), H5Tget_cset(type));
    char* text = nullptr;
    check_hdf5(read(object, memory.get(), static_cast<void*>(&text)), "read", name);
    std::string const out = text == nullptr ? "" : text;
    H5free_memory(text);
    return out;
  }
  std::string out(H5Tget_size(type), '\0');
  check_hdf5(read(object, type, out.data()), "read", name);
  H5T_str_t const padding = H5Tget_strpad(type);
  if (padding == H5T_STR_NULLTERM)
    out.erase(std::min(out.find('\0'), out.size()));
  else
    out.erase(out.find_last_not_of(padding == H5T_STR_SPACEPAD ? ' ' : '\0') + 1);
  return out;
}

namespace hdf5 {

bool file::is_tensor(std::string const& name) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  if (!has_path(state, name))
    return false;
  hdf5_id const object = open_object(state, name, "read");
  if (H5Iget_type(object.get()) != H5I_DATASET)
    return false;
  hdf5_id const type(H5Dget_type(object.get()), H5Tclose), space(H5Dget_space(object.get()), H5Sclose);
  return dtype_of_hdf5(type.get()).has_value() && H5Sget_simple_extent_type(space.get()) != H5S_NULL &&
         H5Sget_simple_extent_ndims(space.get()) <= max_rank;
}

dynamic_extents file::shape(std::string const& name) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  hdf5_id const dataset = open_dataset(state, name, "read"), space(H5Dget_space(dataset.get()), H5Sclose);
  hdf5_id const type(H5Dget_type(dataset.get()), H5Tclose);
  return shape_of_hdf5(space.get(), H5Tget_size(type.get()), state.full(name));
}
weft::dtype file::type(std::string const& name) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  hdf5_id const dataset = open_dataset(state, name, "read");
  return require_dtype(hdf5_id(H5Dget_type(dataset.get()), H5Tclose).get(), state.full(name));
}

std::unique_ptr<npy_reader> file::open(std::string const& name, hdf5_selection const& part) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  return std::make_unique<dataset_reader>(open_dataset(state, name, "read"), state.full(name), part);
}

std::string file::text(std::string const& name) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  hdf5_id const dataset = open_dataset(state, name, "read"), type(H5Dget_type(dataset.get()), H5Tclose),
                space(H5Dget_space(dataset.get()), H5Sclose);
  auto const read = [](hid_t from, hid_t memory, void* to) {
    return H5Dread(from, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, to);
  };
  return read_hdf5_text(type.get(), space.get(), state.full(name), read, dataset.get());
}

namespace {

hdf5_id open_attribute_of(hdf5_state const& state, hid_t object, std::string const& of, std::string const& name) {
  require_name(name, state.full(of));
  if (H5Aexists(object, name.c_str()) <= 0)
    fail_io("read", attribute_name(state, of, name), "there is no such attribute");
  return checked_id(H5Aopen(object, name.c_str(), H5P_DEFAULT), H5Aclose, "read", attribute_name(state, of, name));
}
herr_t keep_attribute(hid_t, char const* name, H5A_info_t const*, void* to) {
  static_cast<std::vector<std::string>*>(to)->emplace_back(name);
  return 0;
}

} // namespace

std::unique_ptr<npy_reader> file::open_attribute(std::string const& of, std::string const& name) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  hdf5_id const object = open_object(state, of, "read"), attribute = open_attribute_of(state, object.get(), of, name);
  return std::make_unique<attribute_reader>(attribute.get(), attribute_name(state, of, name));
}
std::string file::attribute_text(std::string const& of, std::string const& name) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  hdf5_id const object = open_object(state, of, "read"), attribute = open_attribute_of(state, object.get(), of, name),
                type(H5Aget_type(attribute.get()), H5Tclose), space(H5Aget_space(attribute.get()), H5Sclose);
  auto const read = [](hid_t from, hid_t memory, void* to) { return H5Aread(from, memory, to); };
  return read_hdf5_text(type.get(), space.get(), attribute_name(state, of, name), read, attribute.get());
}
plain_vector<std::string> file::attribute_names(std::string const& of) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  hdf5_id const object = open_object(state, of, "read");
  std::vector<std::string> found;
  check_hdf5(H5Aiterate2(object.get(), H5_INDEX_NAME, H5_ITER_INC, nullptr, keep_attribute, &found), "read",
             state.full(of));
  return found;
}
bool file::has_attribute(std::string const& of, std::string const& name) const {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get());
  require_name(name, state.full(of));
  return H5Aexists(open_object(state, of, "read").get(), name.c_str()) > 0;
}

} // namespace hdf5
} // namespace weft
#endif
