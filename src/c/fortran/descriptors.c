/* Arrays of Fortran as tensors of weft, and results as allocatable arrays, by the descriptors that compilers hand to C.
 * Compiled with the header of the compiler that compiles weft.f90, because each has descriptors of its own. */
#include <weft/c/weft.h>

#include <ISO_Fortran_binding.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A formula of the module. */
struct formula {
  weft_formula* handle;
};

void weft_fortran_parse(struct formula* f, CFI_cdesc_t const* text, int* stat, CFI_cdesc_t const* errmsg);
void weft_fortran_bind(struct formula const* f, CFI_cdesc_t const* name, CFI_cdesc_t const* x, int* stat,
                       CFI_cdesc_t const* errmsg);
void weft_fortran_evaluate(struct formula const* f, CFI_cdesc_t* x, int* stat, CFI_cdesc_t const* errmsg);
void weft_fortran_assign(struct formula const* f, CFI_cdesc_t const* x, int* stat, CFI_cdesc_t const* errmsg);
void weft_fortran_number(struct formula const* f, double* value, int* stat, CFI_cdesc_t const* errmsg);
void weft_fortran_free(struct formula* f);
void weft_fortran_matmul(CFI_cdesc_t const* a, CFI_cdesc_t const* b, CFI_cdesc_t* c, int* stat,
                         CFI_cdesc_t const* errmsg);
void weft_fortran_solve(CFI_cdesc_t const* a, CFI_cdesc_t const* b, CFI_cdesc_t* x, int* stat,
                        CFI_cdesc_t const* errmsg);
/* In weft.f90. */
void weft_fortran_stop(char const* text, size_t length);

/* Tells the program of a status: stat and errmsg are NULL where it has none. */
static void report(weft_status_t status, int* stat, CFI_cdesc_t const* errmsg) {
  if (stat != NULL)
    *stat = (int)status;
  if (status == weft_ok)
    return;
  char const* const sentence = weft_last_error();
  size_t const length = strlen(sentence);
  if (errmsg != NULL)
    for (size_t k = 0; k < errmsg->elem_len; ++k)
      ((char*)errmsg->base_addr)[k] = k < length ? sentence[k] : ' ';
  if (stat == NULL)
    weft_fortran_stop(sentence, length);
}

/* Returns the element type of weft, or -1. Types of C share values, so there is no switch. */
static int32_t dtype_of(CFI_type_t type) {
  static struct {
    CFI_type_t type;
    int32_t dtype;
  } const known[] = {
      {CFI_type_double, weft_dtype_float64},
      {CFI_type_float, weft_dtype_float32},
      {CFI_type_double_Complex, weft_dtype_complex128},
      {CFI_type_float_Complex, weft_dtype_complex64},
      {CFI_type_int32_t, weft_dtype_int32},
      {CFI_type_int64_t, weft_dtype_int64},
      {CFI_type_int16_t, weft_dtype_int16},
      {CFI_type_int8_t, weft_dtype_int8},
      {CFI_type_Bool, weft_dtype_boolean},
  };
  for (size_t k = 0; k < sizeof known / sizeof known[0]; ++k)
    if (known[k].type == type)
      return known[k].dtype;
  return -1;
}

/* Ends a call with a sentence that names the argument: "weft_solve: a". */
static weft_status_t refuse(weft_status_t status, char const* argument, char const* reason) {
  char sentence[256];
  snprintf(sentence, sizeof sentence, "weft: %s: %s", argument, reason);
  return weft_fail(status, sentence);
}

/* Descriptors of another compiler cannot be read. */
static weft_status_t check_version(char const* argument, CFI_cdesc_t const* x) {
  if (x->version == CFI_VERSION)
    return weft_ok;
  return refuse(weft_other_error, argument,
                "descriptors.c is compiled with the header ISO_Fortran_binding.h of another compiler than weft.f90");
}

/* A formula has a text before anything else is done with it. */
static weft_status_t check_parsed(char const* procedure, struct formula const* f) {
  return f->handle != NULL ? weft_ok
                           : refuse(weft_argument_error, procedure, "the formula has no text: call weft_parse");
}

/* Sets *letters to the letters of a text of Fortran, without the spaces at its end, as a text of C to be freed; to NULL
 * after an error. */
