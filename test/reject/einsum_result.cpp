// reject: weft: einsum: there is one '->' at most
// reject: weft: einsum: there is one result, without commas
// reject: weft: einsum: an index stands in the result once
// reject: weft: einsum: an index of the result is one of an operand
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
  auto p = einsum<"ij,jk->ki">(a, a);
  auto u = einsum<"i...->i">(a);
#ifdef WEFT_REJECT
  auto q = einsum<"ij->i->j">(a);
  auto r = einsum<"ij->i,j">(a);
  auto s = einsum<"ij->ii">(a);
  auto t = einsum<"ij->ik">(a);
#endif
}
