#include <doctest/doctest.h>

#include <weft/records/table_struct.hpp>

#include <string>
#include <vector>

using namespace weft;

namespace outer {
template <template <class> class C>
struct point {
  C<double> x, y;
};
} // namespace outer

namespace {

template <template <class> class C>
struct particle {
  C<double> x, v;
  C<int> cell_2;
  outer::point<C> at;
  C<std::string> _label;
};
template <template <class> class C>
struct one {
  C<bool> only = {};
};
template <template <class> class C>
struct thirteen {
  C<int> c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12;
};
template <template <class> class C>
struct widest {
  C<int> c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14, c15, c16, c17, c18, c19, c20, c21, c22, c23;
};

template <template <template <class> class> class R>
std::vector<std::string> paths() {
  std::vector<std::string> out;
  R<detail::column_type> empty;
  for_each_field(empty, [&](std::string_view path, auto&) { out.emplace_back(path); });
  return out;
}

} // namespace

TEST_CASE("table structs: members are counted, and know their names and their types") {
  static_assert(detail::member_count<particle> == 5 && detail::member_count<one> == 1);
  static_assert(detail::member_count<thirteen> == 13 && detail::member_count<widest> == 24);
  CHECK(paths<particle>() == std::vector<std::string>{"x", "v", "cell_2", "at.x", "at.y", "_label"});
  CHECK(paths<one>() == std::vector<std::string>{"only"});
  std::vector<std::string> numbered;
  for (int k = 0; k < 24; ++k)
    numbered.push_back("c" + std::to_string(k));
  CHECK(paths<widest>() == numbered);
  numbered.resize(13);
  CHECK(paths<thirteen>() == numbered);
  static_assert(std::is_same_v<decltype(particle<detail::column_type>::cell_2), tensor<int, 1>>);
  static_assert(std::is_same_v<decltype(particle<detail::element_reference>::at), outer::point<detail::element_reference>>);
}

TEST_CASE("table structs: each member of a wide one is its own") {
  widest<detail::value_type_of> w{};
  int value = 0;
  detail::for_each_element<widest>([&](int& e) { e = ++value; }, w);
  CHECK(w.c0 == 1);
  CHECK(w.c11 == 12);
  CHECK(w.c12 == 13);
  CHECK(w.c23 == 24);
  thirteen<detail::value_type_of> t{};
  detail::for_each_element<thirteen>([&](int& e) { e = --value; }, t);
  CHECK(t.c0 == 23);
  CHECK(t.c12 == 11);
}
