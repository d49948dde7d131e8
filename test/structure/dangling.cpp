// Expressions that outlive a tensor they were built on: Clang warns on each line that says so, and on no other.
#include <weft/records.hpp>
#include <weft/weft.hpp>

using namespace weft;

using vector = tensor<double, 1>;
vector const& elsewhere();
struct holder {
  vector member;
  auto borrowed() { return member + 1.0; }
};

auto of_local() {
  vector a{1, 2};
  return a + 1.0; // warns
}
auto of_parameter(vector a) {
  return a + 1.0; // warns
}
auto of_member() {
  holder x;
  return x.member - 1.0; // warns
}
auto on_the_right() {
  vector a{1, 2};
  return 2.0 * a; // warns
}
auto one_of_two(vector const& a) {
  vector b{1, 2};
  return a / b; // warns
}
auto view_of_local() {
  vector a{1, 2};
  return a(all); // warns
}

struct state {
  BOOST_HANA_DEFINE_STRUCT(state, (vector, u), (double, t));
};
auto record_of_local() {
  state y;
  return y + 1.0; // warns
}
auto record_on_the_right() {
  state y;
  return 2.0 * y; // warns
}
auto one_record_of_two(state const& x) {
  state y;
  return x - y; // warns
}
auto negative_record() {
  state y;
  return -y; // warns
}
auto record_of_parameter(state y) {
  return y / 2.0; // warns
}

auto record_moved_in() {
  state y;
  return std::move(y) * 2.0;
}
auto record_of_temporary() {
  return state() + state();
}
auto record_of_reference(state const& y) {
  return y * 2.0 + y;
}
state record_converted() {
  state y;
  return y + y;
}
auto record_of_views(view<double, 1> v) {
  auto const y = boost::hana::make_tuple(v, 1.0);
  return 2.0 * y;
}
auto moved_in() {
  vector a{1, 2};
  return std::move(a) + 1.0;
}
auto of_temporary() {
  return vector{1, 2} + vector{3, 4};
}
auto of_reference(vector const& a, vector& b) {
  return a / b + a * 2.0 - b;
}
auto of_result() {
  return elsewhere() + 1.0;
}
auto of_view(view<double, 1> v) {
  return v + 1.0;
}
auto of_static() {
  static vector a{1, 2};
  return a + 1.0;
}
auto owned() {
  vector a{1, 2};
  return own(a + 1.0);
}
auto evaluated() {
  vector a{1, 2};
  return eval(a + 1.0);
}
vector converted() {
  vector a{1, 2};
  return a + a;
}
double element() {
  vector a{1, 2};
  return (a + 1.0)(0) + sum(2.0 * a);
}
double used() {
  auto e = vector{1, 2} + 1.0;
  vector b = e * 2.0;
  auto f = b - e;
  return sum(f);
}
