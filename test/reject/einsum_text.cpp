// reject: weft: einsum: a text has letters, commas, '...' and one '->'
// reject: weft: einsum: an ellipsis is three dots
// reject: weft: einsum: there is one ellipsis for each operand at most
// reject: weft: einsum: an operand or a result has 16 indices at most
// reject: weft: einsum: the text has indices for another number of operands
#include <weft/weft.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
  auto p = einsum<"ij, jk -> ik">(a, a);
#ifdef WEFT_REJECT
  auto q = einsum<"ij;jk">(a, a);
  auto r = einsum<"i..j">(a);
  auto s = einsum<"...i...">(a);
  auto t = einsum<"abcdefghijklmnopq">(a);
  auto u = einsum<"ij,jk->ik">(a, a, a);
#endif
}
