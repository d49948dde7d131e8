#include "c/handle.hpp"

#include <weft/io/c_tensor.hpp>

#include <algorithm>

namespace weft::detail {

/// Returns a description of memory whose fields fit each other. Without strides it is row-major and has no gaps.
static weft_tensor_t checked(char const* function, void* values, int32_t dtype, int32_t rank, int64_t const* shape,
                             int64_t const* strides) {
  weft_tensor_t t{};
  t.values = values;
  t.dtype = dtype;
  t.rank = rank;
  t.size = 1;
  if (rank > 0 && rank <= max_rank) {
    std::copy_n(&required(function, "shape", shape), rank, t.shape);
    for (int k = rank; k-- > 0;) {
      t.strides[k] = strides == nullptr ? t.size : strides[k];
      if (__builtin_mul_overflow(t.size, t.shape[k], &t.size))
        t.size = -1; // check_c_tensor finds what overflows
    }
  }
  check_c_tensor(t, static_cast<weft::dtype>(dtype), false);
  return t;
}

static weft_any_tensor view_of_memory(char const* function, weft_tensor_t const& t) {
  if (t.size != 0)
    require(function, "values", t.values);
  return with_dtype(static_cast<dtype>(t.dtype), [&]<class T>(std::type_identity<T>) {
    return weft_any_tensor{any_view(from_c<T>(t)), t.read_only != 0};
  });
}

/// Returns the elements at `values` as row-major elements of the type and the shape of x.
static weft_any_tensor row_major_like(char const* function, weft_any_tensor const* x, void* values) {
  weft_tensor_t const t = weft_describe(x);
  return view_of_memory(function, checked(function, values, t.dtype, t.rank, t.shape, nullptr));
}

enum subscript_kind : int32_t { one_index, some_indices, whole_axis };

static any_subscript subscript(weft_subscript_t const& s) {
  if (s.kind == one_index)
    return s.first;
  if (s.kind == some_indices)
    return range(s.first, s.last, s.step);
  return all;
}

} // namespace weft::detail

using namespace weft;
using namespace weft::detail;

weft_status_t weft_create(int32_t dtype, int32_t rank, int64_t const* shape, weft_any_tensor** result) {
  return make_handle("weft_create", result, [&] {
    weft_tensor_t const t = checked("weft_create", nullptr, dtype, rank, shape, nullptr);
    dynamic_extents extents(rank);
    for (int k = 0; k < rank; ++k)
      extents.set(k, t.shape[k]);
    return owning(any_tensor(static_cast<weft::dtype>(dtype), extents));
  });
}
weft_status_t weft_borrow(void* values, int32_t dtype, int32_t rank, int64_t const* shape, int64_t const* strides,
                          weft_any_tensor** result) {
  return make_handle("weft_borrow", result, [&] {
    return view_of_memory("weft_borrow", checked("weft_borrow", values, dtype, rank, shape, strides));
  });
}
weft_status_t weft_borrow_const(void const* values, int32_t dtype, int32_t rank, int64_t const* shape,
                                int64_t const* strides, weft_any_tensor** result) {
  weft_status_t const status = weft_borrow(const_cast<void*>(values), dtype, rank, shape, strides, result);
  if (status == weft_ok)
    (*result)->read_only = true;
  return status;
}
weft_status_t weft_copy(weft_any_tensor const* x, weft_any_tensor** result) {
  return make_handle("weft_copy", result, [&] { return owning(copy(required("weft_copy", "x", x).view)); });
}
void weft_free(weft_any_tensor* x) {
  delete x;
}

weft_tensor_t weft_describe(weft_any_tensor const* x) {
  weft_tensor_t t{};
  t.rank = t.dtype = -1;
  if (x == nullptr)
    return t;
  any_view const& v = x->view;
  t.values = v.data();
  t.size = v.size();
  t.rank = v.rank();
  t.dtype = static_cast<int32_t>(v.dtype());
  t.read_only = x->read_only;
  for (int k = 0; k < v.rank(); ++k) {
    t.shape[k] = v.extent(k);
    t.strides[k] = v.stride(k);
  }
  return t;
}
weft_status_t weft_copy_in(weft_any_tensor* x, void const* elements) {
  return without_exceptions([&] {
    any_view const& to = writable("weft_copy_in", "x", x);
    to = any_expr<>(row_major_like("weft_copy_in", x, const_cast<void*>(elements)).view);
  });
}
weft_status_t weft_copy_out(weft_any_tensor const* x, void* elements) {
  return without_exceptions([&] {
    any_view const& from = required("weft_copy_out", "x", x).view;
    row_major_like("weft_copy_out", x, elements).view = any_expr<>(from);
  });
}
weft_status_t weft_assign(weft_any_tensor* target, weft_any_tensor const* source) {
  return without_exceptions([&] {
    any_view const& to = writable("weft_assign", "target", target);
    to = any_expr<>(required("weft_assign", "source", source).view);
  });
}

weft_subscript_t weft_at(int64_t k) {
  return {k, 0, 0, one_index};
}
weft_subscript_t weft_range(int64_t first, int64_t last, int64_t step) {
  return {first, last, step, some_indices};
}
weft_subscript_t weft_all() {
  return {0, 0, 0, whole_axis};
}
weft_status_t weft_slice(weft_any_tensor const* x, int32_t count, weft_subscript_t const* subscripts,
                         weft_any_tensor** result) {
  return make_handle("weft_slice", result, [&] {
    weft_any_tensor const& whole = required("weft_slice", "x", x);
    if (count < 0 || count > whole.view.rank())
      throw_subscripts(count, whole.view.rank());
    plain_vector<any_subscript> list;
    for (int k = 0; k < count; ++k)
      list.push_back(subscript((&required("weft_slice", "subscripts", subscripts))[k]));
    list.push_back(ellipsis);
    return weft_any_tensor{whole.view.at(list), whole.read_only};
  });
}
weft_status_t weft_transpose(weft_any_tensor const* x, weft_any_tensor** result) {
  return make_handle("weft_transpose", result, [&] {
    weft_any_tensor const& whole = required("weft_transpose", "x", x);
    any_view v = whole.view; // of a const one it is an expression
    return weft_any_tensor{transpose(v), whole.read_only};
  });
}
