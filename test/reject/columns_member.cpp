// reject: weft: columns: each member of the struct is a C<T>, or a struct of such, inner<C>
#include <weft/records.hpp>

using namespace weft;
template <template <class> class C>
struct good {
  C<double> x;
};
template <template <class> class C>
struct bad {
  C<double> x;
  int number;
};

int main() {
  columns<good> p(3);
#ifdef WEFT_REJECT
  columns<bad> q(3);
#endif
  return static_cast<int>(p.size());
}
