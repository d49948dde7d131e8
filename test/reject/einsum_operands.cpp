// reject: weft: einsum: rank mismatch: the text has an index for each axis of an operand
// reject: weft: einsum: an index has the same extent in all operands
// reject: static_extents_of_index_differ<'j', 3, 2>
// reject: weft: einsum: the axes under the ellipses do not broadcast
// reject: weft: einsum: a product of two elements is an element of the same type
#include <weft/weft.hpp>

namespace {
struct area {};
struct length {
  friend area operator*(length, length) { return {}; }
};
} // namespace

int main() {
  using namespace weft;
  tensor<double, 2> a(3, 3);
  tensor<double, fixed<2, 3>> b;
  tensor<length, 1> c(3);
  auto p = einsum<"ij,jk,...k->...ki">(a, a, b);
#ifdef WEFT_REJECT
  auto q = einsum<"ij,jk->ik">(a, c);
  auto r = einsum<"ij,jk->ik">(b, b);
  auto s = einsum<"i...,j...">(b, transpose(b));
  auto t = einsum<"i,i->i">(c, c);
#endif
}
