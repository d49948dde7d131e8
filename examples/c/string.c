/* The shape of a loaded string, -u'' = f(x) with both ends fixed: the load is a formula in text, the matrix is memory of
 * the program, and weft solves. */
#include <weft/c/weft.h>

#include <stdio.h>
#include <stdlib.h>

// [check]
/* Ends the program with the sentence of an error. */
static void check(weft_status_t status) {
  if (status == weft_ok)
    return;
  fprintf(stderr, "%s\n", weft_last_error());
  exit(1);
}
// [end]

enum { n = 99 };

static void fill(double* x, double (*matrix)[n]) {
  double const h = 1.0 / (n + 1);
  for (int k = 0; k < n; ++k) {
    x[k] = (k + 1) * h;
    matrix[k][k] = 2 / (h * h);
    if (k > 0)
      matrix[k][k - 1] = matrix[k - 1][k] = -1 / (h * h);
  }
}

static void print_twentieths(weft_any_tensor const* shape) {
  // [every twentieth point downwards]
  weft_any_tensor* part;
  weft_subscript_t const twentieth = weft_range(89, -1, -20);
  check(weft_slice(shape, 1, &twentieth, &part));
  weft_tensor_t const t = weft_describe(part);
  for (int64_t k = 0; k < t.shape[0]; ++k)
    printf("%.4f ", ((double*)t.values)[k * t.strides[0]]);
  printf("\n");
  weft_free(part);
  // [end]
}

int main(int count, char** arguments) {
  static double x[n], u[n], matrix[n][n];
  char const* const load = count > 1 ? arguments[1] : "pi^2 * sin(pi * x)";
  fill(x, matrix);

  // [views of arrays]
  weft_any_tensor *points, *shape, *a;
  int64_t const length[] = {n}, square[] = {n, n};
  check(weft_borrow_const(x, weft_dtype_float64, 1, length, NULL, &points));
  check(weft_borrow(u, weft_dtype_float64, 1, length, NULL, &shape));
  check(weft_borrow_const(matrix, weft_dtype_float64, 2, square, NULL, &a));
  // [end]

  // [a formula and a solution]
  weft_formula* f;
  weft_any_tensor *right, *solution;
  check(weft_parse(load, &f));
  check(weft_formula_bind(f, "x", points));
  check(weft_formula_evaluate(f, &right));
  check(weft_solve(a, right, &solution));
  check(weft_assign(shape, solution)); /* into u */
  // [end]

  // [a reduction]
  weft_formula* error;
  double largest;
  check(weft_parse("max(abs(u - sin(pi * x)))", &error));
  check(weft_formula_bind(error, "x", points));
  check(weft_formula_bind(error, "u", shape));
  check(weft_formula_number(error, &largest));
  // [end]
  printf("u in the middle: %.6f\n", u[n / 2]);
  printf("largest difference from sin(pi x): %.1e\n", largest);

  print_twentieths(shape);

  // [handles are freed]
  weft_free(points);
  weft_free(shape);
  weft_free(a);
  weft_free(right);
  weft_free(solution);
  weft_formula_free(f);
  weft_formula_free(error);
  // [end]
  return 0;
}
