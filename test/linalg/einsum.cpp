#include <support/explained.hpp>
#include <support/message.hpp>
#include <weft/linalg/einsum.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/compare.hpp>
#include <weft/ops/complex.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/rearrange.hpp>
#include <weft/tensor/explain.hpp>
#include <weft/tensor/memory.hpp>

#include <complex>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

using namespace weft;

namespace {

std::vector<std::string> parts_of(std::string const& line, char separator) {
  std::vector<std::string> parts{""};
  for (char c : line)
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  return parts;
}
std::vector<index_t> numbers_of(std::string const& text) {
  std::istringstream from(text);
  std::vector<index_t> all;
  for (index_t n; from >> n;)
    all.push_back(n);
  return all;
}
/// The operands of einsum_cases.py.
tensor<double> operand(index_t number, std::vector<index_t> const& extents) {
  tensor<double> t(shape(extents));
  index_t n = 0;
  for (double& x : t)
    x = static_cast<double>((7 * n++ + 3 * number) % 11 - 5);
  return t;
}

} // namespace

TEST_CASE("einsum: texts mean what they mean to NumPy") {
  std::ifstream file(WEFT_TEST_EINSUM_CASES);
  int count = 0;
  for (std::string line; std::getline(file, line); ++count) {
    CAPTURE(line);
    const auto parts = parts_of(line, '|');
    std::vector<tensor<double>> x;
    for (std::string const& extents : parts_of(parts[1], ';'))
      x.push_back(operand(static_cast<index_t>(x.size()), numbers_of(extents)));
    const tensor<double> is = x.size() == 1   ? eval(einsum(parts[0], x[0]))
                              : x.size() == 2 ? eval(einsum(parts[0], x[0], x[1]))
                                              : eval(einsum(parts[0], x[0], x[1], x[2]));
    const auto expected = numbers_of(parts[3]);
    REQUIRE(is.shape() == shape(numbers_of(parts[2])));
    REQUIRE(is.size() == static_cast<index_t>(expected.size()));
    CHECK(std::equal(is.begin(), is.end(), expected.begin(), [](double a, index_t b) { return a == double(b); }));
  }
  CHECK(count == 240);
}

namespace {

using matrix = tensor<double, 2>;
template <class S>
tensor<double, S::static_rank> counted(S const& extents, int seed) {
  tensor<double, S::static_rank> t(uninit, extents);
  int n = seed;
  for (double& x : t) {
    x = n * n % 13 - 6;
    ++n;
  }
  return t;
}

} // namespace

TEST_CASE("einsum: the rank is static, and so are the extents that types know") {
  const tensor<double, fixed<2, 3>> a{{1, 2, 3}, {4, 5, 6}};
  const matrix b{{1, 0}, {2, 1}, {0, 3}};
  const tensor<double> d(b);
  const auto c = einsum<"ij,jk->ik">(a, b);
  static_assert(std::is_same_v<decltype(eval(c)), tensor<double, fixed<2, dyn>>>);
  CHECK(eval(c) == matrix{{5, 11}, {14, 23}});
  static_assert(std::is_same_v<decltype(eval(einsum<"ij,jk->ki">(d, d))), matrix>);
  CHECK(eval(einsum<"ij,jk->ki">(a, d)) == matrix{{5, 14}, {11, 23}});
  static_assert(std::is_same_v<decltype(eval(einsum<"i...->...">(a))), tensor<double, fixed<3>>>);
  CHECK(eval(einsum<"i...->...">(a)) == tensor<double, 1>{5, 7, 9});
  static_assert(std::is_same_v<decltype(eval(einsum<"i...->...">(d))), tensor<double>>);
  static_assert(std::is_same_v<decltype(eval(einsum("ij->j", a))), tensor<double>>);
  CHECK(eval(einsum<"ij,ij">(a, a))() == 91);
  CHECK(eval(einsum<"ij,ij,k->">(a, a, tensor<double, 1>{1, 2}))() == 273);
  const tensor<double, 0> scale = 2.0;
  CHECK(eval(einsum<",ij->ji">(scale, a)) == eval(2.0 * transpose(a)));
}