static weft_status_t copy_text(char const* argument, CFI_cdesc_t const* text, char** letters) {
  *letters = NULL;
  weft_status_t const version = check_version(argument, text);
  if (version != weft_ok)
    return version;
  size_t length = text->elem_len;
  while (length > 0 && ((char const*)text->base_addr)[length - 1] == ' ')
    --length;
  if (length > 0 && memchr(text->base_addr, 0, length) != NULL)
    return refuse(weft_parse_error, argument, "the text has a character of code 0");
  *letters = malloc(length + 1);
  if (*letters == NULL)
    return refuse(weft_memory_error, argument, "there is not enough memory for a copy of the text");
  memcpy(*letters, text->base_addr, length);
  (*letters)[length] = 0;
  return weft_ok;
}

/* Makes a view of an array: the same axes in the same order, whatever their strides. */
static weft_status_t borrow(char const* argument, CFI_cdesc_t const* x, weft_any_tensor** result) {
  int64_t shape[CFI_MAX_RANK + 1], strides[CFI_MAX_RANK + 1];
  int64_t const size = (int64_t)x->elem_len;
  int32_t const dtype = dtype_of(x->type);
  int empty = 0;
  *result = NULL;
  weft_status_t const version = check_version(argument, x);
  if (version != weft_ok)
    return version;
  if (dtype < 0)
    return refuse(weft_dtype_error, argument,
                  "the elements of an array are real or complex of 32 or 64 bits a number, integer of 8 to 64 bits, or"
                  " logical(c_bool)");
  for (int k = 0; k < x->rank; ++k) {
    shape[k] = (int64_t)x->dim[k].extent;
    if (shape[k] < 0)
      return refuse(weft_shape_error, argument, "the last extent of an assumed-size array is not known");
    empty |= shape[k] == 0;
    strides[k] = (int64_t)x->dim[k].sm / size;
    if (shape[k] > 1 && (int64_t)x->dim[k].sm % size != 0)
      return refuse(weft_layout_error, argument,
                    "the distance between elements is no multiple of their size: a component of a derived type needs a"
                    " copy");
  }
  if (x->base_addr == NULL && !empty)
    return refuse(weft_argument_error, argument, "the array is not allocated, or the pointer is not associated");
  return weft_borrow(x->base_addr, dtype, x->rank, shape, strides, result);
}

/* Replaces *x by a tensor of the element type of `array`. */
static weft_status_t convert(char const* argument, weft_any_tensor** x, CFI_cdesc_t const* array) {
  weft_tensor_t const t = weft_describe(*x);
  int32_t const dtype = dtype_of(array->type);
  weft_any_tensor* converted = NULL;
  if (t.rank != array->rank)
    return refuse(weft_shape_error, argument, "the allocatable array has another rank than the result");
  if (t.dtype == dtype)
    return weft_ok;
  weft_status_t status = weft_create(dtype, t.rank, t.shape, &converted);
  if (status == weft_ok)
    status = weft_assign(converted, *x);
  if (status != weft_ok) {
    weft_free(converted);
    return status;
  }
  weft_free(*x);
  *x = converted;
  return weft_ok;
}

static int has_shape(CFI_cdesc_t const* x, int64_t const* shape) {
  if (x->base_addr == NULL) /* its extents are not known */
    return 0;
  for (int k = 0; k < x->rank; ++k)
    if ((int64_t)x->dim[k].extent != shape[k])
      return 0;
  return 1;
}

/* Copies a result into an allocatable array, which keeps its memory if it has the shape, and frees the result. After an
 * error the array is as it was, unless there is no memory. */
static weft_status_t take(char const* argument, weft_any_tensor* result, CFI_cdesc_t* x) {
  weft_status_t status = check_version(argument, x);
  if (status == weft_ok)
    status = convert(argument, &result, x);
  weft_tensor_t const t = weft_describe(result);
  weft_any_tensor* view = NULL;
  if (status == weft_ok && !has_shape(x, t.shape)) {
    CFI_index_t lower[CFI_MAX_RANK + 1], upper[CFI_MAX_RANK + 1];
    for (int k = 0; k < x->rank; ++k) {
      lower[k] = 1;
      upper[k] = (CFI_index_t)t.shape[k];
    }
    if (x->base_addr != NULL)
      CFI_deallocate(x);
    if (CFI_allocate(x, lower, upper, x->elem_len) != CFI_SUCCESS)
      status = refuse(weft_memory_error, argument, "there is not enough memory for the allocatable array");
  }
  if (status == weft_ok)
    status = borrow(argument, x, &view);
  if (status == weft_ok)
    status = weft_assign(view, result);
  weft_free(view);
  weft_free(result);
  return status;
}

