#pragma once
#include <weft/hdf5/file.hpp>
#include <weft/records/npz.hpp>

namespace weft {

namespace detail {

/// The datasets of a file by the paths of fields: "flow.u" is the dataset u of the group flow.
class hdf5_members {
public:
  WEFT_FN explicit hdf5_members(std::string const& path) : file_(path), names_(file_.datasets()) {
    for (std::string& name : names_)
      name = exchanged(name, '/', '.');
  }
  WEFT_FN static std::string exchanged(std::string name, char from, char to) {
    for (char& c : name)
      c = c == from ? to : c;
    return name;
  }
  WEFT_FN plain_vector<std::string> const& names() const { return names_; }
  WEFT_FN bool contains(std::string const& name) const { return file_.contains(exchanged(name, '.', '/')); }
  template <class T>
  WEFT_FN tensor<T> load(std::string const& name) const {
    return file_.load<T>(exchanged(name, '.', '/'));
  }

private:
  hdf5::file file_;
  plain_vector<std::string> names_;
};

} // namespace detail

/// Writes a file of HDF5 with a dataset for each field of a record, and a group for each record in it: the field flow.u
/// is the dataset u of the group flow. Numbers are datasets of rank 0. Otherwise as hdf5::save.
template <Record R>
WEFT_FN void save_hdf5(std::string const& path, R const& y, hdf5::dataset_options const& stored = {},
                       save_options const& options = {}) {
  hdf5::file out(path, hdf5::access::replace, options);
  detail::for_each_member(y, [&](std::string const& name, auto const& x) {
    out.add(detail::hdf5_members::exchanged(name, '.', '/'), x, x.rank() == 0 ? hdf5::dataset_options{} : stored);
  });
  out.close();
}
/// Writes the datasets of a file of HDF5 into the fields of a record, which keep their shapes. Nothing is written
/// unless all fit; errors are as of load_npz.
template <Record R>
WEFT_FN void load_hdf5(std::string const& path, R& y) {
  detail::load_members(path, detail::hdf5_members(path), y);
}

} // namespace weft
