#include <weft/fft.hpp>
#include <weft/weft.hpp>

#include <complex>
#include <doctest/doctest.h>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

// Transforms of untyped operands beside SciPy's (scipy_transforms.py): packed, with negative strides, in single precision.
using namespace weft;

namespace {

using complex = std::complex<double>;

struct scipy_case {
  std::string line, name, kind, norm;
  std::vector<index_t> shape, axes, lengths, result;
  bool is_complex = false;
  std::vector<complex> elements;
};

std::vector<index_t> read_list(std::istream& in) {
  std::size_t n = 0;
  in >> n;
  std::vector<index_t> list(n);
  for (index_t& v : list)
    in >> v;
  return list;
}
scipy_case read_case(std::string const& line) {
  scipy_case c;
  std::istringstream in(line);
  in >> c.name >> c.kind;
  c.shape = read_list(in);
  c.axes = read_list(in);
  c.lengths = read_list(in);
  in >> c.norm;
  c.result = read_list(in);
  std::string elements;
  in >> elements;
  c.is_complex = elements == "c";
  double re = 0, im = 0;
  while (in >> re && (!c.is_complex || in >> im))
    c.elements.emplace_back(re, im);
  c.line = line.substr(0, 60);
  return c;
}

dynamic_extents shape_of(std::vector<index_t> const& list) {
  dynamic_extents e(int(list.size()));
  for (int k = 0; k < e.rank(); ++k)
    e.set(k, list[std::size_t(k)]);
  return e;
}

any_tensor operand_of(scipy_case const& c) {
  dynamic_extents const shape = shape_of(c.shape);
  tensor<complex> z(shape);
  for (index_t k = 0; k < z.size(); ++k)
    z.data()[k] = {double((37 * k + 11) % 101 - 50) / 16, double((53 * k + 29) % 97 - 48) / 16};
  return c.kind == "c" ? any_tensor(z) : any_tensor(real(z));
}

template <class... A>
any_tensor call(scipy_case const& c, any_expr<> const& x, A const&... a) {
  std::string const& f = c.name;
  return f == "fft"     ? fft::fft(x, a...)
         : f == "ifft"  ? fft::ifft(x, a...)
         : f == "rfft"  ? fft::rfft(x, a...)
         : f == "irfft" ? fft::irfft(x, a...)
         : f == "hfft"  ? fft::hfft(x, a...)
         : f == "ihfft" ? fft::ihfft(x, a...)
         : f == "dct"   ? fft::dct(x, a...)
                        : fft::idct(x, a...);
}
template <class... A>
any_tensor call_nest(scipy_case const& c, any_expr<> const& x, A const&... a) {
  std::string const& f = c.name;
  return f == "fft2"     ? fft::fft2(x, a...)
         : f == "ifft2"  ? fft::ifft2(x, a...)
         : f == "rfft2"  ? fft::rfft2(x, a...)
         : f == "irfft2" ? fft::irfft2(x, a...)
         : f == "fftn"   ? fft::fftn(x, a...)
         : f == "ifftn"  ? fft::ifftn(x, a...)
         : f == "rfftn"  ? fft::rfftn(x, a...)
                         : fft::irfftn(x, a...);
}
template <class... A>
any_tensor with_axes(scipy_case const& c, any_expr<> const& x, A const&... a) {
  bool const nest = c.name.back() == 'n' || c.name.back() == '2';
  if (c.axes.empty())
    return nest ? call_nest(c, x, a...) : call(c, x, a...);
  if (!nest)
    return call(c, x, c.axes[0], a...);
  return call_nest(c, x, c.axes[0], c.axes[1], a...);
}
any_tensor transform_of(scipy_case const& c, any_expr<> const& x) {
  fft::norm_mode const norm = c.norm == "ortho" ? fft::ortho : c.norm == "forward" ? fft::forward : fft::backward;
  if (c.lengths.empty())
    return with_axes(c, x, norm);
  fft::length lengths(c.lengths[0]);
  lengths.counts = shape_of(c.lengths);
  return with_axes(c, x, lengths, norm);
}

void check_case(scipy_case const& c, any_expr<> const& x, double tolerance) {
  any_tensor const y = transform_of(c, x);
  REQUIRE(y.shape() == shape_of(c.result));
  CHECK(isdtype(y.dtype(), dtype_kind::complex_floating) == c.is_complex);
  tensor<complex> const found(cast<complex>(y));
  REQUIRE(found.size() == index_t(c.elements.size()));
  double size = 1;
  for (complex const& e : c.elements)
    size = std::max(size, std::abs(e));
  for (index_t k = 0; k < found.size(); ++k)
    CHECK(std::abs(found.data()[k] - c.elements[std::size_t(k)]) <= tolerance * size);
}

/// Returns the elements of x in memory of the other direction, with negative strides.
any_expr<> turned(any_tensor const& x) {
  any_expr<> y(x);
  for (int k = 0; k < x.rank(); ++k)
    y = reverse(y, k);
  any_expr<> back{any_tensor(y)};
  for (int k = 0; k < x.rank(); ++k)
    back = reverse(back, k);
  return back;
}

} // namespace

TEST_CASE("transforms beside SciPy's") {
  std::ifstream in(WEFT_TEST_SCIPY_TRANSFORMS);
  REQUIRE(in.good());
  int cases = 0;
  for (std::string line; std::getline(in, line); ++cases) {
    scipy_case const c = read_case(line);
    CAPTURE(c.line);
    any_tensor const x = operand_of(c);
    check_case(c, any_expr<>(x), 1e-14);
    check_case(c, turned(x), 1e-14);
    check_case(c, cast(any_expr<>(x), c.kind == "c" ? dtype::complex64 : dtype::float32), 1e-6);
  }
  CHECK(cases > 400);
}
