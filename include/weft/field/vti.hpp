#pragma once
#include <weft/field/staggered.hpp>
#include <weft/io/npy_typed.hpp>

#include <string>
#include <string_view>

namespace weft::field {

/// A field and its name for save_vti: a tensor, a view, or a grid, whose interior is written. It holds a pointer to the
/// elements, and no copy of them.
class named_field {
public:
  template <Stored X>
    requires Storable<X>
  WEFT_FN named_field(std::string_view name, X const& x)
      : name_(name), type_(dtype_of<std::remove_const_t<typename X::value_type>>), data_(x.data()),
        extents_(weft::detail::convert_extents<dynamic_extents>(x.shape())),
        strides_(weft::detail::convert_extents<dynamic_extents>(x.strides())) {
    x.window().window_leaf().keep.check("field::save_vti");
  }
  template <weft::detail::AnyGrid G>
  WEFT_FN named_field(std::string_view name, G const& g) : named_field(name, g.interior()) {}
  template <Node X>
  named_field(std::string_view, X const&) WEFT_REFUSED("weft: save_vti writes what is in memory: eval(e) is a tensor");

  [[nodiscard]] WEFT_FN std::string const& name() const { return name_; }
  /// Returns a description of the elements for write_vti.
  [[nodiscard]] WEFT_FN weft::detail::untyped_view memory() const {
    return {type_, data_, extents_.rank(), extents_.value, strides_.value};
  }

private:
  std::string name_;
  dtype type_;
  void const* data_;
  dynamic_extents extents_, strides_;
};

} // namespace weft::field

namespace weft::detail {
WEFT_API void write_vti(std::string const& path, field::mesh<3> const& m, int rank, field::named_field const* fields,
                        std::size_t count, save_options const& options);
} // namespace weft::detail

namespace weft::field {

/// Writes fields of a mesh of rank 1 to 3 as a VTK image file, which ParaView reads:
///
///   field::mesh m(shape(64, 32), {0.1, 0.1});
///   field::save_vti("out.vti", m, {{"pressure", p}, {"velocity", v}});
///
/// Axis 0 is x. A field of the shape m.shape() is written as cell data, a field of the shape m.shape(field::node) as
/// point data; one more axis, the last, holds the components of vectors. Elements are floats, doubles and integers of 8
/// to 64 bits; others throw dtype_error. Elements are written as bytes, without a copy of the field. Throws shape_error
/// for a field of another shape: average() moves a field from the faces to the cells. The file is replaced as a whole,
/// as save_options describes.
template <int R>
WEFT_FN void save_vti(std::string const& path, mesh<R> const& m, std::initializer_list<named_field> fields,
                      save_options const& options = {}) {
  static_assert(R > 0 && R <= 3, "weft: field::save_vti: a mesh of rank 1 to 3");
  mesh<3> all(weft::shape(0, 0, 0));
  for (int k = 0; k < R; ++k) {
    auto const at = static_cast<std::size_t>(k);
    all.cells.set(k, m.cells.entry(k));
    all.spacing[at] = m.spacing[at];
    all.origin[at] = m.origin[at];
  }
  weft::detail::write_vti(path, all, R, fields.begin(), fields.size(), options);
}

} // namespace weft::field
