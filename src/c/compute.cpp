#include "c/handle.hpp"

#include <weft/dynamic/linalg.hpp>
#include <weft/linalg/matmul.hpp>

using namespace weft;
using namespace weft::detail;

weft_status_t weft_matmul(weft_any_tensor const* a, weft_any_tensor const* b, weft_any_tensor** result) {
  return make_handle("weft_matmul", result, [&](char const* function) {
    return owning(eval(matmul(required(function, "a", a).view, required(function, "b", b).view)));
  });
}
weft_status_t weft_solve(weft_any_tensor const* a, weft_any_tensor const* b, weft_any_tensor** result) {
  return make_handle("weft_solve", result, [&](char const* function) {
    return owning(linalg::solve(required(function, "a", a).view, required(function, "b", b).view));
  });
}

weft_status_t weft_parse(char const* text, weft_formula** result) {
  return make_handle("weft_parse", result,
                     [&](char const* function) { return weft_formula{formula(&required(function, "text", text))}; });
}
weft_status_t weft_formula_copy(weft_formula const* f, weft_formula** result) {
  return make_handle("weft_formula_copy", result, [&](char const* function) { return required(function, "f", f); });
}
void weft_formula_free(weft_formula* f) {
  delete f;
}
weft_status_t weft_formula_bind(weft_formula* f, char const* name, weft_any_tensor const* x) {
  return without_exceptions("weft_formula_bind", [&](char const* function) {
    required(function, "f", f).value.bind(&required(function, "name", name), required(function, "x", x).view);
  });
}
weft_status_t weft_formula_bind_number(weft_formula* f, char const* name, double value) {
  return without_exceptions("weft_formula_bind_number", [&](char const* function) {
    required(function, "f", f).value.bind(&required(function, "name", name), value);
  });
}
weft_status_t weft_formula_evaluate(weft_formula const* f, weft_any_tensor** result) {
  return make_handle("weft_formula_evaluate", result,
                     [&](char const* function) { return owning(any_tensor(required(function, "f", f).value)); });
}
weft_status_t weft_formula_assign(weft_formula const* f, weft_any_tensor* target) {
  return without_exceptions("weft_formula_assign", [&](char const* function) {
    any_view const& to = writable(function, "target", target);
    to = required(function, "f", f).value;
  });
}
weft_status_t weft_formula_number(weft_formula const* f, double* result) {
  return without_exceptions("weft_formula_number", [&](char const* function) {
    double& number = required(function, "result", result);
    number = eval(any_expr<>(required(function, "f", f).value))(ellipsis).operator double();
  });
}
