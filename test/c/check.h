/* Checks for tests in C. A failed one is printed with the last error of weft. */
#ifndef WEFT_TEST_C_CHECK_H
#define WEFT_TEST_C_CHECK_H

#include <weft/c/weft.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

static inline void check(int holds, char const* what, int line) {
  if (!holds) {
    ++failures;
    printf("line %d: %s; the last error is '%s'\n", line, what, weft_last_error());
  }
}
#define CHECK(holds) check(holds, #holds, __LINE__)
/* Whether the last error says what the test expects. */
#define CHECK_FAILS(call, status, text) check((call) == (status) && strstr(weft_last_error(), text), #call, __LINE__)
/* Whether the call fails with a sentence that begins so. */
#define CHECK_SAYS(call, text)                                                                                         \
  check((call) != weft_ok && strncmp(weft_last_error(), text, strlen(text)) == 0, #call, __LINE__)

/* Whether x has these row-major elements; false for a NaN. */
static inline int has(weft_any_tensor const* x, int64_t size, double const* wanted, double tolerance) {
  double elements[64];
  weft_tensor_t const t = weft_describe(x);
  if (t.dtype != weft_dtype_float64 || t.size != size || size > 64 || weft_copy_out(x, elements) != weft_ok)
    return 0;
  for (int64_t k = 0; k < size; ++k)
    if (!(fabs(elements[k] - wanted[k]) <= tolerance))
      return 0;
  return 1;
}

#endif
