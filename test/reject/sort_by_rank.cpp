// reject: weft: sort_by: rank mismatch: a key has one element for each row
#include <weft/records.hpp>

using namespace weft;
template <template <class> class C>
struct particle {
  C<double> x;
};

int main() {
  columns<particle> p(3);
  p = sort_by(p, p.x);
#ifdef WEFT_REJECT
  p = sort_by(p, tensor<double, 2>(3, 1));
#endif
}
