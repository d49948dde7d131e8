// reject: weft: columns: a struct has 24 members at most: put some into a struct within it
#include <weft/records.hpp>

using namespace weft;
template <template <class> class C>
struct most {
  C<int> a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x;
};
template <template <class> class C>
struct more {
  C<int> a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y;
};

int main() {
  columns<most> p(3);
#ifdef WEFT_REJECT
  columns<more> q(3);
#endif
  return static_cast<int>(p.size());
}
