#include <weft/base/check.hpp>
#include <weft/io/c_tensor.hpp>

#include <cstdint>

namespace weft::detail {

static_assert(int{weft_dtype_boolean} == int(dtype::boolean) && int{weft_dtype_int8} == int(dtype::int8) &&
              int{weft_dtype_int64} == int(dtype::int64) && int{weft_dtype_uint8} == int(dtype::uint8) &&
              int{weft_dtype_float32} == int(dtype::float32) && int{weft_dtype_complex128} == int(dtype::complex128) &&
              int{weft_dtype_bfloat16} == int(dtype::bfloat16));
static_assert(max_rank == sizeof weft_tensor_t{}.shape / sizeof(int64_t));

void check_c_tensor(char const* function, weft_tensor_t const& t, dtype wanted, bool writes) {
  if (t.dtype < 0 || t.dtype > int{weft_dtype_bfloat16})
    throw dtype_error(std::string("weft: ") + function + ": there is no element type " + std::to_string(t.dtype));
  dtype const type = static_cast<dtype>(t.dtype);
  if (type != wanted)
    throw_dtype(function, type, wanted);
  if (writes && t.read_only != 0)
    throw dtype_error(std::string("weft: ") + function + ": the elements are read-only: from_c<T const>");
  if (t.rank < 0 || t.rank > max_rank)
    throw_shape_reason(function, "a rank is 0 to 16");
  index_t count = 1;
  for (int k = 0; k < t.rank; ++k)
    if (t.shape[k] < 0 || __builtin_mul_overflow(count, t.shape[k], &count))
      throw_shape_reason(function, "an extent is negative, or the shape has more elements than 64 bits count");
  if (count != t.size)
    throw_shape_reason(function, "size is not the product of the extents");
  std::size_t const alignment = with_dtype(type, []<class T>(std::type_identity<T>) { return alignof(T); });
  if (reinterpret_cast<std::uintptr_t>(t.values) % alignment != 0)
    throw_layout_reason(function, "the values are not aligned");
}

} // namespace weft::detail
