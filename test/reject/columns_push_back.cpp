// reject: weft: columns<R> p\(rows\) is made of a std::vector of rows
#include <weft/records.hpp>

#include <vector>

using namespace weft;
template <template <class> class C>
struct particle {
  C<double> x;
  C<int> cell;
};

int main() {
  std::vector<columns<particle>::value_type> rows;
  rows.push_back({1.5, 2});
  columns<particle> p(rows);
#ifdef WEFT_REJECT
  p.push_back({1.5, 2});
#endif
  return static_cast<int>(p.size()) - 1;
}
