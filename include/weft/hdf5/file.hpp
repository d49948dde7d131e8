#pragma once
#include <weft/base/plain_vector.hpp>
#include <weft/hdf5/selection.hpp>
#include <weft/io/npy.hpp>

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace weft {

namespace detail {

struct hdf5_state;

/// True if the library was built with HDF5 (WEFT_WITH_HDF5).
[[nodiscard]] WEFT_API bool has_hdf5() noexcept;

} // namespace detail

namespace hdf5 {

/// Whether a file is read, written anew in the place of an old one, or changed where it lies.
enum class access : unsigned char { read, replace, edit };

/// How a dataset is stored.
struct dataset_options {
  /// The extents of the chunks that a dataset is stored in; empty: weft chooses them where there are chunks, which take
  /// about a MiB.
  detail::plain_vector<index_t> chunk{};
  index_t compression = 0; ///< 0: none; 1 to 9: the level of gzip
  bool shuffle = false;    ///< bytes of the same rank stand together, which are compressed better
  index_t growing = -1;    ///< an axis along which append() adds; -1: none
};

/// A file of HDF5 that is open: groups with names, datasets, and attributes of both. A name is a path, as "flow/u"; "/"
/// is the outermost group, and groups that are missing are made. Elements are stored as h5py stores them: bool as an
/// enumeration, complex numbers as compounds of r and i. Throws io_error, which names the file, the dataset and the
/// reason, also in a build without HDF5. Calls of HDF5 are made one after another. HDF5 itself reads the bytes: it
/// finds files that were cut, but bytes that somebody changed on purpose may end the program. weft checks types, ranks
/// and sizes.
///
/// access::replace writes a new file, which close() puts in the place of the old one (save_options); without close()
/// the old file stays. access::edit changes a file where it lies, or makes one: a program that is killed meanwhile may
/// leave it damaged.
class WEFT_API file {
public:
  explicit file(std::string const& path, access how = access::read, save_options const& options = {});
  file(file&&) noexcept;
  ~file();

  /// Returns the names of the members of a group, sorted.
  [[nodiscard]] detail::plain_vector<std::string> names(std::string const& group = "/") const;
  /// Returns the paths of all datasets of a group and of the groups in it, without the path of the group.
  [[nodiscard]] detail::plain_vector<std::string> datasets(std::string const& group = "/") const;
  [[nodiscard]] bool contains(std::string const& name) const;
  [[nodiscard]] bool is_group(std::string const& name) const;
  /// True if load() can read the dataset: its elements have a dtype, and its rank is at most 16.
  [[nodiscard]] bool is_tensor(std::string const& name) const;
  /// Returns the shape of a dataset, without reading its elements.
  [[nodiscard]] dynamic_extents shape(std::string const& name) const;
  /// Returns the element type of a dataset.
  [[nodiscard]] weft::dtype type(std::string const& name) const;

  /// Reads a dataset as load_npy reads a file. Elements go straight to where they stay, but for conversions and for
  /// column_major, which take a buffer.
  template <class T, auto S = runtime_rank, class Order = row_major>
    requires HasDtype<T>
  [[nodiscard]] WEFT_FN tensor<T, S, Order> load(std::string const& name, conversion how = conversion::none) const {
    return detail::read_tensor<T, S, Order>(*open(name, detail::select(shape(name))), how);
  }
#ifndef WEFT_WITHOUT_DYNAMIC
  /// Reads a dataset with the element type and the rank that it has.
  [[nodiscard]] WEFT_FN any_tensor load(std::string const& name) const {
    return detail::read_tensor(*open(name, detail::select(shape(name))));
  }
#endif
  /// Reads the part of a dataset that a(subscripts...) is of a tensor:
  ///   load_selection<double, 1>("a", 3, range(0, 10, 2))
  /// If the dataset is stored in chunks, whole chunks are read; otherwise no other elements are. Ranges go upwards.
  template <class T, auto S = runtime_rank, class... A>
    requires HasDtype<T>
  [[nodiscard]] WEFT_FN tensor<T, S> load_selection(std::string const& name, A const&... subscripts) const {
    return detail::read_tensor<T, S, row_major>(*open(name, detail::select(shape(name), subscripts...)),
                                                conversion::none);
  }
  /// Returns a text: a dataset of one string, in UTF-8 or ASCII.
  [[nodiscard]] std::string text(std::string const& name) const;

  /// Adds a dataset: a tensor, a view of any strides, an expression (evaluated first) or an any_tensor. Views whose
  /// rows lie in order are written where they lie, others from a copy. Throws io_error if the name is taken.
  template <Storable X>
  WEFT_FN void add(std::string const& name, X const& x, dataset_options const& options = {}) {
    detail::with_memory("hdf5::file::add", x, [&](detail::untyped_view const& a) { add_view(name, a, options); });
  }
  /// Throws io_error for a text that ends with a zero, which readers take for padding; so does set_attribute.
  void add_text(std::string const& name, std::string_view text);
  void add_group(std::string const& name);
  /// Writes a part of a dataset, named as for load_selection, from a tensor of its shape and of the same element type.
  /// Throws shape_error and dtype_error.
  template <Storable X, class... A>
  WEFT_FN void write_selection(std::string const& name, X const& x, A const&... subscripts) {
    auto const part = detail::select(shape(name), subscripts...);
    detail::with_memory("hdf5::file::write_selection", x,
                        [&](detail::untyped_view const& a) { write_view(name, a, part); });
  }
  /// Adds x behind the elements of a dataset along its growing axis (dataset_options). The other extents agree.
  template <Storable X>
  WEFT_FN void append(std::string const& name, X const& x) {
    detail::with_memory("hdf5::file::append", x, [&](detail::untyped_view const& a) { append_view(name, a); });
  }

  /// Attributes of the dataset or group `of`: tensors, numbers and texts. set_attribute replaces an old one,
  /// which stays where HDF5 refuses the new one: most files have room for 64 KiB.
  [[nodiscard]] detail::plain_vector<std::string> attribute_names(std::string const& of) const;
  [[nodiscard]] bool has_attribute(std::string const& of, std::string const& name) const;
  template <class T, auto S = 0>
    requires HasDtype<T>
  [[nodiscard]] WEFT_FN tensor<T, S> attribute(std::string const& of, std::string const& name,
                                               conversion how = conversion::none) const {
    return detail::read_tensor<T, S, row_major>(*open_attribute(of, name), how);
  }
  [[nodiscard]] std::string attribute_text(std::string const& of, std::string const& name) const;
  template <Storable X>
  WEFT_FN void set_attribute(std::string const& of, std::string const& name, X const& x) {
    detail::with_memory("hdf5::file::set_attribute", x,
                        [&](detail::untyped_view const& a) { set_attribute_view(of, name, a); });
  }
  template <HasDtype T>
  WEFT_FN void set_attribute(std::string const& of, std::string const& name, T const& x) {
    set_attribute(of, name, tensor<T, 0>(x));
  }
  void set_attribute(std::string const& of, std::string const& name, std::string_view text);

  /// Ends writing: everything is in the file, and a new file is in the place of the old one. Nothing can be read or
  /// written afterwards.
  void close();

private:
  std::unique_ptr<detail::npy_reader> open(std::string const& name, detail::hdf5_selection const& part) const;
  std::unique_ptr<detail::npy_reader> open_attribute(std::string const& of, std::string const& name) const;
  void add_view(std::string const& name, detail::untyped_view const& a, dataset_options const& options);
  void write_view(std::string const& name, detail::untyped_view const& a, detail::hdf5_selection const& part);
  void append_view(std::string const& name, detail::untyped_view const& a);
  void set_attribute_view(std::string const& of, std::string const& name, detail::untyped_view const& a);

  std::unique_ptr<detail::hdf5_state> state_;
};

/// Writes a file with one dataset. The file is replaced whole, as save_options says.
template <Storable X>
WEFT_FN void save(std::string const& path, std::string const& name, X const& x, dataset_options const& stored = {},
                  save_options const& options = {}) {
  file out(path, access::replace, options);
  out.add(name, x, stored);
  out.close();
}
/// Reads one dataset of a file, as file::load does.
template <class T, auto S = runtime_rank, class Order = row_major>
  requires HasDtype<T>
[[nodiscard]] WEFT_FN tensor<T, S, Order> load(std::string const& path, std::string const& name,
                                               conversion how = conversion::none) {
  return file(path).load<T, S, Order>(name, how);
}
#ifndef WEFT_WITHOUT_DYNAMIC
/// Reads one dataset of a file with the element type and the rank that it has.
[[nodiscard]] WEFT_FN inline any_tensor load(std::string const& path, std::string const& name) {
  return file(path).load(name);
}
#endif

} // namespace hdf5
} // namespace weft