TEST_CASE("einsum: in expressions, with factors and the old values of the target, and of operands that are in it") {
  const auto a = counted(shape(4, 4), 1), b = counted(shape(4, 4), 2);
  const matrix ab = matmul(a, b);
  matrix c = einsum<"ij,jk->ik">(a, b) + einsum<"ij,kj->ik">(a, transpose(b));
  CHECK(c == eval(2.0 * ab));
  c = 3.0 * einsum<"ij,jk->ik">(2.0 * a, -b) - c;
  CHECK(c == eval(-8.0 * ab));
  CHECK(explain(c, 3.0 * einsum<"ij,jk->ik">(2.0 * a, -b) - c).loops == 0);
  c = a;
  c = einsum<"ij,jk->ik">(c, b);
  CHECK(c == ab);
  c = a;
  c += einsum<"ij,jk->ki">(b, c);
  CHECK(c == eval(a + transpose(matmul(b, a))));
  c = a;
  c = einsum<"ij->ji">(c);
  CHECK(c == eval(transpose(a)));
  // A stack whose target lies across an operand.
  const auto stack = counted(shape(5, 3, 3), 3);
  tensor<double, 3> memory = stack;
  const tensor<double, 3> first = stack(range(0, 4)), expected = matmul(first, first);
  memory(range(1, 5)) = einsum<"bij,bjk->bik">(memory(range(0, 4)), memory(range(0, 4)));
  CHECK(memory(range(1, 5)) == expected);
  CHECK(memory(0) == stack(0));
  // Operands that are expressions, and one that died with the statement that made it.
  const auto kept = einsum<"ij,jk->ik">(a + 1.0, matrix(b));
  CHECK(eval(kept) == eval(matmul(a + 1.0, b)));
  const auto e = einsum<"ij,jk->ik">(a, b);
  CHECK(explain(c, e * e + einsum<"ij,jk->ik">(a, b)).contractions.size() == 1); // computed once
}

TEST_CASE("einsum: operands of other types are converted; small integers do not wrap") {
  const tensor<unsigned char, 2> small(shape(3, 4), static_cast<unsigned char>(200));
  const matrix b = counted(shape(4, 2), 4);
  const auto squares = eval(einsum<"ij,ij->i">(small, small));
  static_assert(std::is_same_v<decltype(squares), const tensor<int, 1>>);
  CHECK(squares == tensor<int, 1>{160000, 160000, 160000});
  CHECK(eval(einsum<"ij->">(small))() == 2400);
  const auto mixed = eval(einsum<"ij,jk->ik">(small, b));
  static_assert(std::is_same_v<decltype(mixed), const matrix>);
  CHECK(mixed(2, 1) == 200 * (b(0, 1) + b(1, 1) + b(2, 1) + b(3, 1)));
  const tensor<std::complex<float>, 1> z{{1, 2}, {3, -1}};
  const tensor<float, 1> r{2, 5};
  CHECK(eval(einsum<"i,i">(conj(z), r))() == std::complex<float>(17, 1));
}

TEST_CASE("einsum: a number that is none reaches every sum that it is in") {
  auto a = counted(shape(3, 3), 1);
  const auto b = counted(shape(3, 3), 2);
  a(1, 2) = std::numeric_limits<double>::quiet_NaN();
  const matrix c = einsum<"ij,jk->ik">(a, b);
  for (index_t i = 0; i < 3; ++i)
    for (index_t k = 0; k < 3; ++k)
      CHECK(std::isnan(c(i, k)) == (i == 1));
  CHECK(std::isnan(eval(einsum<"ij,k->">(a, tensor<double, 1>{0, 0}))()));
}

namespace {

struct planned {
  char const *text, *lines;
  int products, copies;
};
std::string joined(std::vector<std::string> const& lines) {
  std::string all;
  for (auto const& l : lines)
    all += (all.empty() ? "" : "; ") + l;
  return all;
}

} // namespace

TEST_CASE("einsum: explain tells the order, the operations and the copies") {
  const auto check = [](planned const& p, auto const&... x) {
    CAPTURE(p.text);
    const auto e = einsum(p.text, x...);
    tensor<double> target(e.extents());
    const plan_report plan = explain(target, e);
    CHECK(joined(plan.contractions) == p.lines);
    CHECK(static_cast<int>(plan.blas.size()) == p.products);
    int copies = 0;
    for (std::string const& line : plan.contractions)
      copies += line.back() - '0';
    CHECK(copies == p.copies);
    CHECK(to_string(plan).find(p.lines == std::string() ? "plan" : plan.contractions[0]) != std::string::npos);
  };
  const tensor<double> v = operand(0, {20}), m = operand(1, {20, 20}), t = operand(2, {20, 20, 20});
  check({"ij,jk->ik", "ij,jk->ik flops=16000 copies=0", 1, 0}, m, m);
  check({"bij,bjk->bik", "bij,bjk->bik flops=320000 copies=0", 1, 0}, t, t);
  check({"ij,j", "ij,j->i flops=800 copies=0", 1, 0}, m, v);
  check({"i,i", "i,i-> flops=40 copies=0", 1, 0}, v, v);
  check({"i,j", "i,j->ij flops=400 copies=0", 0, 0}, v, v);
  check({"ii", "i-> flops=20 copies=0", 0, 0}, m);
  check({"ij->ji", "ij->ji flops=0 copies=0", 0, 0}, m);
  check({"ij,k->ik", "ij->i flops=400 copies=0; i,k->ik flops=400 copies=0", 0, 0}, m, v);
  check({"ijb,jkb->ikb", "ijb,jkb->ikb flops=320000 copies=3", 1, 3}, t, t);
  // From the right: two products with vectors, none of matrices.
  check({"ij,jk,k->i", "jk,k->j flops=800 copies=0; ij,j->i flops=800 copies=0", 2, 0}, m, m, v);
  check({"ij,jk,kl->il", "ij,jk->ik flops=16000 copies=0; ik,kl->il flops=16000 copies=0", 2, 0}, m, m, m);
  // Axes of extent 1 take no part in it.
  check({"bij,bjk->bik", "ij,jk->ik flops=16000 copies=0", 1, 0}, operand(0, {1, 20, 20}), operand(1, {1, 20, 20}));

  const tensor<std::complex<double>, 2> z(12, 12), w(12, 12);
  tensor<std::complex<double>, 2> out(12, 12);
  const plan_report conjugated = explain(out, einsum<"ji,jk->ik">(conj(z), 2.0 * w));
  CHECK(conjugated.contractions == std::vector<std::string>{"ji,jk->ik flops=3456 copies=0"});
  CHECK(conjugated.loops == 0);
}

