// Built once for each entry of CMakeLists.txt, with WEFT_PART as its name.
#include "parts.hpp"

#define WEFT_PART_TEXT_OF(name) #name
#define WEFT_PART_TEXT(name) WEFT_PART_TEXT_OF(name)

namespace parts {
namespace {

using namespace weft;

// GCC notes that some types have gained or lost vector registers with -march; none of ours is passed in one.
#define WEFT_SIZE(...)                                                                                                 \
  type_size {                                                                                                          \
    #__VA_ARGS__, sizeof(__VA_ARGS__), alignof(__VA_ARGS__)                                                            \
  }
constexpr type_size sizes[] = {
    WEFT_SIZE(tensor<double>),
    WEFT_SIZE(tensor<float, 0>),
    WEFT_SIZE(tensor<double, 1>),
    WEFT_SIZE(tensor<double, 2, column_major>),
    WEFT_SIZE(tensor<std::complex<float>, 3>),
    WEFT_SIZE(tensor<bool, 2>),
    WEFT_SIZE(tensor<double, fixed<4, 4>>),
    WEFT_SIZE(tensor<float, fixed<3>>),
    WEFT_SIZE(tensor<char, fixed<0, 3>>),
    WEFT_SIZE(tensor<double, fixed<100, 100>>),
    WEFT_SIZE(tensor<double, fixed<dyn, 3>>),
    WEFT_SIZE(view<double>),
    WEFT_SIZE(view<const double, 2>),
    WEFT_SIZE(view<double, 2, row_major>),
    WEFT_SIZE(view<float, fixed<dyn, 3>, column_major>),
    WEFT_SIZE(element_wise),
    WEFT_SIZE(with_reduction),
    WEFT_SIZE(with_generator),
    WEFT_SIZE(with_owner),
    WEFT_SIZE(dims<3>),
    WEFT_SIZE(dynamic_extents),
    WEFT_SIZE(extents<2, dyn>),
    WEFT_SIZE(plan_report),
    WEFT_SIZE(loop_report),
    WEFT_SIZE(ownership),
    WEFT_SIZE(weft::dtype),
    WEFT_SIZE(error),
    WEFT_SIZE(detail::storage_ref),
    WEFT_SIZE(detail::watch_ref),
    WEFT_SIZE(detail::session),
    WEFT_SIZE(detail::operand_kind),
    WEFT_SIZE(detail::loop_table),
    WEFT_SIZE(detail::loop_frame),
    WEFT_SIZE(detail::map_kind),
    WEFT_SIZE(detail::fold_kind),
    WEFT_SIZE(tensor<double, 2>::iterator),
    WEFT_SIZE(tensor<double, 2, column_major>::iterator),
    WEFT_SIZE(view<double>::iterator),
};

matrix make(index_t rows, index_t columns) {
  matrix m(rows, columns);
  for (index_t i = 0; i < rows; ++i)
    for (index_t j = 0; j < columns; ++j)
      m(i, j) = static_cast<double>(10 * i + j);
  return m;
}
double total(matrix const& m) {
  return sum(m);
}
double total_of_view(view<const double> v) {
  return sum(v);
}
view<double, 2> cut(matrix& m) {
  return transpose(m(range(1, end), all));
}
view<double, 2> share(matrix& m) {
  return m.share()(all, range(end - 1, -1, -1));
}
void scale(view<double> v, double factor) {
  v *= factor;
}
matrix consume(matrix&& m) {
  return matrix(std::move(m)) + 1.0;
}
small square(small const& a) {
  return a * a;
}
matrix product(matrix const& a, matrix const& b) {
  return matmul(a(all, range(end - 1, -1, -1)), transpose(b));
}

element_wise build_element_wise(matrix const& a, matrix const& b) {
  return 2.0 * a + transpose(b);
}
with_reduction build_with_reduction(matrix const& a, matrix const& b) {
  return a - sum(b, 0);
}
with_generator build_with_generator(matrix const& a) {
  return a * full(shape(1, 1), 3.0);
}
with_owner build_with_owner(matrix&& a) {
  return std::move(a) + 1.0;
}
matrix evaluate_element_wise(element_wise e) {
  return e;
}
matrix evaluate_with_reduction(with_reduction const& e) {
  return eval(e);
}
matrix evaluate_with_generator(with_generator e) {
  matrix out;
  out = e;
  return out;
}
matrix evaluate_with_owner(with_owner e) {
  return e;
}
double element_of(element_wise const& e, index_t i, index_t j) {
  return e(i, j);
}
int plan(element_wise const& e, plan_report& out) {
  out = explain(e);
  return out.loops;
}
bool refuses(matrix const& a, matrix const& b) {
  try {
    const matrix c = a + b;
    return c.empty();
  } catch (shape_error const&) {
    return true;
  }
}

} // namespace

// Not const: it has external linkage, and is reached by its name.
part WEFT_PART{WEFT_PART_TEXT(WEFT_PART),
               sizes,
               static_cast<int>(sizeof(sizes) / sizeof(sizes[0])),
               make,
               total,
               total_of_view,
               cut,
               share,
               scale,
               consume,
               square,
               product,
               build_element_wise,
               build_with_reduction,
               build_with_generator,
               build_with_owner,
               evaluate_element_wise,
               evaluate_with_reduction,
               evaluate_with_generator,
               evaluate_with_owner,
               element_of,
               plan,
               refuses};

} // namespace parts
