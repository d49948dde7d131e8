#include "product/gemm_kernel.hpp"
#include "product/types.hpp"
#include "run/isa.hpp"

#include <weft/eval/loop.hpp>

#include <array>
#include <utility>

namespace weft::detail {
namespace {

/// Computes one tile of C in registers. Bytes: the size of a vector.
template <class R, int Bytes, int Rows, int Vectors, bool Complex, bool Packed>
struct tile_of_registers {
  using tile = register_tile<R, Bytes, Rows, Vectors, Complex && !Packed>;
  using lanes = typename tile::lanes;
  using V = typename lanes::type;
  static constexpr int width = int(lanes::width), count = tile::count;

  /// Exchanges the real and the imaginary part of each number: out = i * v but for the signs.
  template <std::size_t... L>
  WEFT_INLINE static void turn(V const& v, V& out, std::index_sequence<L...>) {
    out = V{v[L ^ 1]...};
  }
  WEFT_INLINE static void turn(V const& v, V& out) { turn(v, out, std::make_index_sequence<std::size_t(width)>()); }
  template <std::size_t... L>
  WEFT_INLINE static void alternating(V& out, R even, R odd, std::index_sequence<L...>) {
    out = V{(L % 2 == 0 ? even : odd)...};
  }
  WEFT_INLINE static void alternating(V& out, R even, R odd) {
    alternating(out, even, odd, std::make_index_sequence<std::size_t(width)>());
  }

  /// Multiplies a vector of complex numbers: x = (re + i im) * x.
  WEFT_INLINE static void scale(V& x, R re, R im) {
    V turned, sign;
    turn(x, turned);
    alternating(sign, -im, im);
    x = re * x + sign * turned;
  }

  WEFT_INLINE static void finish(V& x, V const& before, tile_ending<R> const& e) {
    if constexpr (Complex) {
      V old = before, sign;
      alternating(sign, R(1), e.conj);
      x *= sign;
      if (e.scaled)
        scale(x, e.alpha, e.alpha_imag);
      if (e.old == old_value::scaled)
        scale(old, e.beta, e.beta_imag);
      if (e.old != old_value::ignored)
        x += old;
    } else {
      x = e.old == old_value::ignored ? e.alpha * x : e.alpha * x + e.beta * before;
    }
  }

  /// All of a row is read before any of it is written, as its last two vectors may overlap.
  template <std::size_t... J>
  WEFT_INLINE static void store_row(V* sums, tile_job<R> const& t, tile_ending<R> const& e, R* to,
                                    std::index_sequence<J...>) {
    V before[Vectors] = {};
    if (e.old != old_value::ignored)
      (lanes::load(before[J], to + tile::at(int(J), t.last)), ...);
    (finish(sums[J], before[J], e), ...);
    (lanes::store(sums[J], to + tile::at(int(J), t.last)), ...);
  }

  /// Makes a row of complex sums, in `re`, from the sums with the real parts and the sums with the imaginary parts of
  /// A.
  template <std::size_t... J>
  WEFT_INLINE static void join(V* re, V const* im, tile_ending<R> const& e, std::index_sequence<J...>) {
    V turned[Vectors], sign;
    alternating(sign, -e.conj_a, e.conj_a);
    ((turn(im[J], turned[J]), re[J] += sign * turned[J]), ...);
  }

  template <std::size_t... I>
  WEFT_INLINE static void store_all(V* sums, tile_job<R> const& t, tile_ending<R> const& e, std::index_sequence<I...>) {
    constexpr auto vectors = std::make_index_sequence<std::size_t(Vectors)>();
    if constexpr (Complex)
      ((join(sums + 2 * I * Vectors, sums + (2 * I + 1) * Vectors, e, vectors),
        store_row(sums + 2 * I * Vectors, t, e, t.c + index_t(I) * t.c_row, vectors)),
       ...);
    else
      (store_row(sums + I * Vectors, t, e, t.c + index_t(I) * t.c_row, vectors), ...);
  }

  WEFT_INLINE static void sum(V* sums, tile_job<R> const& t) {
    R const *a = t.a, *b = t.b;
    index_t const step = Packed ? Rows : t.a_step;
    for (index_t k = t.k; k > 0; --k, a += step, b += t.b_step)
      tile::step(sums, a, Packed ? 1 : t.a_row, b, t.last);
  }

  /// Takes copies, because the compiler cannot know that stores to C leave the job and the ending unchanged.
  WEFT_INLINE static void run(tile_job<R> t, tile_ending<R> e) {
    V sums[count] = {};
    if constexpr (Packed)
      for (int r = 0; r < (Complex ? Rows / 2 : Rows); ++r)
        for (int line = 0; line < Vectors * Bytes; line += 64)
          __builtin_prefetch(reinterpret_cast<char const*>(t.c + r * t.c_row) + line, 1);
    sum(sums, t);
    store_all(sums, t, e, std::make_index_sequence<std::size_t(Complex ? Rows / 2 : Rows)>());
  }
};

template <int Rows, int Vectors, bool Complex, bool Packed>
struct tile_body {
  template <int Bytes, class R>
  WEFT_INLINE static void run(vector_of<Bytes>, tile_job<R> const& job, tile_ending<R> const& ending) {
    tile_of_registers<R, Bytes, Rows, Vectors, Complex, Packed>::run(job, ending);
  }
};

template <class R, int Bytes, int Rows, int Vectors, bool Complex, bool Packed>
constexpr tile_kernel<R> kernel_of() {
  if constexpr ((Complex && Rows % 2 != 0) || Rows > (Packed ? most_rows(Bytes) : tile_rows(Bytes, Vectors)))
    return nullptr;
  else
    return clones<tile_body<Rows, Vectors, Complex, Packed>,
                  void(tile_job<R> const&, tile_ending<R> const&)>::template at<level_of(Bytes)>();
}

/// The kernels for vectors of one size, in the order of kernel_number().
template <class R, int Bytes, bool Complex>
struct kernel_table {
  static constexpr int vectors = most_vectors(Bytes), count = tile_rows(Bytes, 1) * vectors * 2;

  template <std::size_t... I>
  static constexpr std::array<tile_kernel<R>, std::size_t(count)> make(std::index_sequence<I...>) {
    return {kernel_of<R, Bytes, int(I) / 2 / vectors + 1, int(I) / 2 % vectors + 1, Complex, I % 2 != 0>()...};
  }
  static constexpr auto list = make(std::make_index_sequence<std::size_t(count)>());
};

} // namespace

template <class T>
tile_kernel<real_t<T>> const* tile_kernels(int bytes) {
  return with_vector_bytes(bytes,
                           [](auto width) { return kernel_table<real_t<T>, width(), is_complex<T>>::list.data(); });
}

#define WEFT_KERNELS(T) template tile_kernel<real_t<T>> const* tile_kernels<T>(int);
WEFT_EACH_PRODUCT(WEFT_KERNELS)
#undef WEFT_KERNELS

} // namespace weft::detail
