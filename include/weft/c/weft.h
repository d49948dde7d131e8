#pragma once
/// weft for programs in C (C99), and for bindings of other languages: tensors whose element type and rank are known at
/// run time, formulas, products and solutions of linear systems. The library is weft::c, which a build has with
/// -DWEFT_WITH_C=ON.
///
/// Errors. No exception leaves a function. A function that can fail returns weft_ok, or the kind of error, and
/// weft_last_error() has its sentence, which names the function. After an error *result is NULL, and elements are as
/// they were.
///
/// Ownership. Each handle that a function stores in *result is the caller's, who frees it once, by weft_free or
/// weft_formula_free. A handle keeps alive the memory that weft allocated for it, and shares it with handles made by
/// weft_slice and weft_transpose and with formulas, which may outlive the first handle. Memory that was borrowed stays
/// the caller's, and must outlive all of these.
///
/// Threads. Every function may be called in any thread. Threads may use one handle at the same time as long as none
/// writes its elements, frees it, or binds names of the formula.
#include <weft/io/c_tensor.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The answer of a function. The errors are the exceptions of these names in C++.
enum weft_status_t {
  weft_ok,
  weft_shape_error,    /* shapes do not fit */
  weft_index_error,    /* an index or a range is outside its axis */
  weft_layout_error,   /* the strides, or the address, do not allow it */
  weft_dtype_error,    /* the element type does not fit, or the elements are read-only */
  weft_linalg_error,   /* the matrix is singular, or not finite */
  weft_parse_error,    /* the text is no formula; the sentence has line and column */
  weft_memory_error,   /* there is not enough memory */
  weft_argument_error, /* an argument is NULL */
  weft_other_error
};

/// One subscript of weft_slice, made by weft_at, weft_range or weft_all.
struct weft_subscript_t {
  int64_t first, last, step;
  int32_t kind;
};

/// A tensor, or a view of one: a handle.
struct weft_any_tensor;
/// A formula, and what its names are bound to: a handle.
struct weft_formula;

#ifndef __cplusplus
typedef enum weft_status_t weft_status_t;
typedef struct weft_subscript_t weft_subscript_t;
typedef struct weft_any_tensor weft_any_tensor;
typedef struct weft_formula weft_formula;
#endif

/// Returns the version of the library that runs, as "0.2.0".
char const* weft_version(void);
/// Returns the sentence of the last error in this thread; an empty text if there was none. It stays until the next
/// error of the thread, and has at most 2047 characters.
char const* weft_last_error(void);
/// Records an error of this thread, as a failing function does, and returns its status. For bindings, which have errors
/// of their own.
weft_status_t weft_fail(weft_status_t status, char const* text);

/// Makes a tensor of zeros, whose memory is row-major. dtype is one of weft_dtype_t; shape has `rank` extents, of 0 to
/// 16 axes, and may be NULL for rank 0.
weft_status_t weft_create(int32_t dtype, int32_t rank, int64_t const* shape, weft_any_tensor** result);
/// Makes a view of memory of the caller, without a copy. `values` is the address of element (0, ..., 0). The strides
/// count elements, and may be negative or 0; NULL means row-major memory without gaps. Writes to the handle reach the
/// memory. weft_layout_error: values is not aligned for the element type.
weft_status_t weft_borrow(void* values, int32_t dtype, int32_t rank, int64_t const* shape, int64_t const* strides,
                          weft_any_tensor** result);
/// As weft_borrow, of memory that is only read: a write to the handle, or to a slice of it, is a weft_dtype_error.
weft_status_t weft_borrow_const(void const* values, int32_t dtype, int32_t rank, int64_t const* shape,
                                int64_t const* strides, weft_any_tensor** result);
/// Makes a row-major tensor with memory of its own, and copies the elements of x.
weft_status_t weft_copy(weft_any_tensor const* x, weft_any_tensor** result);
/// Frees a handle; the memory is freed with the last handle or formula that uses it. NULL is allowed.
void weft_free(weft_any_tensor* x);

