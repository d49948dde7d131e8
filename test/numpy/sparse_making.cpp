#include "sparse.hpp"

#include <weft/ops/compare.hpp>

namespace numpy {

namespace {

/// Triplets of three vectors, by one of the ways to fill them.
template <class T>
triplets<T> filled(call const& c, std::size_t k, index_t rows, index_t columns, std::string const& how) {
  const tensor<whole, 1> i(as<1>(c.index(k))), j(as<1>(c.index(k + 1)));
  const tensor<T, 1> values(as<1>(c.as<T>(k + 2)));
  triplets<T> t(shape(rows, columns)), others(rows, columns);
  if (how == "set")
    t.resize(i.size());
  if (how == "again") {
    t.add(0, 0, values(0));
    t.clear();
    t.reserve(i.size());
  }
  for (index_t e = 0; e < i.size(); ++e)
    if (how == "set")
      t.set(i.size() - 1 - e, i(e), j(e), values(e));
    else
      (how == "append" && e % 2 == 1 ? others : t).add(i(e), j(e), values(e));
  if (how == "append")
    t.append(others);
  return t;
}

/// The elements of a vector where they lie.
template <class T>
view<T, 1, row_major> without_gaps(view<T> const& v) {
  if (!v.is_contiguous())
    throw missing_operand{};
  return borrow(v.data(), shape(as<1>(v).size()));
}

void add_making(table& t) {
  t["sparse_triplets"] = [](call const& c) {
    return with_kind(every_kind{}, c, 3, [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
      return kept_sparse(sparse<T, Order, Index>(filled<T>(c, 0, c.number(6), c.number(7), c.word(8))));
    });
  };
  t["sparse_entries_of"] = [](call const& c) {
    const auto entries = filled<double>(c, 0, c.number(6), c.number(7), c.word(8));
    const auto copy = entries;
    tensor<whole, 1> out(2 * copy.size() + 3);
    out(0) = copy.shape()[0];
    out(1) = copy.shape()[1];
    out(2) = copy.size();
    for (index_t e = 0; e < copy.size(); ++e) {
      out(3 + 2 * e) = copy.data()[e].row;
      out(4 + 2 * e) = copy.data()[e].column;
    }
    return kept(out);
  };
  t["sparse_blocks"] = [](call const& c) {
    return with_kind(few_kinds{}, c, 3, [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
      triplets<T> entries(c.number(6), c.number(7));
      entries.add(c.index(0), c.index(1), c.as<T>(2));
      entries.add(c.index(0), c.index(1), c.as<T>(2));
      return kept_sparse(sparse<T, Order, Index>(entries));
    });
  };
  t["sparse_vectors"] = [](call const& c) {
    return with_kind(few_kinds{}, c, 3, [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
      return kept_sparse(sparse<T, Order, Index>(shape(c.number(6), c.number(7)), as<1>(c.index(0)), as<1>(c.index(1)),
                                                 as<1>(c.as<T>(2))));
    });
  };
  t["sparse_borrowed"] = [](call const& c) {
    return with_kind(few_kinds{}, c, 3, [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
      return viewed_sparse(borrow_sparse<Order>(shape(c.number(6), c.number(7)), without_gaps(c.as<Index>(0)),
                                                without_gaps(c.as<Index>(1)), without_gaps(c.as<T>(2))));
    });
  };
}
void add_conversions(table& t) {
  t["sparse_zeros"] = [](call const& c) {
    return with_kind(every_kind{}, c, 0, [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
      return kept_sparse(sparse<T, Order, Index>(c.number(3), c.number(4)));
    });
  };
  t["sparse_identity"] = [](call const& c) {
    return with_kind(few_kinds{}, c, 0, [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
      return kept_sparse(sparse_identity<T, Order, Index>(c.number(3)));
    });
  };
  t["sparse_diagonals"] = [](call const& c) {
    return with_kind(few_kinds{}, c, 1, [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
      const auto at = c.list(6);
      const auto made = [&](std::initializer_list<index_t> offsets) {
        return kept_sparse(sparse_diagonals<Order, Index>(c.as<T>(0), offsets, c.number(4), c.number(5)));
      };
      return at.size() == 1 ? made({at[0]}) : at.size() == 2 ? made({at[0], at[1]}) : made({at[0], at[1], at[2]});
    });
  };
}

void add_dense(table& t) {
  t["sparse_of_dense"] = [](call const& c) {
    return with_kind(few_kinds{}, c, 1, [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
      return kept_sparse(c.value(4) < 0 ? to_sparse<Order, Index>(c.as<T>(0))
                                        : to_sparse<Order, Index>(as<2>(c.as<T>(0)), c.value(4)));
    });
  };
  t["sparse_of_mask"] = [](call const& c) {
    return with_kind(few_kinds{}, c, 2, [&]<class T, class Order, class Index>(kind<T, Order, Index>) {
      return kept_sparse(to_sparse<Order, Index>(as<2>(c.as<T>(0)), as<2>(c.mask(1))));
    });
  };
  t["sparse_of_sum"] = [](call const& c) {
    return kept_sparse(to_sparse<column_major>(as<2>(c.real(0)) + as<2>(c.real(1))));
  };
  t["sparse_to_dense"] = [](call const& c) {
    return with_sparse(every_kind{}, c, 0, [](auto const& s) { return kept(to_dense(s)); });
  };
  t["sparse_const_view"] = [](call const& c) {
    return with_object(few_kinds{}, c, 0,
                       []<class T, class Order, class Index>(sparse_object<T, Order, Index> const& s) {
                         const sparse<T, Order, Index> copy(s.shown);
                         return kept(to_dense(sparse_view<const T, Order, Index>(copy)));
                       });
  };
}

const commands_of_source added(add_making), conversions_added(add_conversions), added_too(add_dense);

} // namespace
} // namespace numpy
