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
  check_c_tensor(function, t, static_cast<weft::dtype>(dtype), false);
  return t;
}

/// `name` is that of the argument which has the address.
static weft_any_tensor view_of_memory(char const* function, char const* name, weft_tensor_t const& t) {
  if (t.size != 0)
    require(function, name, t.values);
  return with_dtype(static_cast<dtype>(t.dtype), [&]<class T>(std::type_identity<T>) {
    return weft_any_tensor{any_view(from_c<T>(t)), t.read_only != 0};
  });
}

static weft_status_t borrow(char const* function, void* values, bool read_only, int32_t dtype, int32_t rank,
                            int64_t const* shape, int64_t const* strides, weft_any_tensor** result) {
  return make_handle(function, result, [&](char const*) {
    weft_any_tensor x = view_of_memory(function, "values", checked(function, values, dtype, rank, shape, strides));
    x.read_only = read_only;
    return x;
  });
}

/// Returns the row-major elements that `elements` points to, with the type and the shape of x.
static weft_any_tensor row_major_like(char const* function, weft_any_tensor const* x, void* elements) {
  weft_tensor_t const t = weft_describe(x);
  return view_of_memory(function, "elements", checked(function, elements, t.dtype, t.rank, t.shape, nullptr));
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
  return make_handle("weft_create", result, [&](char const* function) {
    weft_tensor_t const t = checked(function, nullptr, dtype, rank, shape, nullptr);
    dynamic_extents extents(rank);
    for (int k = 0; k < rank; ++k)
      extents.set(k, t.shape[k]);
    return owning(any_tensor(static_cast<weft::dtype>(dtype), extents));
  });
}
weft_status_t weft_borrow(void* values, int32_t dtype, int32_t rank, int64_t const* shape, int64_t const* strides,
                          weft_any_tensor** result) {
  return borrow("weft_borrow", values, false, dtype, rank, shape, strides, result);
}
weft_status_t weft_borrow_const(void const* values, int32_t dtype, int32_t rank, int64_t const* shape,
                                int64_t const* strides, weft_any_tensor** result) {
  return borrow("weft_borrow_const", const_cast<void*>(values), true, dtype, rank, shape, strides, result);
}
weft_status_t weft_copy(weft_any_tensor const* x, weft_any_tensor** result) {
  return make_handle("weft_copy", result,
                     [&](char const* function) { return owning(copy(required(function, "x", x).view)); });
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
  return without_exceptions("weft_copy_in", [&](char const* function) {
    any_view const& to = writable(function, "x", x);
    to = any_expr<>(row_major_like(function, x, const_cast<void*>(elements)).view);
  });
}
weft_status_t weft_copy_out(weft_any_tensor const* x, void* elements) {
  return without_exceptions("weft_copy_out", [&](char const* function) {
    any_view const& from = required(function, "x", x).view;
    row_major_like(function, x, elements).view = any_expr<>(from);
  });
}
weft_status_t weft_assign(weft_any_tensor* target, weft_any_tensor const* source) {
  return without_exceptions("weft_assign", [&](char const* function) {
    any_view const& to = writable(function, "target", target);
    to = any_expr<>(required(function, "source", source).view);
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
  return make_handle("weft_slice", result, [&](char const* function) {
    weft_any_tensor const& whole = required(function, "x", x);
    if (count < 0 || count > whole.view.rank())
      throw_subscripts(count, whole.view.rank());
    plain_vector<any_subscript> list;
    for (int k = 0; k < count; ++k)
      list.push_back(subscript((&required(function, "subscripts", subscripts))[k]));
    list.push_back(ellipsis);
    return weft_any_tensor{whole.view.at(list), whole.read_only};
  });
}
weft_status_t weft_transpose(weft_any_tensor const* x, weft_any_tensor** result) {
  return make_handle("weft_transpose", result, [&](char const* function) {
    weft_any_tensor const& whole = required(function, "x", x);
    any_view v = whole.view; // of a const one it is an expression
    return weft_any_tensor{transpose(v), whole.read_only};
  });
}