/// Returns address, shape, strides and element type of x. The address is valid as long as the memory is. For NULL rank
/// and dtype are -1.
weft_tensor_t weft_describe(weft_any_tensor const* x);
/// Copies elements into x, from row-major memory without gaps that has the element type and the size of x.
weft_status_t weft_copy_in(weft_any_tensor* x, void const* elements);
/// Copies the elements of x into row-major memory without gaps that has room for them.
weft_status_t weft_copy_out(weft_any_tensor const* x, void* elements);
/// Writes the elements of `source`, broadcast to the shape of `target`, to the memory of `target`. They are converted
/// as an assignment of weft converts; a floating type into integers is a weft_dtype_error. The two may overlap.
weft_status_t weft_assign(weft_any_tensor* target, weft_any_tensor const* source);

/// The subscript of one index, counted from 0. The result has no such axis.
weft_subscript_t weft_at(int64_t k);
/// The subscript of the indices first, first + step, ... before last. With a negative step they run downwards, and a
/// `last` of -1 means that index 0 is the last one.
weft_subscript_t weft_range(int64_t first, int64_t last, int64_t step);
/// The subscript of a whole axis.
weft_subscript_t weft_all(void);
/// Makes a view of the elements that the subscripts select, one for each axis from the first on; axes without a
/// subscript are whole. Nothing is copied, and writes reach the memory of x.
weft_status_t weft_slice(weft_any_tensor const* x, int32_t count, weft_subscript_t const* subscripts,
                         weft_any_tensor** result);
/// Makes a view of x with its axes in reverse order.
weft_status_t weft_transpose(weft_any_tensor const* x, weft_any_tensor** result);

/// Computes the product of matrices, vectors or stacks of matrices, as numpy.matmul does, with the element type that
/// C++ gives a product of elements.
weft_status_t weft_matmul(weft_any_tensor const* a, weft_any_tensor const* b, weft_any_tensor** result);
/// Computes the x with a x = b by an LU decomposition. b is a vector or a matrix of right sides; a may be a stack of
/// matrices. Elements are float, double or complex; integers become double. weft_linalg_error: a matrix is singular.
weft_status_t weft_solve(weft_any_tensor const* a, weft_any_tensor const* b, weft_any_tensor** result);

/// Parses a formula, as "exp(-x^2) + sum(y)", into *result. class formula of <weft/dynamic/formula.hpp> has the
/// language: operators, comparisons, functions of elements by their names in weft, and reductions of all elements. All
/// computations are in double.
weft_status_t weft_parse(char const* text, weft_formula** result);
/// Makes another formula of the same text and the same bindings. Binding one does not change the other.
weft_status_t weft_formula_copy(weft_formula const* f, weft_formula** result);
/// Frees a formula. NULL is allowed.
void weft_formula_free(weft_formula* f);
/// Gives a name of the formula the elements of x, which are read each time when the formula is computed. Operands
/// broadcast. x may be freed before f; memory that x borrows must live on. weft_other_error: f has no such name.
/// weft_shape_error: the operands no longer broadcast. Then nothing has changed.
weft_status_t weft_formula_bind(weft_formula* f, char const* name, weft_any_tensor const* x);
/// Gives a name of the formula a number.
weft_status_t weft_formula_bind_number(weft_formula* f, char const* name, double value);
/// Computes the formula into a new tensor of double. weft_other_error: a name has no value.
weft_status_t weft_formula_evaluate(weft_formula const* f, weft_any_tensor** result);
/// Computes the formula into the elements of `target`, to whose shape it is broadcast, in one pass and without a
/// temporary, unless `target` overlaps an operand. The target is floating or complex.
weft_status_t weft_formula_assign(weft_formula const* f, weft_any_tensor* target);
/// Computes a formula of rank 0, as "sum(x)", into *result. weft_shape_error: its rank is another one.
weft_status_t weft_formula_number(weft_formula const* f, double* result);

#ifdef __cplusplus
}
#endif
