#include <weft/base/check.hpp>
#include <weft/io/dlpack.hpp>

#include <cstddef>
#include <iterator>
#include <string>
#include <utility>

namespace weft {
namespace {

static_assert(sizeof(dlpack::tensor) == 48 && sizeof(dlpack::managed_tensor) == 64 &&
                  sizeof(dlpack::managed_tensor_versioned) == 80 && offsetof(dlpack::tensor, shape) == 24 &&
                  offsetof(dlpack::managed_tensor_versioned, tensor) == 32,
              "the structs of DLPack, on machines of 64 bits");

constexpr dlpack::data_type codes[] = {
    {6, 8, 1},  {0, 8, 1},  {0, 16, 1}, {0, 32, 1}, {0, 64, 1},  {1, 8, 1},  {1, 16, 1}, {1, 32, 1},
    {1, 64, 1}, {2, 32, 1}, {2, 64, 1}, {5, 64, 1}, {5, 128, 1}, {2, 16, 1}, {4, 16, 1},
};
constexpr std::int32_t cpu = 1;

/// A managed tensor that weft exports, with its shape and strides, and the memory that it keeps alive.
template <class Managed>
struct exported {
  Managed managed{};
  detail::storage_ref keep;
  std::int64_t shape[max_rank], strides[max_rank];
};

template <class Managed>
Managed* export_tensor(detail::untyped_view const& a, detail::storage_ref keep) {
  auto* const out = new exported<Managed>{{}, std::move(keep), {}, {}};
  for (int k = 0; k < a.rank; ++k) {
    out->shape[k] = a.extents[k];
    out->strides[k] = a.strides[k];
  }
  out->managed.tensor = {
      const_cast<void*>(a.data), {cpu, 0}, a.rank, detail::dlpack_type(a.type), out->shape, out->strides, 0};
  out->managed.manager = out;
  out->managed.deleter = [](Managed* self) { delete static_cast<exported<Managed>*>(self->manager); };
  return &out->managed;
}

[[noreturn]] void refuse(char const* reason) {
  detail::throw_error("from_dlpack", reason);
}

detail::foreign_tensor check(dlpack::tensor const& t, dtype wanted) {
  if (t.device.type != cpu)
    refuse("the memory is not the CPU's");
  if (t.rank < 0 || t.rank > max_rank)
    refuse("the rank is not 0 to 16");
  dtype const type = dtype_of_dlpack(t);
  if (type != wanted)
    detail::throw_dtype("from_dlpack", type, wanted);
  detail::foreign_tensor out{static_cast<std::byte*>(t.data) + t.byte_offset, dynamic_extents(t.rank),
                             dynamic_extents(t.rank)};
  index_t step = 1;
  for (int k = t.rank - 1; k >= 0; --k) {
    if (t.shape[k] < 0)
      detail::throw_shape_reason("from_dlpack", "an extent is negative");
    out.shape.set(k, t.shape[k]);
    out.strides.set(k, t.strides != nullptr ? t.strides[k] : step);
    if (t.shape[k] > 0 && __builtin_mul_overflow(step, t.shape[k], &step))
      refuse("the shape has more elements than 64 bits count");
  }
  std::size_t const alignment = detail::with_dtype(type, []<class T>(std::type_identity<T>) { return alignof(T); });
  if (reinterpret_cast<std::uintptr_t>(out.data) % alignment != 0)
    detail::throw_layout_reason("from_dlpack", "the data are not aligned");
  return out;
}

} // namespace

dtype dtype_of_dlpack(dlpack::tensor const& t) {
  for (int k = 0; k < static_cast<int>(std::size(codes)); ++k)
    if (codes[k].code == t.type.code && codes[k].bits == t.type.bits && codes[k].lanes == t.type.lanes)
      return static_cast<dtype>(k);
  throw dtype_error("weft: from_dlpack: no element type of weft has the code " + std::to_string(t.type.code) + ", " +
                    std::to_string(t.type.bits) + " bits and " + std::to_string(t.type.lanes) + " lanes");
}

namespace detail {

dlpack::data_type dlpack_type(dtype t) noexcept {
  return codes[static_cast<int>(t)];
}

dlpack::managed_tensor* make_managed(untyped_view const& a, storage_ref keep) {
  return export_tensor<dlpack::managed_tensor>(a, std::move(keep));
}

dlpack::managed_tensor_versioned* make_managed_versioned(untyped_view const& a, storage_ref keep, bool only_reads) {
  auto* const out = export_tensor<dlpack::managed_tensor_versioned>(a, std::move(keep));
  out->version = {1, 0};
  out->flags = only_reads ? dlpack::read_only : 0;
  return out;
}

foreign_tensor check_managed(dlpack::managed_tensor const& m, dtype wanted, bool) {
  return check(m.tensor, wanted);
}

foreign_tensor check_managed(dlpack::managed_tensor_versioned const& m, dtype wanted, bool writes) {
  require_version(m);
  if (writes && (m.flags & dlpack::read_only) != 0)
    throw dtype_error("weft: from_dlpack: the elements are read-only: from_dlpack<T const>");
  return check(m.tensor, wanted);
}

} // namespace detail

dlpack::managed_tensor* to_dlpack(any_view const& v) {
  return visit([](auto const& typed) { return to_dlpack(typed); }, v);
}

template <class Managed>
static any_view adopt_untyped(Managed* m) {
  return detail::with_dtype(detail::dtype_of_managed(*m),
                            [m]<class T>(std::type_identity<T>) { return any_view(from_dlpack<T>(m)); });
}
any_view from_dlpack(dlpack::managed_tensor* m) {
  return adopt_untyped(m);
}
any_view from_dlpack(dlpack::managed_tensor_versioned* m) {
  return adopt_untyped(m);
}

} // namespace weft
