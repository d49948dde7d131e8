#pragma once
#include <weft/io/npz.hpp>
#include <weft/records/expression.hpp>

#include <string>

namespace weft {

namespace detail {

/// Names of fields and of members of an archive that do not fit, as lists.
struct npz_differences {
  std::string missing, unknown, shapes;
  WEFT_INLINE npz_differences() = default;
  npz_differences(npz_differences const&) = delete;
  npz_differences& operator=(npz_differences const&) = delete;
  WEFT_INLINE ~npz_differences() = default;
  /// Throws io_error if names differ, and shape_error if only shapes differ. Does nothing if nothing differs.
  WEFT_API void report(std::string const& path) const;
  WEFT_API static void add(std::string& list, std::string_view name);
  WEFT_API void add_shape(std::string_view name, dynamic_extents const& wanted, dynamic_extents const& found);
};

/// Calls add(name, tensor) for each field of a record; numbers are tensors of rank 0.
template <Record R, class F>
WEFT_FN void for_each_member(R const& y, F const& add) {
  for_each_field(y, [&](std::string_view name, auto const& x) {
    if constexpr (Scalar<decltype(x)>)
      add(std::string(name), tensor<std::remove_cvref_t<decltype(x)>, 0>(x));
    else
      add(std::string(name), values_of_field(x));
  });
}
/// Writes the members of an archive with names(), contains(name) and load<T>(name) into the fields of a record, as
/// load_npz says.
template <class Archive, Record R>
WEFT_FN void load_members(std::string const& path, Archive const& file, R& y) {
  npz_differences differences;
  std::size_t fields = 0;
  for_each_field(y, [&](std::string_view name, auto const&) {
    ++fields;
    if (!file.contains(std::string(name)))
      npz_differences::add(differences.missing, name);
  });
  if (file.names().size() != fields || !differences.missing.empty())
    for (std::string const& name : file.names()) {
      bool is_field = false;
      for_each_field(y, [&](std::string_view field, auto const&) { is_field = is_field || field == name; });
      if (!is_field)
        npz_differences::add(differences.unknown, name);
    }
  differences.report(path);
  if constexpr (has_fields<"", R>()) {
    auto values = with_fields(y, [&]<static_text Path>(auto const& x) {
      using element = std::remove_const_t<value_t<decltype(x)>>;
      auto value = file.template load<element>(std::string(Path.view()));
      auto const wanted = convert_extents<dynamic_extents>(shape_before(x));
      if (!(value.shape() == wanted))
        differences.add_shape(Path.view(), wanted, value.shape());
      return value;
    });
    differences.report(path);
    visit_pairs(y, values, []<static_text>(auto& x, auto const& value) {
      if constexpr (Scalar<decltype(x)>)
        x = *value.data();
      else if constexpr (requires { x.overwrite(value); })
        x.overwrite(value); // which keeps the variable
      else
        write_field(x, as<shape_argument<typename captured_t<decltype(x)>::extents_type>>(value));
    });
  }
}

} // namespace detail

/// Writes an archive with a member for each field of a record, by its path; numbers are tensors of rank 0. Otherwise as
/// save_npz of tensors.
template <Record R>
WEFT_FN void save_npz(std::string const& path, R const& y) {
  npz_writer file(path);
  detail::for_each_member(y, [&](std::string const& name, auto const& x) { file.add(name, x); });
  file.close();
}
/// Writes the members of an archive into the fields of a record, which keep their shapes. Nothing is written unless all
/// fit. Throws io_error, which names all fields that the archive lacks and all of its members that the record lacks;
/// dtype_error, for a member of another element type; and shape_error, which names all members of another shape. All
/// elements are in memory twice for a while.
template <Record R>
WEFT_FN void load_npz(std::string const& path, R& y) {
  detail::load_members(path, npz_file(path), y);
}

} // namespace weft
