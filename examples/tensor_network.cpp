// Two tensor networks, contracted by einsum, with the order in which it does that: the Ising model on a torus of 3 x 3
// spins, and what a matrix product state says of one of its spins.
#include "common.hpp"

#include <weft/ops/random.hpp>
#include <weft/weft.hpp>

#include <cmath>
#include <complex>
#include <cstdio>

using namespace weft;

namespace {

void print_steps(char const* of, plan_report const& plan) {
  std::printf("%s: %zu steps, %td operations\n", of, plan.contractions.size(), plan.flops);
  for (auto const& step : plan.contractions)
    std::printf("  %s\n", step.c_str());
}

// The spins a b c, d e f, g h i are indices, the bonds between neighbours matrices: 18 of them, each spin in four.
auto partition_function(tensor<double, 2> const& w) {
  return einsum<"ab,bc,ca,de,ef,fd,gh,hi,ig,ad,dg,ga,be,eh,hb,cf,fi,ic->">(w, w, w, w, w, w, w, w, w, w, w, w, w, w, w,
                                                                           w, w, w);
}
double partition_function_by_states(double beta) {
  double sum = 0;
  for (unsigned state = 0; state < 512; ++state) {
    const auto spin = [state](int row, int column) {
      return (state >> (3 * (row % 3) + column % 3) & 1u) != 0 ? 1.0 : -1.0;
    };
    double energy = 0;
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c)
        energy += spin(r, c) * (spin(r + 1, c) + spin(r, c + 1));
    sum += std::exp(beta * energy);
  }
  return sum;
}

using site = tensor<std::complex<double>, 3>; // left bond, spin, right bond
using matrix = tensor<std::complex<double>, 2>;

// One site more to the left of it: all states of the spin, in the state and in its conjugate, with an operator between.
auto with_site(matrix const& left, site const& a, matrix const& op) {
  return einsum<"xy,xsu,st,ytv->uv">(left, conj(a), op, a);
}

site random_site(index_t left, index_t right, unsigned seed) {
  site a(left, 2, right);
  real(a) = random_normal(a.shape(), seed);
  imag(a) = random_normal(a.shape(), seed + 100);
  return a;
}

int show() {
  const double beta = 0.4;
  const tensor<double, 2> w = exp(beta * tensor<double, 2>{{1, -1}, {-1, 1}});
  const tensor<double, 0> z = partition_function(w);
  const double expected = partition_function_by_states(beta);
  std::printf("Ising model, 3 x 3 on a torus: Z = %.6f, by 512 states %.6f\n", z(), expected);
  check(std::abs(z() - expected) < 1e-9 * expected, "the partition function");
  print_steps("bonds", explain(partition_function(w)));

  const index_t bond = 8;
  const site a = random_site(1, bond, 1), b = random_site(bond, bond, 2), c = random_site(bond, bond, 3),
             d = random_site(bond, 1, 4);
  const matrix one{{1, 0}, {0, 1}}, flip{{0, 1}, {1, 0}}, start{{1}};
  const matrix front = with_site(with_site(start, a, one), b, one);
  const matrix norm = with_site(with_site(front, c, one), d, one);
  const matrix flipped = with_site(with_site(front, c, flip), d, one);
  const double value = flipped(0, 0).real() / norm(0, 0).real();

  // Spin 3 once more, by all 16 amplitudes.
  const tensor<std::complex<double>, 4> psi = einsum<"iaj,jbk,kcl,ldm->abcd">(a, b, c, d);
  const tensor<std::complex<double>, 0> whole = einsum<"abcd,abcd">(conj(psi), psi),
                                        turned = einsum<"abcd,cC,abCd">(conj(psi), flip, psi);
  std::printf("matrix product state: spin 3 along x is %.6f, by all amplitudes %.6f\n", value,
              turned().real() / whole().real());
  check(std::abs(value - turned().real() / whole().real()) < 1e-12, "the spin");
  print_steps("a site", explain(with_site(front, c, flip)));
  return 0;
}

} // namespace

int main() {
  return run("tensor_network", show);
}
