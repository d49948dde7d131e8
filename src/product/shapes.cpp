#include <weft/base/check.hpp>
#include <weft/linalg/tensordot.hpp>

// Finds the shapes of products, or throws if the factors do not fit each other.
namespace weft::detail {

dynamic_extents product_shape(index_t const* a, int rank_a, index_t const* b, int rank_b) {
  auto const refuse = [&](char const* reason) { throw_shapes("matmul", a, rank_a, b, rank_b, reason); };
  if (rank_a == 0 || rank_b == 0)
    refuse("a factor has rank 0");
  if (a[rank_a - 1] != b[rank_b == 1 ? 0 : rank_b - 2])
    refuse(rank_b > 2 ? "the last axis of the first and the last but one of the second differ"
                      : "the last axis of the first and the first axis of the second differ");
  int const lead_a = rank_a > 2 ? rank_a - 2 : 0, lead_b = rank_b > 2 ? rank_b - 2 : 0;
  int const lead = lead_a > lead_b ? lead_a : lead_b;
  dynamic_extents out(lead + int(rank_a > 1) + int(rank_b > 1));
  for (int k = 0; k < lead; ++k) {
    int const i = k - (lead - lead_a), j = k - (lead - lead_b);
    index_t const n = i < 0 ? 1 : a[i], m = j < 0 ? 1 : b[j];
    if (!operands_broadcast::fits(n, m))
      refuse("the leading axes do not broadcast");
    out.set(k, broadcast_static(n, m));
  }
  int k = lead;
  if (rank_a > 1)
    out.set(k++, a[rank_a - 2]);
  if (rank_b > 1)
    out.set(k, b[rank_b - 1]);
  return out;
}

dynamic_extents tensordot_shape(index_t const* a, int rank_a, index_t const* b, int rank_b, int count) {
  auto const refuse = [&](char const* reason) { throw_shapes("tensordot", a, rank_a, b, rank_b, reason); };
  if (count < 0 || count > rank_a || count > rank_b)
    refuse("an operand has fewer axes than are summed over");
  for (int k = 0; k < count; ++k)
    if (a[rank_a - count + k] != b[k])
      refuse("the axes that are summed over differ");
  if (rank_a + rank_b - 2 * count > max_rank)
    refuse("the result would have more than 16 axes");
  dynamic_extents out(rank_a + rank_b - 2 * count);
  for (int k = 0; k < rank_a - count; ++k)
    out.set(k, a[k]);
  for (int k = count; k < rank_b; ++k)
    out.set(rank_a - 2 * count + k, b[k]);
  return out;
}

} // namespace weft::detail
