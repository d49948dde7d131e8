/* A program in C99 that uses each function of weft/c/weft.h. Expected values were computed by hand or by NumPy. */
#include "check.h"

static int64_t const shape23[] = {2, 3};

static void create_and_copy(void) {
  weft_any_tensor *a = NULL, *b = NULL;
  double const values[] = {1, -2, 3, 4, 5, 6}, zeros[6] = {0};
  CHECK(weft_create(weft_dtype_float64, 2, shape23, &a) == weft_ok);
  CHECK(has(a, 6, zeros, 0));
  CHECK(weft_copy_in(a, values) == weft_ok);
  CHECK(weft_copy(a, &b) == weft_ok);
  CHECK(weft_copy_in(a, zeros) == weft_ok);
  CHECK(has(a, 6, zeros, 0));
  CHECK(has(b, 6, values, 0));
  weft_tensor_t const t = weft_describe(b);
  CHECK(t.rank == 2 && t.shape[0] == 2 && t.shape[1] == 3 && t.strides[0] == 3 && t.strides[1] == 1);
  CHECK(t.dtype == weft_dtype_float64 && t.size == 6 && !t.read_only && ((double*)t.values)[1] == -2);
  weft_free(a);
  weft_free(b);
  weft_free(NULL);
  CHECK(weft_create(weft_dtype_int8, 0, NULL, &a) == weft_ok);
  CHECK(weft_describe(a).rank == 0 && weft_describe(a).size == 1);
  weft_free(a);
  int64_t const none[] = {3, 0};
  CHECK(weft_create(weft_dtype_complex64, 2, none, &a) == weft_ok);
  CHECK(weft_describe(a).size == 0 && weft_copy_out(a, NULL) == weft_ok);
  weft_free(a);
  CHECK(weft_describe(NULL).rank == -1);
}

