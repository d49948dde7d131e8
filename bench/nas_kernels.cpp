// The kernels EP, CG, FT and IS of the NAS parallel benchmarks (Bailey and others 1994), class S, from their
// definitions: their results must be the published ones before they are timed. bench/nas_mg.cpp has MG.
#include "twins/nas_kernels.h"
#include "ratio.hpp"

#include <weft/fft.hpp>
#include <weft/linalg.hpp>
#include <weft/sparse.hpp>
#include <weft/weft.hpp>

#include <complex>
#include <cstdint>
#include <numbers>

using namespace weft;
using complex = std::complex<double>;

namespace {

constexpr std::uint64_t modulo = (std::uint64_t(1) << 46) - 1, multiplier = 1220703125;

/// The benchmarks' random numbers, from 0 to 1.
struct generator {
  std::uint64_t seed = 314159265;
  double operator()() {
    seed = seed * multiplier & modulo;
    return double(seed) * 0x1p-46;
  }
};

bool is_near(double x, double published) {
  return std::abs(x / published - 1) < 1e-8;
}

/// EP. The numbers of a block are those of the first, multiplied.
class pairs {
public:
  explicit pairs(index_t block) : powers_(2 * block) {
    std::uint64_t power = 1;
    for (std::uint64_t& p : powers_)
      p = power = power * multiplier & modulo;
  }
  tensor<double, 1> run(index_t blocks) const {
    tensor<double, 1> sums(12);
    sums = 0.0;
    std::uint64_t seed = 271828183;
    for (index_t k = 0; k < blocks; ++k) {
      tensor<double, 1> const u = cast<double>((powers_ * seed) & modulo) * 0x1p-46;
      auto const x = 2.0 * u(range(0, end, 2)) - 1.0, y = 2.0 * u(range(1, end, 2)) - 1.0;
      tensor<double, 1> const t = x * x + y * y, factor = where(t <= 1.0, sqrt(-2.0 * log(t) / t), 0.0);
      tensor<double, 1> const gx = x * factor, gy = y * factor;
      sums(0) += sum(gx);
      sums(1) += sum(gy);
      sums(range(2, end)) += cast<double>(bincount(cast<int>(maximum(abs(gx), abs(gy)))(nonzero(t <= 1.0)[0]), 10));
      seed = seed * powers_(powers_.size() - 1) & modulo;
    }
    return sums;
  }

private:
  tensor<std::uint64_t, 1> powers_;
};

auto ep(index_t blocks) {
  return [blocks](bench::runner& run) {
    index_t const block = index_t(1) << 12;
    pairs const p(block);
    tensor<double, 1> sums(12);
    run(sums.data(), 12, [&] { sums = p.run(blocks); }, [&] { twin_pairs(blocks, block, sums.data()); });
  };
}
bool ep_is_right() {
  tensor<double, 1> const sums = pairs(1 << 16).run(1 << 8);
  return is_near(sums(0), -3.247834652034740e3) && is_near(sums(1), -6.958407078382297e3);
}

/// The matrix of CG: random sparse vectors' outer products with a geometric series of weights.
class random_matrix {
public:
  static constexpr index_t rows = 1400, nonzeros = 7;
  static constexpr double shift = 10, condition = 0.1;

  static sparse<double> make() {
    generator random;
    random();
    triplets<double> entries(rows, rows);
    double size = 1;
    for (index_t i = 0; i < rows; ++i, size *= std::pow(condition, 1 / double(rows))) {
      auto const [places, values] = vector(random, i);
      for (std::size_t k = 0; k < places.size(); ++k)
        for (std::size_t l = 0; l < places.size(); ++l)
          entries.add(places[k], places[l], size * values[k] * values[l]);
      entries.add(i, i, condition - shift);
    }
    return sparse<double>(entries);
  }

private:
  static std::pair<std::vector<index_t>, std::vector<double>> vector(generator& random, index_t row) {
    std::vector<index_t> places;
    std::vector<double> values;
    while (index_t(places.size()) < nonzeros) {
      double const value = random();
      index_t const place = index_t(random() * 2048); // the next power of two
      if (place < rows && std::find(places.begin(), places.end(), place) == places.end()) {
        places.push_back(place);
        values.push_back(value);
      }
    }
    auto const found = std::find(places.begin(), places.end(), row);
    if (found != places.end()) {
      values[std::size_t(found - places.begin())] = 0.5;
    } else {
      places.push_back(row);
      values.push_back(0.5);
    }
    return {places, values};
  }
};

/// 25 steps towards the solution z of a z = x.
void conjugate_gradients(tensor<double, 1>& z, sparse<double> const& a, tensor<double, 1> const& x) {
  tensor<double, 1> r = x, p = x, q(x.size());
  z = 0.0;
  double rho = dot(r, r);
  for (int step = 0; step < 25; ++step) {
    q = matmul(a, p);
    double const alpha = rho / dot(p, q), before = rho;
    z += alpha * p;
    r -= alpha * q;
    rho = dot(r, r);
    p = r + rho / before * p;
  }
}
bool cg_is_right() {
  auto const a = random_matrix::make();
  tensor<double, 1> x = ones<double>(shape(random_matrix::rows)), z(x.size());
  double zeta = 0;
  for (int iteration = 0; iteration < 15; ++iteration) {
    conjugate_gradients(z, a, x);
    zeta = random_matrix::shift + 1 / dot(x, z);
    x = z / norm(z);
  }
  return is_near(zeta, 8.5971775078648);
}
auto cg() {
  return [](bench::runner& run) {
    auto const a = random_matrix::make();
    tensor<double, 1> const x = ones<double>(shape(a.extent(0)));
    tensor<double, 1> z(x.size()), r(x.size()), p(x.size()), q(x.size());
    tensor<std::int64_t, 1> const columns = cast<std::int64_t>(a.indices()), rows = cast<std::int64_t>(a.offsets());
    run(
        z.data(), z.size(), [&] { conjugate_gradients(z, a, x); },
        [&] {
          twin_conjugate_gradients(x.size(), z.data(), x.data(), a.values().data(), columns.data(), rows.data(),
                                   r.data(), p.data(), q.data());
        });
  };
}

/// FT. The spectrum of random numbers decays, and is transformed back.
struct spectrum {
  static constexpr index_t n = 64;
  tensor<complex, 3> u{n, n, n};
  tensor<double, 3> factor;

