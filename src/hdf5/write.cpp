#include "hdf5/library.hpp"

#include "io/file.hpp"
#include "io/npy_elements.hpp"

#ifdef WEFT_WITH_HDF5
#include <algorithm>
#include <cstring>

namespace weft {

using namespace detail;

namespace {

/// Memory as HDF5 reads it: a dataspace with a selection, and the address of its first element.
struct memory_operand {
  hdf5_id space;
  void const* data;
  std::vector<std::byte> packed;
};

/// Returns the extents of a row-major block of memory that the view is cut from, where its last axis has the step
/// strides[rank - 1]; nothing where there is no such block.
std::optional<std::vector<hsize_t>> block_around(untyped_view const& a) {
  std::vector<hsize_t> block(static_cast<std::size_t>(a.rank));
  for (int k = 0; k < a.rank; ++k) {
    bool const last = k + 1 == a.rank;
    if (a.strides[k] <= 0)
      return std::nullopt;
    index_t const reach = last ? (a.extents[k] - 1) * a.strides[k] + 1 : a.extents[k], step = last ? 1 : a.strides[k],
                  extent = k == 0 ? reach : a.strides[k - 1] / step;
    if (k > 0 && (a.strides[k - 1] % step != 0 || extent < reach))
      return std::nullopt;
    block[static_cast<std::size_t>(k)] = static_cast<hsize_t>(extent);
  }
  return block;
}

hdf5_id dense_space(untyped_view const& a, std::string const& name) {
  hsize_t extents[max_rank];
  for (int k = 0; k < a.rank; ++k)
    extents[k] = static_cast<hsize_t>(a.extents[k]);
  return checked_id(a.rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(a.rank, extents, nullptr), H5Sclose, "write",
                    name);
}
std::vector<std::byte> packed_elements(untyped_view const& a) {
  std::size_t bytes = item_size(a.type);
  for (int k = 0; k < a.rank; ++k)
    bytes *= static_cast<std::size_t>(a.extents[k]);
  std::vector<std::byte> out;
  out.reserve(bytes);
  write_elements(
      [&](void const* from, std::size_t n) {
        auto const* const begin = static_cast<std::byte const*>(from);
        out.insert(out.end(), begin, begin + n);
      },
      a, false);
  return out;
}
bool is_empty(untyped_view const& a) {
  return std::find(a.extents, a.extents + a.rank, 0) != a.extents + a.rank;
}
memory_operand memory_of(untyped_view const& a, std::string const& name) {
  if (a.rank == 0 || is_empty(a))
    return {dense_space(a, name), a.data, {}};
  auto const block = block_around(a);
  if (!block) {
    memory_operand out{dense_space(a, name), nullptr, packed_elements(a)};
    out.data = out.packed.data();
    return out;
  }
  hdf5_id space = checked_id(H5Screate_simple(a.rank, block->data(), nullptr), H5Sclose, "write", name);
  hsize_t const start[max_rank]{};
  hsize_t step[max_rank], count[max_rank];
  for (int k = 0; k < a.rank; ++k) {
    step[k] = k + 1 == a.rank ? static_cast<hsize_t>(a.strides[k]) : 1;
    count[k] = static_cast<hsize_t>(a.extents[k]);
  }
  check_hdf5(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, step, count, nullptr), "write", name);
  return {std::move(space), a.data, {}};
}

void write_to(hid_t dataset, hid_t space, untyped_view const& a, std::string const& name) {
  if (is_empty(a))
    return;
  memory_operand const memory = memory_of(a, name);
  check_hdf5(H5Dwrite(dataset, hdf5_type_of(a.type).get(), memory.space.get(), space, H5P_DEFAULT, memory.data),
             "write", name);
}

/// Chooses chunks of about a MiB: the longest axis is halved until they are that small.
std::vector<hsize_t> chosen_chunk(untyped_view const& a, hdf5::dataset_options const& options) {
  std::vector<hsize_t> chunk(static_cast<std::size_t>(a.rank));
  for (int k = 0; k < a.rank; ++k)
    chunk[std::size_t(k)] = static_cast<hsize_t>(std::max<index_t>(a.extents[k], k == options.growing ? 1024 : 1));
  for (std::size_t bytes = std::size_t(-1); bytes > (std::size_t{1} << 20);) {
    bytes = item_size(a.type);
    for (hsize_t n : chunk)
      bytes = bytes > (std::size_t{1} << 40) ? bytes : bytes * n;
    if (auto const longest = std::max_element(chunk.begin(), chunk.end()); bytes > (std::size_t{1} << 20))
      *longest = (*longest + 1) / 2;
  }
  return chunk;
}

void require_options(untyped_view const& a, hdf5::dataset_options const& options, std::string const& name) {
  bool const chunked = options.compression != 0 || options.shuffle || options.growing >= 0 || !options.chunk.empty();
  if (options.compression < 0 || options.compression > 9)
    fail_io("write", name, "a level of compression is 0 to 9");
  if (options.growing >= a.rank || options.growing < -1)
    fail_io("write", name, "its growing axis is none of its axes");
  if (!options.chunk.empty() && options.chunk.size() != static_cast<std::size_t>(a.rank))
    fail_io("write", name, "a chunk has an extent for each axis");
  if (std::any_of(options.chunk.begin(), options.chunk.end(), [](index_t n) { return n < 1; }))
    fail_io("write", name, "a chunk has an element or more along each axis");
  if (chunked && a.rank == 0)
    fail_io("write", name, "a single element has no chunks and is not compressed");
  if (options.compression != 0 && H5Zfilter_avail(H5Z_FILTER_DEFLATE) <= 0)
    fail_io("write", name, "this HDF5 was built without gzip");
}

hdf5_id properties_of(untyped_view const& a, hdf5::dataset_options const& options, std::string const& name) {
  require_options(a, options, name);
  hdf5_id properties(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  if (options.compression == 0 && !options.shuffle && options.growing < 0 && options.chunk.empty())
    return properties;
  std::vector<hsize_t> chunk = chosen_chunk(a, options);
  if (!options.chunk.empty())
    std::transform(options.chunk.begin(), options.chunk.end(), chunk.begin(),
                   [](index_t n) { return static_cast<hsize_t>(n); });
  for (int k = 0; k < a.rank; ++k) // HDF5 refuses chunks that are longer than a fixed axis
    if (k != options.growing)
      chunk[static_cast<std::size_t>(k)] =
          std::min(chunk[static_cast<std::size_t>(k)], static_cast<hsize_t>(std::max<index_t>(a.extents[k], 1)));
  check_hdf5(H5Pset_chunk(properties.get(), a.rank, chunk.data()), "write", name);
  if (options.shuffle)
    check_hdf5(H5Pset_shuffle(properties.get()), "write", name);
  if (options.compression != 0)
    check_hdf5(H5Pset_deflate(properties.get(), static_cast<unsigned>(options.compression)), "write", name);
  return properties;
}

/// A text of a fixed size in UTF-8; an empty one takes a byte, because HDF5 has no type of none. Throws io_error for a
/// text that ends with a zero, which readers take for padding.
hdf5_id text_type(std::string_view text, std::string const& name) {
  if (!text.empty() && text.back() == '\0')
    fail_io("write", name, "the text ends with a zero, which would be lost");
  hdf5_id type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), std::max<std::size_t>(text.size(), 1));
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  return type;
}
std::string text_bytes(std::string_view text) {
  return text.empty() ? std::string(1, '\0') : std::string(text);
}

