#pragma once
#include <weft/io/csv.hpp>
#include <weft/records/columns.hpp>

namespace weft {

namespace detail {

/// Returns the names, types and memory of the columns of a table, for the functions of files.
template <class Memory, template <template <class> class> class R, class P>
WEFT_FN plain_vector<table_column<Memory>> file_columns(P& tensors) {
  auto const names = column_names<R>();
  plain_vector<table_column<Memory>> out;
  for_each_element<R>(
      [&](auto& c) {
        using T = value_t<std::remove_cvref_t<decltype(c)>>;
        constexpr bool is_text = std::same_as<T, std::string>;
        static_assert(is_text || HasDtype<T>,
                      "weft: columns in files have numbers, as element types with a dtype, or std::string");
        dtype type{};
        if constexpr (HasDtype<T>)
          type = dtype_of<T>;
        out.push_back({names[out.size()], is_text, type, c.data(), 1});
      },
      tensors);
  return out;
}

template <template <template <class> class> class R>
WEFT_FN columns<R> read_csv_columns(std::string text, std::string const& name, csv_options options) {
  options.header = options.header.value_or(true);
  csv_reader file(std::move(text), name, options);
  file.choose_members(column_names<R>());
  columns<R> out(file.rows());
  file.read(file_columns<void, R>(tensors_of(out)));
  return out;
}

} // namespace detail

/// Reads a CSV file whose header names the members of the struct, in any order: load_csv_columns<particle>("a.csv").
/// csv_options::columns gives them other names in the file; with header = false columns are taken in their order.
/// Fields of numbers are read as load_csv reads them; a member of std::string keeps the text of a field as it is.
/// Throws as load_csv does. Throws one parse_error that names all members that the file lacks, or, unless skip_others,
/// all columns that no member takes.
template <template <template <class> class> class R>
[[nodiscard]] WEFT_FN columns<R> load_csv_columns(std::string const& path, csv_options const& options = {}) {
  return detail::read_csv_columns<R>(detail::read_text(path), path, options);
}
/// Reads a CSV text in memory, as load_csv_columns reads a file; errors call it by `name`.
template <template <template <class> class> class R>
[[nodiscard]] WEFT_FN columns<R> parse_csv_columns(std::string text, csv_options const& options = {},
                                                   std::string const& name = "text") {
  return detail::read_csv_columns<R>(std::move(text), name, options);
}
/// Writes a table with a header, as save_csv writes numbers; texts are quoted where they must be. Members of inner
/// structs are named by their paths, "at.x". load_csv_columns with the same options gives the same table.
template <template <template <class> class> class R>
WEFT_FN void save_csv_columns(std::string const& path, columns<R> const& p, csv_options const& options = {},
                              save_options const& save = {}) {
  detail::write_csv(path, p.size(), detail::file_columns<void const, R>(detail::tensors_of(p)), options, save);
}

/// Reads an array of records that numpy.save wrote, of rank 1: a structured dtype or a record array, with gaps,
/// alignment and either byte order. A field has the name of its member; the member x of an inner struct `at` is the
/// field "at.x", or the field x of the field at. Fields of other names are skipped, and so are arrays in records.
/// Members of std::string take NumPy's texts (S as bytes, U as UTF-8). Elements of other types are converted on
/// request, as by load_npy. Throws io_error, which names all fields that are missing, dtype_error, and shape_error for
/// another rank.
template <template <template <class> class> class R>
[[nodiscard]] WEFT_FN columns<R> load_npy_columns(std::string const& path, conversion how = conversion::none) {
  detail::npy_table_reader file(path);
  columns<R> out(file.rows());
  file.read(detail::file_columns<void, R>(detail::tensors_of(out)), how);
  return out;
}
/// Writes the file that numpy.save writes for a structured array without gaps, whose fields are the members; texts
/// become U with the length of the longest one. The file is replaced whole, as save_options says.
template <template <template <class> class> class R>
WEFT_FN void save_npy_columns(std::string const& path, columns<R> const& p, save_options const& options = {}) {
  detail::write_npy(path, p.size(), detail::file_columns<void const, R>(detail::tensors_of(p)), options);
}

} // namespace weft
