#include "product/route.hpp"

#include <weft/linalg/product.hpp>

#include <string>

// Writes routes and settings as texts, for explain and build_info.
namespace weft::detail {
namespace {

using routine_kind = blas_plan::routine_kind;

std::string extent(char const* label, index_t e) {
  return " " + std::string(label) + "=" + std::to_string(e);
}
template <class Product>
std::string extents_of(Product const& p) {
  return extent("m", p.m) + extent("n", p.n) + extent("k", p.k);
}

/// Returns the letter for the use of a row-major matrix by BLAS: N as it is, T transposed, C transposed and conjugated,
/// R conjugated only.
char letter(operand_plan const& use) {
  return use.order == blas_order::row ? (use.conj ? 'R' : 'N') : (use.conj ? 'C' : 'T');
}
operand_plan turned(operand_plan use) {
  use.order = use.order == blas_order::row ? blas_order::column : blas_order::row;
  return use;
}

std::string name_of(gemm_plan const& p) {
  blas_plan const& call = p.call;
  bool const complex = p.kind == element_kind::c64 || p.kind == element_kind::c128;
  std::string const first(1, static_cast<char>(p.kind));
  switch (call.routine) {
  case routine_kind::gemv:
    return first + "gemv";
  case routine_kind::ger:
    return first + (!complex ? "ger" : call.conj ? "gerc" : "geru");
  case routine_kind::syrk:
    return first + (call.conj ? "herk" : "syrk");
  case routine_kind::gemm:
    return first + "gemm";
  case routine_kind::dot:
    break;
  }
  // If both vectors are conjugated, dotu is called and its result conjugated.
  bool const conj_one = call.a.conj != call.b.conj;
  return first + (!complex ? "dot" : conj_one ? "dotc" : "dotu");
}

/// Returns the letters and the extents that BLAS is passed, as text.
std::string arguments_of(gemm_plan const& p) {
  blas_plan const& call = p.call;
  switch (call.routine) {
  case routine_kind::dot:
    return extent("n", p.k);
  case routine_kind::gemv: {
    operand_plan const matrix = call.swapped ? turned(call.b) : call.a;
    bool const stored_as_meant = (call.swapped ? call.b : call.a).order == blas_order::row;
    index_t const rows = call.swapped ? p.k : p.m, cols = call.swapped ? p.n : p.k;
    return std::string("(") + letter(matrix) + ")" + extent("m", stored_as_meant ? rows : cols) +
           extent("n", stored_as_meant ? cols : rows);
  }
  case routine_kind::ger:
    return extent("m", p.m) + extent("n", p.n);
  case routine_kind::syrk:
    return (call.a.order == blas_order::row ? "(N)" : call.conj ? "(C)" : "(T)") + extent("n", p.n) + extent("k", p.k);
  case routine_kind::gemm:
    break;
  }
  return std::string("(") + letter(call.a) + "," + letter(call.b) + ")" + extents_of(p);
}

std::string call_text(gemm_plan const& p) {
  auto const calls = [&](index_t e) { return (e + p.call.block - 1) / p.call.block; };
  index_t const total = calls(p.m) * calls(p.n) * calls(p.k);
  return name_of(p) + arguments_of(p) + (total > 1 ? extent("calls", total) : "");
}

} // namespace

std::string route_text(gemm_plan const& plan) {
  switch (plan.route.way) {
  case product_way::undecided:
  case product_way::nothing:
    return "nothing" + extents_of(plan);
  case product_way::scale:
    return "scale" + extents_of(plan);
  case product_way::dot:
    return "own dot" + extent("n", plan.k);
  case product_way::vector:
    return "own vector" + extents_of(plan);
  case product_way::direct:
    return "own direct" + extents_of(plan);
  case product_way::packed:
    return "own packed" + extents_of(plan);
  case product_way::triangle:
    return "own triangle" + extents_of(plan);
  case product_way::blas:
    return call_text(plan);
  case product_way::blocked:
    break;
  }
  return "blocked" + extents_of(plan);
}

void note_inline(plan_report& to, inlined_product const& p) {
  small_step step;
  step.is_product = true;
  step.extents[0] = p.m;
  step.extents[1] = p.n;
  step.extents[2] = p.k;
  step.bytes_read = p.bytes_read;
  step.bytes_written = p.bytes_written;
  note_small(to, &step, 1);
}

std::string settings_text(route_settings const& f) {
  if (!f.blas || f.mode == gemm_mode::own)
    return "own kernels";
  if (f.mode == gemm_mode::blas)
    return "BLAS";
  auto const product = [](index_t n) {
    std::string const side = std::to_string(n);
    return side + " x " + side + " x " + side;
  };
  index_t const divided = product_limits::divided_side;
  std::string const where = " where it has more threads than weft";
  if (f.side == 0)
    return "own kernels, BLAS above " + product(divided) + where;
  return "own kernels, BLAS above " + product(f.side) +
         (f.side > divided ? ", and above " + product(divided) + where : "");
}

} // namespace weft::detail