/// The type, shape and elements of an attribute.
struct attribute_value {
  hdf5_id type, space;
  void const* data;
};

/// Writes an attribute under a name that is free. `full` is its name in messages.
void add_attribute(hid_t object, std::string const& name, attribute_value const& value, std::string const& full) {
  hdf5_id const attribute =
      checked_id(H5Acreate2(object, name.c_str(), value.type.get(), value.space.get(), H5P_DEFAULT, H5P_DEFAULT),
                 H5Aclose, "write", full);
  check_hdf5(H5Awrite(attribute.get(), value.type.get(), value.data), "write", full);
}
/// Writes an attribute. An old one stays until the new one is in the file, because HDF5 may refuse the new one: most
/// files have room for 64 KiB.
void replace_attribute(hdf5_state const& state, std::string const& of, std::string const& name,
                       attribute_value const& value) {
  std::string const full = attribute_name(state, of, name);
  require_name(name, state.full(of));
  hdf5_id const object = open_object(state, of, "write");
  if (H5Aexists(object.get(), name.c_str()) <= 0)
    return add_attribute(object.get(), name, value, full);
  std::string temporary = name;
  while (H5Aexists(object.get(), temporary.c_str()) > 0)
    temporary += '~';
  add_attribute(object.get(), temporary, value, full);
  check_hdf5(H5Adelete(object.get(), name.c_str()), "write", full);
  check_hdf5(H5Arename(object.get(), temporary.c_str(), name.c_str()), "write", full);
}

void require_same_type(hid_t dataset, untyped_view const& a, std::string const& name) {
  std::optional<dtype> const there = dtype_of_hdf5(hdf5_id(H5Dget_type(dataset), H5Tclose).get());
  if (there != a.type)
    throw dtype_error("weft: cannot write '" + name + "': its elements are " +
                      (there ? to_string(*there) : "of a type that weft does not have") + ", and not " +
                      to_string(a.type));
}
[[noreturn]] void throw_selection_shape(std::string const& name, dynamic_extents const& wanted, untyped_view const& a) {
  throw shape_error("weft: cannot write '" + name + "': the part has shape " + shape_text(wanted.value, wanted.rank()) +
                    ", and the tensor " + shape_text(a.extents, a.rank));
}

} // namespace