  spectrum() {
    generator random;
    for (complex& x : u) {
      double const re = random();
      x = complex(re, random());
    }
    u = fft::fftn(u);
    tensor<double, 1> const k = fft::frequencies(n, 1.0 / double(n));
    auto const square = k * k;
    double const decay = -4e-6 * std::numbers::pi * std::numbers::pi;
    factor = exp(decay * (reshape(square, shape(n, 1, 1)) + reshape(square, shape(n, 1)) + square));
  }
  void step(tensor<complex, 3>& out) {
    u *= factor;
    out = fft::ifftn(u);
  }
};
bool ft_is_right() {
  complex const published[] = {{554.6087004964, 484.5363331978}, {554.6385409190, 486.5304269511},
                               {554.6148406171, 488.3910722337}, {554.5423607415, 490.1273169046},
                               {554.4255039624, 491.7475857993}, {554.2683411903, 493.2597244941}};
  spectrum s;
  tensor<complex, 3> out(s.n, s.n, s.n);
  for (complex const& wanted : published) {
    s.step(out);
    complex checksum = 0;
    for (index_t j = 1; j <= 1024; ++j)
      checksum += out(5 * j % s.n, 3 * j % s.n, j % s.n);
    if (std::abs(checksum - wanted) > 1e-9 * std::abs(wanted))
      return false;
  }
  return true;
}
auto ft() {
  return [](bench::runner& run) {
    spectrum s;
    index_t const n = s.n;
    auto const first = s.u;
    tensor<complex, 3> out(n, n, n);
    tensor<complex, 1> const roots = exp(complex(0, 2 * std::numbers::pi / double(n)) * arange(n));
    tensor<complex, 1> line(2 * 16 * n);
    auto const numbers = [](auto& x) { return reinterpret_cast<double*>(x.data()); };
    run(
        reinterpret_cast<double*>(out.data()), 2 * out.size(),
        [&] {
          s.u = first;
          s.step(out);
        },
        [&] {
          s.u = first;
          twin_spectrum_step(n, numbers(out), numbers(s.u), s.factor.data(),
                             reinterpret_cast<double const*>(roots.data()), numbers(line));
        });
  };
}

/// IS. The keys are sums of four random numbers.
tensor<std::int32_t, 1> keys(index_t count, index_t greatest) {
  generator random;
  tensor<std::int32_t, 1> out(count);
  for (std::int32_t& key : out) {
    double sum = random();
    for (int k = 0; k < 3; ++k)
      sum += random();
    key = std::int32_t(double(greatest / 4) * sum);
  }
  return out;
}
constexpr index_t greatest_key = 1 << 11;
auto ranks(tensor<std::int32_t, 1> const& key) {
  return cumsum(bincount(key, greatest_key));
}
bool is_is_right() {
  auto key = keys(1 << 16, greatest_key);
  index_t const places[] = {48427, 17148, 23627, 62548, 4431}, published[] = {0, 18, 346, 64917, 65463};
  for (std::int32_t iteration = 1; iteration <= 10; ++iteration) {
    key(iteration) = iteration;
    key(iteration + 10) = std::int32_t(greatest_key) - iteration;
    tensor<index_t, 1> const below = ranks(key);
    for (int k = 0; k < 5; ++k)
      if (below(key(places[k]) - 1) != published[k] + (k <= 2 ? iteration : -iteration))
        return false;
  }
  return true;
}
auto is() {
  return [](bench::runner& run) {
    auto const key = keys(1 << 16, greatest_key);
    tensor<double, 1> below(greatest_key);
    run(
        below.data(), below.size(), [&] { below = ranks(key); },
        [&] { twin_ranks(key.size(), greatest_key, below.data(), key.data()); });
  };
}

} // namespace

int main(int argc, char** argv) {
  if (!ep_is_right() || !cg_is_right() || !ft_is_right() || !is_is_right()) {
    std::puts("a result is not the published one");
    return 1;
  }
  bench::compare("nas/EP/2^16 pairs", bench::bar{1}, ep(16));
  bench::compare("nas/CG/S", bench::bar{1}, cg());
  bench::compare("nas/FT/S", bench::bar{1}, ft());
  bench::compare("nas/IS/S", bench::bar{1}, is());
  return bench::run_all(argc, argv);
}