TEST_CASE("einsum: memory is taken as planned") {
  const auto t = counted(shape(6, 5, 4), 1), u = counted(shape(6, 4, 5), 2);
  tensor<double, 3> c(5, 5, 6);
  support::call_counter none;
  support::check_assignment(c, einsum<"bij,bjk->ikb">(t, u), none);
  support::check_assignment(c, einsum<"bij,bjk,bl->ikl">(t, u, counted(shape(6, 6), 3)), none);
  support::check_assignment(c, 2.0 * einsum<"bij,bjl->ilb">(t, u) + c, none);
}

TEST_CASE("einsum: what does not fit is an error when the expression is built") {
  const matrix a(2, 3);
  CHECK(support::message_of([&] { static_cast<void>(einsum("ij,jk->ik", a, a)); }) ==
        "weft: einsum: shape (2,3) and shape (2,3): index j has extent 3 in operand 1 and 2 in operand 2");
  CHECK_THROWS_AS(static_cast<void>(einsum<"ij,jk->ik">(a, a)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(einsum("ijk", a)), shape_error);
  CHECK_THROWS_AS(static_cast<void>(einsum("ij", a, a)), parse_error);
  matrix c(5, 5);
  CHECK_THROWS_AS((c(all, all) = einsum<"ij,kj->ik">(a, a)), shape_error);
}

TEST_CASE("einsum: an extent of 1 repeats along a letter, and an ellipsis that the result lacks is summed") {
  const auto loop = [](matrix const& a, matrix const& b, matrix const& c) {
    matrix r(2, 4); // sums over j of a(i, j) * b(j, k) * c(j, k), each repeated where its extent is 1
    const auto at = [](matrix const& m, index_t i, index_t j) {
      return m(m.extent(0) == 1 ? 0 : i, m.extent(1) == 1 ? 0 : j);
    };
    for (index_t i = 0; i < 2; ++i)
      for (index_t j = 0; j < 3; ++j)
        for (index_t k = 0; k < 4; ++k)
          r(i, k) += at(a, i, j) * at(b, j, k) * at(c, j, k);
    return r;
  };
  const matrix whole = operand(3, {3, 4}), one = operand(5, {1, 1});
  for (auto const& a : {matrix(operand(1, {2, 3})), matrix(operand(1, {2, 1}))})
    for (auto const& b : {whole, matrix(operand(2, {3, 1})), matrix(operand(2, {1, 4})), one}) {
      CHECK(einsum<"ij,jk,jk->ik">(a, b, whole) == loop(a, b, whole));
      CHECK(einsum("ij,jk,jk->ik", reverse(a, 0), whole, b) == loop(matrix(reverse(a, 0)), whole, b));
    }
  const tensor<double, 3> t = operand(4, {2, 3, 4});
  tensor<double, 1> sums(4);
  double total = 0;
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      for (index_t k = 0; k < 4; ++k) {
        sums(k) += t(i, j, k);
        total += t(i, j, k) * t(0, j, k);
      }
  const auto over_dots = einsum<"...k->k">(t);
  static_assert(decltype(over_dots)::static_rank == 1);
  CHECK(over_dots == sums);
  CHECK(einsum<"k...->k">(reverse(transpose(t), 0)) == reverse(sums, 0));
  CHECK(einsum("...->", t) == tensor<double, 0>(sum(t)));
  CHECK(einsum<"...k,...k->">(t, t(range(0, 1), all, all)) == tensor<double, 0>(total));
}
