#include "differences.hpp"

#include <weft/grad/einsum.hpp>

using namespace compared;

TEST_CASE("einsum: products, in any place, of views and expressions of a variable") {
  CHECK(worst([](auto const& x) { return sum(square(einsum<"ij,jk->ki">(x, w))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(einsum<"ij,kj->ik">(2.0 * x, sin(x)))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(einsum("ij,jk,kl,l->i", x, w, x, v))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(einsum<"bij,bj->bi">(x(newaxis, all, all), x))); },
              x0(range(0, 1))) < 1e-9);
}

TEST_CASE("einsum: diagonals, axes that are summed alone, an ellipsis whose axes broadcast") {
  const auto square_of = [](auto const& x) { return x(range(0, 2), range(0, 2)); };
  CHECK(worst([&](auto const& x) { return sum(square(einsum<"ii->i">(square_of(x)))) * sum(x); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(sin(einsum<"ii,ij->j">(square_of(x), x))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(einsum<"ij,k->jk">(x, v))) + sum(einsum<"ij->">(x)); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(einsum<"...j,...j->...">(x(newaxis, 0, all), x))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(einsum<"ij,ij->ji">(broadcast_to(x(0, all), x.shape()), x))); },
              x0) < 1e-9);
}

TEST_CASE("einsum: an extent of 1 repeats along a letter, and an ellipsis that the result lacks is summed") {
  const auto column = [](auto const& x) { return x(all, range(0, 1)); };
  CHECK(worst([&](auto const& x) { return sum(square(einsum<"ij,ij->ij">(column(x), x))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(einsum<"ij,ij->i">(x, column(x)))); }, x0) < 1e-9);
  CHECK(worst([&](auto const& x) { return sum(square(einsum<"ij,ij->i">(x, column(x0)))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(einsum<"...j->j">(x(newaxis, all, all)))); }, x0) < 1e-9);
  CHECK(worst([](auto const& x) { return sum(square(einsum<"...j,...j->j">(x(newaxis, 0, all), x))); }, x0) < 1e-9);
}

TEST_CASE("einsum: of a rank that is known at run time") {
  const tensor<double> m = w;
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(einsum<"ij,jk->ki">(x, m))); }, x0) < 1e-9);
  CHECK(worst_any_rank([&](auto const& x) { return sum(square(einsum("ij,jk,kl,l->i", x, m, x, v))); }, x0) < 1e-9);
  CHECK(worst_any_rank([](auto const& x) { return sum(square(einsum<"...j,...j->...">(x(newaxis, 0, all), x))); }, x0) <
        1e-9);
  CHECK(worst_any_rank([](auto const& x) { return sum(square(einsum<"ii->i">(x(range(0, 2), range(0, 2))))); }, x0) <
        1e-9);
  const grad::variable<double> vector = v;
  CHECK_THROWS_AS((void)einsum<"ij,jk->ki">(vector, m), shape_error);
}