void weft_fortran_parse(struct formula* f, CFI_cdesc_t const* text, int* stat, CFI_cdesc_t const* errmsg) {
  weft_formula* parsed = NULL;
  char* letters;
  weft_status_t status = copy_text("weft_parse: text", text, &letters);
  if (status == weft_ok)
    status = weft_parse(letters, &parsed);
  free(letters);
  if (status == weft_ok) {
    weft_formula_free(f->handle);
    f->handle = parsed;
  }
  report(status, stat, errmsg);
}

/* Binds an array in place, and the value of a scalar, which may be a literal that ends with the call. */
void weft_fortran_bind(struct formula const* f, CFI_cdesc_t const* name, CFI_cdesc_t const* x, int* stat,
                       CFI_cdesc_t const* errmsg) {
  weft_any_tensor *view = NULL, *value = NULL;
  char* letters;
  weft_status_t status = copy_text("weft_bind: name", name, &letters);
  if (status == weft_ok)
    status = check_parsed("weft_bind", f);
  if (status == weft_ok)
    status = borrow("weft_bind: x", x, &view);
  if (status == weft_ok && x->rank == 0)
    status = weft_copy(view, &value);
  if (status == weft_ok)
    status = weft_formula_bind(f->handle, letters, value != NULL ? value : view);
  free(letters);
  weft_free(value);
  weft_free(view);
  report(status, stat, errmsg);
}

void weft_fortran_evaluate(struct formula const* f, CFI_cdesc_t* x, int* stat, CFI_cdesc_t const* errmsg) {
  weft_any_tensor* result = NULL;
  weft_status_t status = check_parsed("weft_evaluate", f);
  if (status == weft_ok)
    status = weft_formula_evaluate(f->handle, &result);
  if (status == weft_ok)
    status = take("weft_evaluate: x", result, x);
  report(status, stat, errmsg);
}

void weft_fortran_assign(struct formula const* f, CFI_cdesc_t const* x, int* stat, CFI_cdesc_t const* errmsg) {
  weft_any_tensor* view = NULL;
  weft_status_t status = check_parsed("weft_assign", f);
  if (status == weft_ok)
    status = borrow("weft_assign: x", x, &view);
  if (status == weft_ok)
    status = weft_formula_assign(f->handle, view);
  weft_free(view);
  report(status, stat, errmsg);
}

void weft_fortran_number(struct formula const* f, double* value, int* stat, CFI_cdesc_t const* errmsg) {
  weft_status_t status = check_parsed("weft_number", f);
  if (status == weft_ok)
    status = weft_formula_number(f->handle, value);
  report(status, stat, errmsg);
}

void weft_fortran_free(struct formula* f) {
  weft_formula_free(f->handle);
  f->handle = NULL;
}

/* A function of two operands, and what its arguments are called in sentences. */
struct operation {
  weft_status_t (*call)(weft_any_tensor const*, weft_any_tensor const*, weft_any_tensor**);
  char const *left, *right, *result;
};

static weft_status_t compute(struct operation f, CFI_cdesc_t const* a, CFI_cdesc_t const* b, CFI_cdesc_t* x) {
  weft_any_tensor *left = NULL, *right = NULL, *result = NULL;
  weft_status_t status = borrow(f.left, a, &left);
  if (status == weft_ok)
    status = borrow(f.right, b, &right);
  if (status == weft_ok)
    status = f.call(left, right, &result);
  if (status == weft_ok)
    status = take(f.result, result, x);
  weft_free(left);
  weft_free(right);
  return status;
}
void weft_fortran_matmul(CFI_cdesc_t const* a, CFI_cdesc_t const* b, CFI_cdesc_t* c, int* stat,
                         CFI_cdesc_t const* errmsg) {
  struct operation const matmul = {weft_matmul, "weft_matmul: a", "weft_matmul: b", "weft_matmul: c"};
  report(compute(matmul, a, b, c), stat, errmsg);
}
void weft_fortran_solve(CFI_cdesc_t const* a, CFI_cdesc_t const* b, CFI_cdesc_t* x, int* stat,
                        CFI_cdesc_t const* errmsg) {
  struct operation const solve = {weft_solve, "weft_solve: a", "weft_solve: b", "weft_solve: x"};
  report(compute(solve, a, b, x), stat, errmsg);
}
