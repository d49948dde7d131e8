#include "sparse.hpp"

#include <weft/grad.hpp>
#include <weft/sparse/gradients.hpp>

namespace numpy {

namespace {

/// Small matrices of elements: rows and columns are operands k and k + 1.
tensor<whole, 2> list(call const& c, std::size_t k) {
  return tensor<whole, 2>(as<2>(c.index(k)));
}

void add_meshes(table& t) {
  t["sparse_structure"] = [](call const& c) {
    return with_kind(few_kinds{}, c, 2, [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
      const auto of = shape(c.number(5), c.number(6));
      return kept_sparse(c.word(7) == "both" ? element_structure<T, Order, Index>(of, list(c, 0))
                                             : element_structure<T, Order, Index>(of, list(c, 0), list(c, 1)));
    });
  };
  t["sparse_positions"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [&](auto const& s) {
      return kept(c.word(3) == "both" ? element_positions(s, list(c, 1))
                                      : element_positions(s, list(c, 1), list(c, 2)));
    });
  };
  t["sparse_assemble"] = [](call const& c) {
    return with_object(few_kinds{}, c, 0, [&](auto const& s) {
      auto shown = s.shown;
      using T = element_of<decltype(shown)>;
      return assemble(shown, element_positions(shown, list(c, 1), list(c, 2)), c.as<T>(3)), slot();
    });
  };
  t["sparse_assembled"] = [](call const& c) {
    return with_sparse(double_kinds{}, c, 0, [&](auto const& s) {
      return kept(assembled(s, element_positions(s, list(c, 1), list(c, 2)), tensor<double, 3>(c.real(3))));
    });
  };
}

/// Of sum(w * y), where y is the product or the solution: the gradient of the values of the entries, or of x.
void add_gradients(table& t) {
  t["sparse_product_gradient"] = [](call const& c) {
    return with_sparse(double_kinds{}, c, 0, [&](auto const& s) {
      return with_rank(c.real(1), [&](auto const& x0) {
        constexpr int rank = std::remove_cvref_t<decltype(x0)>::static_rank;
        grad::variable<double, 1> v(s.values());
        grad::variable<double, rank> x(x0);
        const grad::variable<double, 0> loss = sum(as<rank>(c.real(2)) * matmul(with_values(s, v), x));
        backward(loss);
        return c.number(3) == 0 ? kept(v.gradient()) : kept(x.gradient());
      });
    });
  };
  t["sparse_solution_gradient"] = [](call const& c) {
    return with_sparse(double_kinds{}, c, 0, [&](auto const& s) {
      grad::variable<double, 1> v(s.values()), b(as<1>(c.real(1)));
      auto const& w = c.real(2);
      const grad::variable<double, 0> loss =
          c.number(3) == 1 ? sum(as<1>(w) * linalg::solve(s, b)) : sum(as<1>(w) * linalg::solve(with_values(s, v), b));
      backward(loss);
      return c.number(3) == 0 ? kept(v.gradient()) : kept(b.gradient());
    });
  };
  t["sparse_assembly_gradient"] = [](call const& c) {
    return with_sparse(double_kinds{}, c, 0, [&](auto const& s) {
      grad::variable<double, 3> blocks(as<3>(c.real(3)));
      const auto values = assembled(s, element_positions(s, list(c, 1), list(c, 2)), blocks);
      const grad::variable<double, 0> loss = sum(s.values() * values);
      backward(loss);
      return kept(blocks.gradient());
    });
  };
}

const commands_of_source added(add_meshes), gradients_added(add_gradients);

} // namespace
} // namespace numpy
