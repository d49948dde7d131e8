#include "c/handle.hpp"

#include <weft/dynamic/linalg.hpp>
#include <weft/linalg/matmul.hpp>

using namespace weft;
using namespace weft::detail;

weft_status_t weft_matmul(weft_any_tensor const* a, weft_any_tensor const* b, weft_any_tensor** result) {
  return make_handle("weft_matmul", result, [&] {
    return owning(eval(matmul(required("weft_matmul", "a", a).view, required("weft_matmul", "b", b).view)));
  });
}
weft_status_t weft_solve(weft_any_tensor const* a, weft_any_tensor const* b, weft_any_tensor** result) {
  return make_handle("weft_solve", result, [&] {
    return owning(linalg::solve(required("weft_solve", "a", a).view, required("weft_solve", "b", b).view));
  });
}

weft_status_t weft_parse(char const* text, weft_formula** result) {
  return make_handle("weft_parse", result,
                     [&] { return weft_formula{formula(&required("weft_parse", "text", text))}; });
}
weft_status_t weft_formula_copy(weft_formula const* f, weft_formula** result) {
  return make_handle("weft_formula_copy", result, [&] { return required("weft_formula_copy", "f", f); });
}
void weft_formula_free(weft_formula* f) {
  delete f;
}
weft_status_t weft_formula_bind(weft_formula* f, char const* name, weft_any_tensor const* x) {
  return without_exceptions([&] {
    constexpr auto function = "weft_formula_bind";
    required(function, "f", f).value.bind(&required(function, "name", name), required(function, "x", x).view);
  });
}
weft_status_t weft_formula_bind_number(weft_formula* f, char const* name, double value) {
  return without_exceptions([&] {
    constexpr auto function = "weft_formula_bind_number";
    required(function, "f", f).value.bind(&required(function, "name", name), value);
  });
}
weft_status_t weft_formula_evaluate(weft_formula const* f, weft_any_tensor** result) {
  return make_handle("weft_formula_evaluate", result,
                     [&] { return owning(any_tensor(required("weft_formula_evaluate", "f", f).value)); });
}
weft_status_t weft_formula_assign(weft_formula const* f, weft_any_tensor* target) {
  return without_exceptions([&] {
    any_view const& to = writable("weft_formula_assign", "target", target);
    to = required("weft_formula_assign", "f", f).value;
  });
}
weft_status_t weft_formula_number(weft_formula const* f, double* result) {
  return without_exceptions([&] {
    double& number = required("weft_formula_number", "result", result);
    number = eval(any_expr<>(required("weft_formula_number", "f", f).value))(ellipsis).operator double();
  });
}
