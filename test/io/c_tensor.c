/* What a C program does with tensors: c_tensor.cpp calls it. */
#include <weft/io/c_tensor.h>

double c_sum(weft_tensor_t const* t);
void c_add(weft_tensor_t const* t, double value);
weft_tensor_t c_transposed(weft_tensor_t t);
weft_tensor_t c_made(double* values, int64_t rows, int64_t columns);

/* Goes to the next index in row-major order; 0 at the end. */
static int step(weft_tensor_t const* t, int64_t* index) {
  for (int32_t k = t->rank - 1; k >= 0; --k) {
    if (++index[k] < t->shape[k])
      return 1;
    index[k] = 0;
  }
  return 0;
}

static double* element(weft_tensor_t const* t, int64_t const* index) {
  double* p = t->values;
  for (int32_t k = 0; k < t->rank; ++k)
    p += index[k] * t->strides[k];
  return p;
}

double c_sum(weft_tensor_t const* t) {
  int64_t index[16] = {0};
  double sum = 0;
  if (t->dtype == weft_dtype_float64 && t->size > 0)
    do
      sum += *element(t, index);
    while (step(t, index));
  return sum;
}

void c_add(weft_tensor_t const* t, double value) {
  int64_t index[16] = {0};
  if (t->dtype == weft_dtype_float64 && t->size > 0 && !t->read_only)
    do
      *element(t, index) += value;
    while (step(t, index));
}

weft_tensor_t c_transposed(weft_tensor_t t) {
  weft_tensor_t out = t;
  for (int32_t k = 0; k < t.rank; ++k) {
    out.shape[k] = t.shape[t.rank - 1 - k];
    out.strides[k] = t.strides[t.rank - 1 - k];
  }
  return out;
}

weft_tensor_t c_made(double* values, int64_t rows, int64_t columns) {
  weft_tensor_t out = {.values = values, .size = rows * columns, .shape = {rows, columns}, .strides = {columns, 1},
                       .rank = 2, .dtype = weft_dtype_float64};
  return out;
}
