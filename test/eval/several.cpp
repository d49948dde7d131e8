#include <weft/eval/several.hpp>
#include <weft/eval/threads.hpp>
#include <weft/expr/capture.hpp>
#include <weft/weft.hpp>

#include <doctest/doctest.h>

#include <stdexcept>

using namespace weft;
using namespace weft::detail;

// One loop that writes several values of each element. Numbers are whole, so that every answer is exact.
namespace {
template <class T, int Rank>
auto target(tensor<T, Rank>& to, several_use use) {
  using place = layout<dims<Rank>, dense<row_major>>;
  return several_target{strided_leaf<T, place>(to.data(), place(to.shape()), {}), use};
}

struct three_values {
  static constexpr char const* name = "three values";
  static constexpr bool total = true;
  static constexpr int cost = 3;
  template <class A, class B>
  WEFT_INLINE constexpr pack<double, float, double> operator()(A const& a, B const& b) const {
    return make_pack(double(a) + double(b), float(a) - float(b), double(a) * double(b));
  }
};
struct refuses_nines {
  static constexpr char const* name = "refuses nines";
  template <class A, class B>
  WEFT_FN pack<double, double> operator()(A const& a, B const& b) const {
    if (a == 9)
      throw std::invalid_argument("nine");
    return make_pack(double(a), double(b));
  }
};
/// F of two captured expressions, as an expression of packs.
template <class F, class A, class B>
auto packs_of(A const& a, B const& b) {
  auto x = capture(a);
  auto y = capture(b);
  using made = node<F, decltype(x), decltype(y)>;
  const auto shape = common_extents("packs", x.extents(), y.extents());
  return made(F{}, make_pack(std::move(x), std::move(y)), convert_extents<typename made::extents_type>(shape));
}

double first_of(index_t i, index_t j) { return double((i * 31 + j * 7) % 19 - 9); }
double second_of(index_t i, index_t j) { return double((i * 5 + j * 3) % 13 - 6); }

template <class A, class B>
void check_uses(A const& a, B const& b, bool row_of_b, index_t m, index_t n) {
  for (int uses = 0; uses < 27; ++uses) {
    const several_use use[] = {several_use(uses % 3), several_use(uses / 3 % 3), several_use(uses / 9)};
    if (use[0] == several_use::skip && use[1] == several_use::skip && use[2] == several_use::skip)
      continue;
    CAPTURE(uses);
    CAPTURE(m);
    CAPTURE(n);
    tensor<double, 2> s = full(shape(m, n), 100.0), p = full(shape(m, n), 300.0);
    tensor<float, 2> d = full(shape(m, n), 200.0F);
    session now;
    write_several(packs_of<three_values>(a, b), now, target(s, use[0]), target(d, use[1]),
                  target(p, use[2]));
    index_t wrong = 0;
    for (index_t i = 0; i < m; ++i)
      for (index_t j = 0; j < n; ++j) {
        const double x = first_of(i, j), y = second_of(row_of_b ? 0 : i, j), value[] = {x + y, x - y, x * y},
                     found[] = {s(i, j), double(d(i, j)), p(i, j)};
        for (int k = 0; k < 3; ++k) {
          const double before = 100.0 * (k + 1);
          wrong += !(found[k] == (use[k] == several_use::skip    ? before
                                  : use[k] == several_use::store ? value[k]
                                                                 : before + value[k]));
        }
      }
    CHECK(wrong == 0);
  }
}

} // namespace

TEST_CASE("several: each value is stored, added or left, wherever the operands lie") {
  for (auto const& [m, n] : {std::pair<index_t, index_t>{1, 1}, {3, 5}, {0, 4}, {7, 300}, {40, 17}, {1, 1000}}) {
    const tensor<double, 2> a = from_function(shape(m, n), first_of), b = from_function(shape(m, n), second_of);
    check_uses(a, b, false, m, n);
    tensor<double, 2> turned = transpose(a);
    check_uses(transpose(turned), b, false, m, n);
    tensor<double, 2> wide(m, 2 * n + 1);
    auto part = reverse(wide(all, range(1, 2 * n + 1, 2)), 1);
    part = b;
    check_uses(a, part, false, m, n);
    const tensor<double, 1> row = from_function(shape(n), [](index_t j) { return second_of(0, j); });
    check_uses(a, row, true, m, n);
    check_uses(cast<float>(a), cast<int>(b), false, m, n);
  }
}

TEST_CASE("several: two values may be added to one memory, and threads change nothing") {
  const index_t n = 200000;
  const tensor<double, 1> a = from_function(shape(n), [](index_t i) { return first_of(i, 1); });
  const tensor<double, 1> b = from_function(shape(n), [](index_t i) { return second_of(i, 2); });
  for (int threads : {1, 3}) {
    const thread_scope scope{threads};
    tensor<double, 1> both(n);
    tensor<float, 1> d(n);
    session now;
    write_several(packs_of<three_values>(a, b), now, target(both, several_use::store),
                  target(d, several_use::store), target(both, several_use::add));
    index_t wrong = 0;
    for (index_t i = 0; i < n; ++i) {
      const double x = a(i), y = b(i);
      wrong += !(both(i) == x + y + x * y && d(i) == float(x - y));
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("several: what an operation throws leaves the loop") {
  const tensor<double, 1> a = arange(0.0, 20.0), b = arange(20.0, 40.0);
  tensor<double, 1> x(20), y(20);
  session now;
  CHECK_THROWS_AS(write_several(packs_of<refuses_nines>(a, b), now,
                                target(x, several_use::store), target(y, several_use::store)),
                  std::invalid_argument);
  write_several(packs_of<refuses_nines>(b, a), now, target(x, several_use::store),
                target(y, several_use::store));
  CHECK(x == b);
  CHECK(y == a);
}

TEST_CASE("several: a plan counts what is read and what is written") {
  const tensor<double, 2> a = ones<double>(30, 20), b = ones<double>(30, 20);
  tensor<double, 2> s(30, 20), p(30, 20);
  tensor<float, 2> d(30, 20);
  const plan_report plan = explain([&] {
    session now;
    write_several(packs_of<three_values>(a, transpose(tensor<double, 2>(transpose(b)))), now,
                  target(s, several_use::store), target(d, several_use::store), target(p, several_use::skip));
  });
  CHECK(plan.loops >= 1);
  loop_report const& loop = plan.loop_list.back();
  CHECK(loop.target == operand_access::direct);
  CHECK(loop.operands.size() == 2);
  CHECK(s == full(shape(30, 20), 2.0));
  CHECK(p(3, 3) == 0);
}
