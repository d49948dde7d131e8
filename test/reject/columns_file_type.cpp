// reject: weft: columns in files have numbers, as element types with a dtype, or std::string
#include <weft/records.hpp>

#include <array>

using namespace weft;
template <template <class> class C>
struct numbers {
  C<double> x;
};
template <template <class> class C>
struct arrays {
  C<std::array<double, 3>> x;
};

int main() {
  columns<numbers> p(3);
  columns<arrays> q(3);
  save_npy_columns("p.npy", p);
#ifdef WEFT_REJECT
  save_npy_columns("q.npy", q);
#endif
}
