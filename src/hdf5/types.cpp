#include "hdf5/library.hpp"

#include "io/file.hpp"

#include <weft/base/overflow.hpp>

#include <limits>

#ifdef WEFT_WITH_HDF5
namespace weft::detail {

namespace {

hdf5_id native(hid_t type) {
  return {H5Tcopy(type), H5Tclose};
}
/// A floating type of 16 bits: the exponent stands behind `mantissa` bits.
hdf5_id half(std::size_t mantissa) {
  hdf5_id type = native(H5T_NATIVE_FLOAT);
  std::size_t const exponent = 15 - mantissa;
  H5Tset_fields(type.get(), 15, mantissa, exponent, 0, mantissa);
  H5Tset_size(type.get(), 2);
  H5Tset_ebias(type.get(), (std::size_t{1} << (exponent - 1)) - 1);
  return type;
}
hdf5_id boolean() {
  hdf5_id type(H5Tenum_create(H5T_NATIVE_INT8), H5Tclose);
  signed char const no = 0, yes = 1;
  H5Tenum_insert(type.get(), "FALSE", &no);
  H5Tenum_insert(type.get(), "TRUE", &yes);
  return type;
}
hdf5_id complex_of(hid_t part) {
  std::size_t const size = H5Tget_size(part);
  hdf5_id type(H5Tcreate(H5T_COMPOUND, 2 * size), H5Tclose);
  H5Tinsert(type.get(), "r", 0, part);
  H5Tinsert(type.get(), "i", size, part);
  return type;
}

std::optional<dtype> integer(hid_t type) {
  bool const is_signed = H5Tget_sign(type) == H5T_SGN_2;
  switch (H5Tget_size(type)) {
  case 1:
    return is_signed ? dtype::int8 : dtype::uint8;
  case 2:
    return is_signed ? dtype::int16 : dtype::uint16;
  case 4:
    return is_signed ? dtype::int32 : dtype::uint32;
  case 8:
    return is_signed ? dtype::int64 : dtype::uint64;
  default:
    return std::nullopt;
  }
}
std::optional<dtype> floating(hid_t type) {
  switch (H5Tget_size(type)) {
  case 2:
    return H5Tget_ebias(type) == 127 ? dtype::bfloat16 : dtype::float16;
  case 4:
    return dtype::float32;
  case 8:
    return dtype::float64;
  default:
    return std::nullopt;
  }
}
/// Returns true if the member has that name, which HDF5 allocates.
bool is_member(hid_t type, unsigned k, char const* wanted) {
  char* const name = H5Tget_member_name(type, k);
  bool const same = name != nullptr && std::string(name) == wanted;
  H5free_memory(name);
  return same;
}
std::optional<dtype> compound(hid_t type) {
  if (H5Tget_nmembers(type) != 2 || !is_member(type, 0, "r") || !is_member(type, 1, "i"))
    return std::nullopt;
  hdf5_id const real(H5Tget_member_type(type, 0), H5Tclose), imaginary(H5Tget_member_type(type, 1), H5Tclose);
  if (H5Tget_class(real.get()) != H5T_FLOAT || H5Tequal(real.get(), imaginary.get()) <= 0)
    return std::nullopt;
  switch (H5Tget_size(real.get())) {
  case 4:
    return dtype::complex64;
  case 8:
    return dtype::complex128;
  default:
    return std::nullopt;
  }
}

} // namespace

hdf5_id hdf5_type_of(dtype type) {
  switch (type) {
  case dtype::boolean:
    return boolean();
  case dtype::int8:
    return native(H5T_NATIVE_INT8);
  case dtype::int16:
    return native(H5T_NATIVE_INT16);
  case dtype::int32:
    return native(H5T_NATIVE_INT32);
  case dtype::int64:
    return native(H5T_NATIVE_INT64);
  case dtype::uint8:
    return native(H5T_NATIVE_UINT8);
  case dtype::uint16:
    return native(H5T_NATIVE_UINT16);
  case dtype::uint32:
    return native(H5T_NATIVE_UINT32);
  case dtype::uint64:
    return native(H5T_NATIVE_UINT64);
  case dtype::float32:
    return native(H5T_NATIVE_FLOAT);
  case dtype::float64:
    return native(H5T_NATIVE_DOUBLE);
  case dtype::complex64:
    return complex_of(H5T_NATIVE_FLOAT);
  case dtype::complex128:
    return complex_of(H5T_NATIVE_DOUBLE);
  case dtype::float16:
    return half(10);
  case dtype::bfloat16:
    return half(7);
  }
  return {};
}

std::optional<dtype> dtype_of_hdf5(hid_t type) {
  switch (H5Tget_class(type)) {
  case H5T_INTEGER:
    return integer(type);
  case H5T_FLOAT:
    return floating(type);
  case H5T_COMPOUND:
    return compound(type);
  case H5T_ENUM:
    if (hdf5_id const wanted = boolean(); H5Tequal(type, wanted.get()) > 0)
      return dtype::boolean;
    return std::nullopt;
  default:
    return std::nullopt;
  }
}

char const* kind_of_hdf5(hid_t type) {
  switch (H5Tget_class(type)) {
  case H5T_STRING:
    return "texts, which text() and attribute_text() read one of";
  case H5T_COMPOUND:
    return "compounds";
  case H5T_ENUM:
    return "an enumeration";
  case H5T_REFERENCE:
    return "references";
  case H5T_VLEN:
    return "lists";
  case H5T_ARRAY:
    return "arrays";
  case H5T_OPAQUE:
    return "opaque bytes";
  case H5T_FLOAT:
    return "floating numbers of a size that weft does not have";
  default:
    return "of a type that weft does not have";
  }
}

dynamic_extents shape_of_hdf5(hid_t space, std::size_t item, std::string const& name) {
  int const rank = H5Sget_simple_extent_ndims(space);
  if (rank < 0 || rank > max_rank || H5Sget_simple_extent_type(space) == H5S_NULL)
    fail_io("read", name, rank > max_rank ? "its rank is above 16" : "it has no elements");
  hsize_t extents[max_rank]{};
  check_hdf5(H5Sget_simple_extent_dims(space, extents, nullptr), "read", name);
  dynamic_extents shape(rank);
  index_t bytes = static_cast<index_t>(item);
  constexpr hsize_t most = static_cast<hsize_t>((std::numeric_limits<index_t>::max)());
  bool fits = true, empty = false;
  for (int k = 0; k < rank; ++k) {
    fits = fits && extents[k] <= most;
    empty = empty || extents[k] == 0;
    shape.set(k, static_cast<index_t>(extents[k] & most));
  }
  for (int k = 0; k < rank && fits && !empty; ++k)
    fits = !multiply_overflows(bytes, shape.entry(k), &bytes);
  if (!fits)
    fail_io("read", name, "it has more elements than memory has addresses");
  return shape;
}

} // namespace weft::detail
#endif
