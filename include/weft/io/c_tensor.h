#pragma once
/* A tensor as C sees it. c_tensor.hpp makes one of a C++ tensor or view, and the reverse. Plain data: copy it, pass it
 * by value, fill it by hand. It owns nothing: the memory must outlive it. */
#include <stdint.h>

/* The element types, in the order of weft::dtype. */
enum weft_dtype_t {
  weft_dtype_boolean,
  weft_dtype_int8,
  weft_dtype_int16,
  weft_dtype_int32,
  weft_dtype_int64,
  weft_dtype_uint8,
  weft_dtype_uint16,
  weft_dtype_uint32,
  weft_dtype_uint64,
  weft_dtype_float32,
  weft_dtype_float64,
  weft_dtype_complex64,
  weft_dtype_complex128,
  weft_dtype_float16,
  weft_dtype_bfloat16
};

struct weft_tensor_t {
  void* values;        /* element (0, ..., 0) */
  int64_t size;        /* elements: the product of the extents */
  int64_t shape[16];   /* the first `rank` count */
  int64_t strides[16]; /* in elements; may be negative or 0 */
  int32_t rank;        /* 0 to 16 */
  int32_t dtype;       /* one of weft_dtype_t */
  int32_t read_only;   /* not 0: values must not be written to */
};

#ifndef __cplusplus
typedef enum weft_dtype_t weft_dtype_t;
typedef struct weft_tensor_t weft_tensor_t;
#endif
