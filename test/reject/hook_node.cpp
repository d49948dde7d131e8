// reject: weft: the class offers a hook that is no member of it
#include <weft/weft.hpp>

struct doubled : weft::expression<doubled> {
  using offers = weft::hooks::list<weft::hooks::reads>;
  using value_type = double;
  using extents_type = weft::dims<1>;
  weft::view<const double, 1> v;
  doubled(weft::view<const double, 1> const& x) : v(x) {}
  extents_type extents() const { return v.shape(); }
  double element(weft::index_t const* i) const { return 2 * v(i[0]); }
  template <class R>
#ifdef WEFT_REJECT
  void read(R const& r) const {
#else
  void reads(R const& r) const {
#endif
    r(v);
  }
};

int main() {
  weft::tensor<double, 1> a{1, 2};
  a = doubled(a) + 1.0;
}
