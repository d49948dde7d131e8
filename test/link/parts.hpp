#pragma once
#include <weft/weft.hpp>

// What the object files of this program exchange. Each is the same source, built by another compiler or with other flags.
namespace parts {

using matrix = weft::tensor<double, 2>;
using small = weft::tensor<double, weft::fixed<2, 2>>;

// The types of expressions, as a program names them when they are passed by value.
using element_wise = decltype(2.0 * std::declval<matrix const&>() + weft::transpose(std::declval<matrix const&>()));
using with_reduction = decltype(std::declval<matrix const&>() - weft::sum(std::declval<matrix const&>(), 0));
using with_generator = decltype(std::declval<matrix const&>() * weft::full(weft::shape(1, 1), 3.0));
using with_owner = decltype(std::declval<matrix>() + 1.0);

struct type_size {
  char const* name;
  unsigned long size, alignment;
};

struct part {
  char const* name;
  type_size const* sizes;
  int types;

  matrix (*make)(weft::index_t rows, weft::index_t columns);
  double (*total)(matrix const&);
  double (*total_of_view)(weft::view<const double>);
  weft::view<double, 2> (*cut)(matrix&);
  weft::view<double, 2> (*share)(matrix&);
  void (*scale)(weft::view<double> v, double factor);
  matrix (*consume)(matrix&&);
  small (*square)(small const&);
  matrix (*product)(matrix const&, matrix const&); ///< of a with its columns turned round, and the transpose of b

  element_wise (*build_element_wise)(matrix const&, matrix const&);
  with_reduction (*build_with_reduction)(matrix const&, matrix const&);
  with_generator (*build_with_generator)(matrix const&);
  with_owner (*build_with_owner)(matrix&&);
  matrix (*evaluate_element_wise)(element_wise);
  matrix (*evaluate_with_reduction)(with_reduction const&);
  matrix (*evaluate_with_generator)(with_generator);
  matrix (*evaluate_with_owner)(with_owner);
  double (*element_of)(element_wise const&, weft::index_t, weft::index_t);
  int (*plan)(element_wise const&, weft::plan_report& out);
  bool (*refuses)(matrix const&, matrix const&); ///< the shapes do not fit: shape_error, caught there
};

} // namespace parts
