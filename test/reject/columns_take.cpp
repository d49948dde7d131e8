// reject: weft: take\(p, rows\) of a table: rows is a tensor of integers
#include <weft/records.hpp>

using namespace weft;
template <template <class> class C>
struct particle {
  C<double> x;
};

int main() {
  columns<particle> p(3);
  p = take(p, tensor<int, 1>{0, 2});
#ifdef WEFT_REJECT
  p = take(p, tensor<double, 1>{0, 2});
#endif
}