namespace hdf5 {

void file::add_view(std::string const& name, untyped_view const& a, dataset_options const& options) {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get(), true);
  require_free(state, name);
  std::string const full = state.full(name);
  hdf5_id const properties = properties_of(a, options, full);
  hsize_t extents[max_rank]{}, most[max_rank]{};
  for (int k = 0; k < a.rank; ++k) {
    extents[k] = static_cast<hsize_t>(a.extents[k]);
    most[k] = k == options.growing ? H5S_UNLIMITED : extents[k];
  }
  hdf5_id const space = checked_id(a.rank == 0 ? H5Screate(H5S_SCALAR) : H5Screate_simple(a.rank, extents, most),
                                   H5Sclose, "write", full);
  hdf5_id const dataset = checked_id(H5Dcreate2(state.file.get(), name.c_str(), hdf5_type_of(a.type).get(), space.get(),
                                                links_with_groups().get(), properties.get(), H5P_DEFAULT),
                                     H5Dclose, "write", full);
  write_to(dataset.get(), H5S_ALL, a, full);
}

void file::add_text(std::string const& name, std::string_view text) {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get(), true);
  require_free(state, name);
  std::string const full = state.full(name);
  hdf5_id const type = text_type(text, full), space(H5Screate(H5S_SCALAR), H5Sclose);
  hdf5_id const dataset = checked_id(H5Dcreate2(state.file.get(), name.c_str(), type.get(), space.get(),
                                                links_with_groups().get(), H5P_DEFAULT, H5P_DEFAULT),
                                     H5Dclose, "write", full);
  check_hdf5(H5Dwrite(dataset.get(), type.get(), H5S_ALL, H5S_ALL, H5P_DEFAULT, text_bytes(text).data()), "write",
             full);
}

void file::write_view(std::string const& name, untyped_view const& a, hdf5_selection const& part) {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get(), true);
  hdf5_id const dataset = open_dataset(state, name, "write"), space(H5Dget_space(dataset.get()), H5Sclose);
  std::string const full = state.full(name);
  require_same_type(dataset.get(), a, full);
  dynamic_extents const shape = part.shape();
  if (shape.rank() != a.rank || !std::equal(a.extents, a.extents + a.rank, shape.value))
    throw_selection_shape(full, shape, a);
  hsize_t start[max_rank]{}, step[max_rank]{}, count[max_rank]{};
  for (int k = 0; k < part.rank; ++k) {
    start[k] = static_cast<hsize_t>(part.first[k]);
    step[k] = static_cast<hsize_t>(part.step[k]);
    count[k] = static_cast<hsize_t>(part.count[k]);
  }
  if (part.rank > 0 && !is_empty(a))
    check_hdf5(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, step, count, nullptr), "write", full);
  write_to(dataset.get(), space.get(), a, full);
}

void file::append_view(std::string const& name, untyped_view const& a) {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get(), true);
  hdf5_id const dataset = open_dataset(state, name, "write");
  std::string const full = state.full(name);
  require_same_type(dataset.get(), a, full);
  hdf5_id space(H5Dget_space(dataset.get()), H5Sclose);
  dynamic_extents const shape = shape_of_hdf5(space.get(), item_size(a.type), full);
  hsize_t extents[max_rank]{}, most[max_rank]{}, start[max_rank]{}, count[max_rank]{};
  check_hdf5(H5Sget_simple_extent_dims(space.get(), extents, most), "write", full);
  int const axis = static_cast<int>(std::find(most, most + shape.rank(), H5S_UNLIMITED) - most);
  if (axis == shape.rank())
    fail_io("write", full, "it has no growing axis (dataset_options::growing)");
  bool fits = a.rank == shape.rank();
  for (int k = 0; fits && k < a.rank; ++k) {
    fits = k == axis || a.extents[k] == shape.entry(k);
    start[k] = k == axis ? extents[k] : 0;
    count[k] = static_cast<hsize_t>(a.extents[k]);
    extents[k] += k == axis ? count[k] : 0;
  }
  if (!fits)
    throw_selection_shape(full, shape, a);
  check_hdf5(H5Dset_extent(dataset.get(), extents), "write", full);
  space = hdf5_id(H5Dget_space(dataset.get()), H5Sclose);
  if (!is_empty(a))
    check_hdf5(H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start, nullptr, count, nullptr), "write", full);
  write_to(dataset.get(), space.get(), a, full);
}

void file::set_attribute_view(std::string const& of, std::string const& name, untyped_view const& a) {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get(), true);
  std::vector<std::byte> packed = packed_elements(a);
  if (packed.empty())
    packed.resize(1); // HDF5 wants an address where there is nothing to write, too
  replace_attribute(state, of, name, {hdf5_type_of(a.type), dense_space(a, state.full(of)), packed.data()});
}
void file::set_attribute(std::string const& of, std::string const& name, std::string_view text) {
  hdf5_turn const turn;
  hdf5_state const& state = require_open(state_.get(), true);
  std::string const bytes = text_bytes(text);
  replace_attribute(
      state, of, name,
      {text_type(text, attribute_name(state, of, name)), {H5Screate(H5S_SCALAR), H5Sclose}, bytes.data()});
}

} // namespace hdf5
} // namespace weft
#endif