static void borrow_and_slice(void) {
  double memory[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  int64_t const shape[] = {3, 2}, strides[] = {-4, 3};
  double const seen[] = {8, 11, 4, 7, 0, 3}, part[] = {3, 7, 11}, copied[] = {1, 2, 3};
  weft_any_tensor *a = NULL, *s = NULL, *turned = NULL, *fixed = NULL, *c = NULL;
  CHECK(weft_borrow(memory + 8, weft_dtype_float64, 2, shape, strides, &a) == weft_ok);
  CHECK(has(a, 6, seen, 0));
  weft_subscript_t const at[] = {weft_range(2, -1, -1), weft_at(1)};
  CHECK(weft_slice(a, 2, at, &s) == weft_ok);
  CHECK(has(s, 3, part, 0));
  CHECK(weft_describe(s).strides[0] == 4);
  CHECK(weft_copy_in(s, copied) == weft_ok); /* a write through both views */
  CHECK(memory[3] == 1 && memory[7] == 2 && memory[11] == 3 && memory[0] == 0 && memory[8] == 8);
  CHECK(weft_transpose(a, &turned) == weft_ok);
  double const across[] = {8, 4, 0, 3, 2, 1};
  CHECK(has(turned, 6, across, 0));
  weft_free(s);
  weft_subscript_t const whole[] = {weft_all(), weft_range(0, 1, 1)};
  CHECK(weft_slice(a, 2, whole, &s) == weft_ok);
  CHECK(weft_describe(s).rank == 2 && weft_describe(s).shape[1] == 1);
  /* A column of its own broadcasts; the two overlap. */
  CHECK(weft_assign(a, s) == weft_ok);
  double const columns[] = {8, 8, 4, 4, 0, 0};
  CHECK(has(a, 6, columns, 0));
  CHECK(weft_borrow_const(memory, weft_dtype_float64, 2, shape23, NULL, &fixed) == weft_ok);
  CHECK(weft_describe(fixed).read_only && weft_describe(fixed).strides[0] == 3);
  CHECK(weft_slice(fixed, 0, NULL, &c) == weft_ok);
  CHECK_FAILS(weft_copy_in(c, memory), weft_dtype_error, "x is read-only");
  CHECK_FAILS(weft_assign(fixed, a), weft_dtype_error, "target is read-only");
  weft_free(a);
  weft_free(s);
  weft_free(turned);
  weft_free(fixed);
  weft_free(c);
}

static void shared_memory(void) {
  weft_any_tensor *a = NULL, *s = NULL;
  weft_formula* f = NULL;
  double const values[] = {1, 2, 3, 4, 5, 6}, row[] = {4, 5, 6};
  double sum = 0;
  CHECK(weft_create(weft_dtype_float64, 2, shape23, &a) == weft_ok);
  CHECK(weft_copy_in(a, values) == weft_ok);
  weft_subscript_t const second = weft_at(1);
  CHECK(weft_slice(a, 1, &second, &s) == weft_ok);
  CHECK(weft_parse("sum(a)", &f) == weft_ok);
  CHECK(weft_formula_bind(f, "a", s) == weft_ok);
  weft_free(a); /* the slice and the formula keep the memory */
  CHECK(has(s, 3, row, 0));
  weft_free(s);
  CHECK(weft_formula_number(f, &sum) == weft_ok && sum == 15);
  weft_formula_free(f);
}

static void formulas(void) {
  double x[] = {0, 0.5, 1}, y[] = {1, 2}, out[6] = {0};
  int64_t const three = 3, column[] = {2, 1}, shape[] = {2, 3}, downwards[] = {-3, -1};
  double const wanted[] = {1, 1.75, 3, 2, 2.75, 4}, twice[] = {2, 2.75, 4, 3, 3.75, 5};
  weft_any_tensor *xs = NULL, *ys = NULL, *r = NULL, *target = NULL;
  weft_formula *f = NULL, *g = NULL;
  CHECK(weft_borrow(x, weft_dtype_float64, 1, &three, NULL, &xs) == weft_ok);
  CHECK(weft_borrow_const(y, weft_dtype_float64, 2, column, NULL, &ys) == weft_ok);
  CHECK(weft_parse("x^2 + b*x + y", &f) == weft_ok);
  CHECK(weft_formula_bind(f, "x", xs) == weft_ok && weft_formula_bind(f, "y", ys) == weft_ok);
  CHECK_FAILS(weft_formula_evaluate(f, &r), weft_other_error, "b");
  CHECK(r == NULL);
  CHECK(weft_formula_bind_number(f, "b", 1) == weft_ok);
  CHECK(weft_formula_evaluate(f, &r) == weft_ok);
  CHECK(has(r, 6, wanted, 0));
  CHECK(weft_formula_copy(f, &g) == weft_ok);
  CHECK(weft_formula_bind_number(g, "b", 100) == weft_ok);
  y[0] = 2, y[1] = 3; /* a formula reads memory when it is computed */
  CHECK(weft_borrow(out + 5, weft_dtype_float64, 2, shape, downwards, &target) == weft_ok);
  CHECK(weft_formula_assign(f, target) == weft_ok);
  CHECK(has(target, 6, twice, 0));
  CHECK(out[5] == 2 && out[3] == 4 && out[0] == 5);
  double number = 0;
  CHECK_FAILS(weft_formula_number(f, &number), weft_shape_error, "rank is not 0");
  CHECK_FAILS(weft_formula_assign(f, ys), weft_dtype_error, "read-only");
  CHECK_FAILS(weft_formula_assign(f, xs), weft_shape_error, "(2,3)");
  CHECK_FAILS(weft_formula_bind(f, "z", xs), weft_other_error, "'z'");
  weft_formula_free(f);
  weft_formula_free(g);
  weft_formula_free(NULL);
  weft_free(xs);
  weft_free(ys);
  weft_free(r);
  weft_free(target);
}

static void linear_algebra(void) {
  double a[] = {4, 1, 2, 3}, b[] = {1, 2}; /* [[4, 2], [1, 3]] by columns */
  float const single[] = {1, 2, 3, 4};
  int64_t const square[] = {2, 2}, by_columns[] = {1, 2}, two = 2;
  double const product[] = {8, 7}, solution[] = {-0.1, 0.7};
  weft_any_tensor *m = NULL, *v = NULL, *r = NULL;
  CHECK(weft_borrow_const(a, weft_dtype_float64, 2, square, by_columns, &m) == weft_ok);
  CHECK(weft_borrow_const(b, weft_dtype_float64, 1, &two, NULL, &v) == weft_ok);
  CHECK(weft_matmul(m, v, &r) == weft_ok);
  CHECK(has(r, 2, product, 0));
  weft_free(r);
  CHECK(weft_solve(m, v, &r) == weft_ok);
  CHECK(has(r, 2, solution, 1e-15));
  weft_free(r);
  weft_free(m);
  CHECK(weft_borrow_const(single, weft_dtype_float32, 2, square, NULL, &m) == weft_ok);
  CHECK(weft_matmul(m, m, &r) == weft_ok);
  CHECK(weft_describe(r).dtype == weft_dtype_float32 && ((float*)weft_describe(r).values)[3] == 22);
  weft_free(r);
  weft_free(m);
  double const singular[] = {1, 2, 2, 4};
  CHECK(weft_borrow_const(singular, weft_dtype_float64, 2, square, NULL, &m) == weft_ok);
  CHECK_FAILS(weft_solve(m, v, &r), weft_linalg_error, "singular");
  CHECK(r == NULL);
  weft_free(m);
  weft_free(v);
}

static void errors(void) {
  double x[] = {1, 2, 3, 4, 5, 6};
  int64_t const negative[] = {2, -3}, huge[] = {INT64_MAX, 16}, shape32[] = {3, 2};
  weft_any_tensor *a = NULL, *b = NULL, *r = NULL;
  weft_formula* f = NULL;
  CHECK_FAILS(weft_create(99, 0, NULL, &a), weft_dtype_error, "99");
  CHECK_FAILS(weft_create(-1, 0, NULL, &a), weft_dtype_error, "-1");
  CHECK_FAILS(weft_create(weft_dtype_int32, 17, huge, &a), weft_shape_error, "16");
  CHECK_FAILS(weft_create(weft_dtype_int32, -1, huge, &a), weft_shape_error, "16");
  CHECK_FAILS(weft_create(weft_dtype_int32, 2, negative, &a), weft_shape_error, "negative");
  CHECK_FAILS(weft_create(weft_dtype_int32, 2, huge, &a), weft_shape_error, "64 bits");
  int64_t const large[] = {INT64_C(1) << 58};
  CHECK(weft_create(weft_dtype_int8, 1, large, &a) == weft_memory_error && a == NULL);
  CHECK_FAILS(weft_create(weft_dtype_int32, 1, NULL, &a), weft_argument_error, "weft_create: shape is NULL");
  CHECK_FAILS(weft_create(weft_dtype_int32, 1, huge, NULL), weft_argument_error, "weft_create: result is NULL");
  CHECK_FAILS(weft_borrow(NULL, weft_dtype_int32, 2, shape23, NULL, &a), weft_argument_error, "values is NULL");
  CHECK_FAILS(weft_borrow((char*)x + 4, weft_dtype_float64, 2, shape23, NULL, &a), weft_layout_error, "aligned");
  CHECK(weft_borrow(x, weft_dtype_float64, 2, shape23, NULL, &a) == weft_ok);
  weft_subscript_t const beyond[] = {weft_at(0), weft_at(3), weft_all()};
  CHECK_FAILS(weft_slice(a, 2, beyond, &r), weft_index_error, "3");
  CHECK_FAILS(weft_slice(a, 3, beyond, &r), weft_index_error, "3");
  CHECK_FAILS(weft_slice(a, 1, NULL, &r), weft_argument_error, "subscripts is NULL");
  CHECK_FAILS(weft_matmul(a, a, &r), weft_shape_error, "matmul");
  CHECK_FAILS(weft_matmul(a, NULL, &r), weft_argument_error, "weft_matmul: b is NULL");
  CHECK(weft_create(weft_dtype_int32, 2, shape32, &b) == weft_ok);
  CHECK_FAILS(weft_assign(a, b), weft_shape_error, "(3,2)");
  weft_free(b);
  CHECK(weft_create(weft_dtype_int32, 2, shape23, &b) == weft_ok);
  CHECK(weft_assign(a, b) == weft_ok && x[5] == 0); /* integers into double */
  CHECK_FAILS(weft_assign(b, a), weft_dtype_error, "float64, not int32");
  CHECK_FAILS(weft_parse("1 +", &f), weft_parse_error, "column");
  CHECK(f == NULL);
  CHECK_FAILS(weft_parse(NULL, &f), weft_argument_error, "text is NULL");
  CHECK_FAILS(weft_formula_bind_number(NULL, "x", 1), weft_argument_error, "f is NULL");
  CHECK(strspn(weft_version(), "0123456789.") == strlen(weft_version()) && strlen(weft_version()) >= 5);
  CHECK(weft_fail(weft_other_error, "mine") == weft_other_error && strcmp(weft_last_error(), "mine") == 0);
  weft_free(a);
  weft_free(b);
}

/* The sentence of an error names the function of C that the program called. */
static void errors_name_functions(void) {
  double x[] = {1, 2, 3, 4, 5, 6}, number = 0;
  double* const shifted = (double*)((char*)x + 4);
  int64_t const square[] = {2, 2}, large[] = {INT64_C(1) << 58};
  weft_any_tensor *a = NULL, *m = NULL, *r = NULL;
  weft_formula *f = NULL, *none = NULL;
  weft_subscript_t const beyond[] = {weft_at(0), weft_at(3)};
  CHECK(weft_borrow(x, weft_dtype_float64, 2, shape23, NULL, &a) == weft_ok);
  CHECK(weft_create(weft_dtype_float64, 2, square, &m) == weft_ok);
  CHECK_SAYS(weft_create(99, 0, NULL, &r), "weft: weft_create: there is no element type 99");
  CHECK_SAYS(weft_create(weft_dtype_int8, 1, large, &r), "weft: weft_create: there is not enough memory");
  CHECK_SAYS(weft_borrow(shifted, weft_dtype_float64, 1, square, NULL, &r),
             "weft: weft_borrow: the values are not aligned");
  CHECK_SAYS(weft_borrow_const(shifted, weft_dtype_float64, 1, square, NULL, &r),
             "weft: weft_borrow_const: the values are not aligned");
  CHECK_SAYS(weft_copy(NULL, &r), "weft: weft_copy: x is NULL");
  CHECK_SAYS(weft_copy_in(a, shifted), "weft: weft_copy_in: the values are not aligned");
  CHECK_SAYS(weft_copy_out(a, NULL), "weft: weft_copy_out: elements is NULL");
  CHECK_SAYS(weft_assign(a, m), "weft: weft_assign: assignment: ");
  CHECK_SAYS(weft_slice(a, 2, beyond, &r), "weft: weft_slice: subscript: 3 is out of range on axis 1 of extent 3");
  CHECK_SAYS(weft_slice(a, 3, beyond, &r), "weft: weft_slice: 3 subscripts for a tensor of rank 2");
  CHECK_SAYS(weft_transpose(NULL, &r), "weft: weft_transpose: x is NULL");
  CHECK_SAYS(weft_matmul(a, a, &r), "weft: weft_matmul: shape (2,3) and shape (2,3): ");
  CHECK_SAYS(weft_solve(m, a, &r), "weft: weft_solve: the matrix is singular: ");
  CHECK_SAYS(weft_parse("1 +", &none), "weft: weft_parse: formula: line 1, column 4: ");
  CHECK(weft_parse("x + 1", &f) == weft_ok);
  CHECK_SAYS(weft_formula_copy(NULL, &none), "weft: weft_formula_copy: f is NULL");
  CHECK_SAYS(weft_formula_bind(f, "z", a), "weft: weft_formula_bind: formula: no name 'z'");
  CHECK_SAYS(weft_formula_bind_number(f, "z", 1), "weft: weft_formula_bind_number: formula: no name 'z'");
  CHECK_SAYS(weft_formula_evaluate(f, &r), "weft: weft_formula_evaluate: formula: 'x' has no value");
  CHECK_SAYS(weft_formula_number(f, &number), "weft: weft_formula_number: formula: 'x' has no value");
  CHECK_SAYS(weft_formula_assign(f, NULL), "weft: weft_formula_assign: target is NULL");
  weft_formula_free(f);
  weft_free(a);
  weft_free(m);
}

/* A sentence that is too long ends where the room does. */
static void long_errors(void) {
  char name[4001];
  weft_formula* f = NULL;
  memset(name, 'n', sizeof name - 1);
  name[sizeof name - 1] = 0;
  CHECK(weft_parse("x", &f) == weft_ok);
  CHECK_SAYS(weft_formula_bind_number(f, name, 1), "weft: weft_formula_bind_number: formula: no name 'nnn");
  CHECK(strlen(weft_last_error()) == 2047);
  CHECK(weft_fail(weft_other_error, weft_last_error() + 6) == weft_other_error);
  CHECK(strlen(weft_last_error()) == 2041 && strncmp(weft_last_error(), "weft_formula", 12) == 0);
  CHECK(weft_fail(weft_shape_error, name) == weft_shape_error && strncmp(weft_last_error(), name, 2047) == 0);
  CHECK(weft_fail(weft_other_error, NULL) == weft_other_error && strcmp(weft_last_error(), "") == 0);
  weft_formula_free(f);
}

int main(void) {
  CHECK(strcmp(weft_last_error(), "") == 0);
  create_and_copy();
  borrow_and_slice();
  shared_memory();
  formulas();
  linear_algebra();
  errors();
  errors_name_functions();
  long_errors();
  printf("%d checks failed\n", failures);
  return failures != 0;
}
