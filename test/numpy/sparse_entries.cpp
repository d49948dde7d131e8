#include "sparse.hpp"

#include <weft/sparse/entries.hpp>
#include <weft/sparse/print.hpp>
#include <weft/sparse/reduce.hpp>

#include <sstream>

namespace numpy {

namespace {

slot bytes(std::string const& text) {
  tensor<uint8_t, 1> out(static_cast<whole>(text.size()));
  for (std::size_t k = 0; k < text.size(); ++k)
    out(static_cast<whole>(k)) = static_cast<uint8_t>(text[k]);
  return kept(out);
}

void add_views(table& t) {
  t["sparse_transpose"] = [](call const& c) {
    return with_object(every_kind{}, c, 0,
                       []<class T, class Order, class Index>(sparse_object<T, Order, Index> const& s) {
                         return s.own == nullptr ? viewed_sparse(transpose(s.shown)) : viewed_sparse(transpose(*s.own));
                       });
  };
  t["sparse_transpose_copy"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, []<class S>(S const& s) {
      return kept_sparse(transpose(sparse<element_of_sparse<S>, order_of_sparse<S>, index_of_sparse<S>>(s)));
    });
  };
  t["sparse_view"] = [](call const& c) {
    return with_object(few_kinds{}, c, 0,
                       []<class T, class Order, class Index>(sparse_object<T, Order, Index> const& s) {
                         return viewed_sparse(s.own == nullptr ? s.shown : sparse_view<T, Order, Index>(*s.own));
                       });
  };
  t["sparse_values"] = [](call const& c) {
    return with_object(every_kind{}, c, 0,
                       []<class T, class Order, class Index>(sparse_object<T, Order, Index> const& s) {
                         return s.own == nullptr ? viewed(s.shown.values()) : viewed(s.own->values());
                       });
  };
  t["sparse_given"] = [](call const& c) {
    return with_object(few_kinds{}, c, 0,
                       [&]<class T, class Order, class Index>(sparse_object<T, Order, Index> const& s) {
                         sparse<T, Order, Index> copy(s.shown), moved(std::move(copy));
                         copy = moved;
                         return c.number(1) == 0   ? kept(std::move(copy).values())
                                : c.number(1) == 1 ? kept(std::move(copy).indices())
                                                   : kept(std::move(moved).offsets());
                       });
  };
  t["sparse_numbers"] = [](call const& c) {
    return with_sparse(every_kind{}, c, 0, [](auto const& s) {
      return kept(tensor<whole, 1>({s.nonzeros(), s.extent(0), s.extent(1), s.shape()[0], s.shape()[1], s.rank()}));
    });
  };
  t["sparse_at"] = [](call const& c) {
    return with_sparse(every_kind{}, c, 0, [&](auto const& s) {
      return c.word(3) == "end" ? kept(s(end - c.number(1), end - c.number(2))) : kept(s(c.number(1), c.number(2)));
    });
  };
}

void add_selections(table& t) {
  t["sparse_without_zeros"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [&](auto const& s) {
      return kept_sparse(c.value(1) < 0 ? without_zeros(s) : without_zeros(s, c.value(1)));
    });
  };
  t["sparse_with_values"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [&](auto const& s) {
      return kept_sparse(with_values(s, as<1>(c.as<element_of<decltype(s)>>(1))));
    });
  };
  t["sparse_diag"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [](auto const& s) { return kept(diag(s)); });
  };
  t["sparse_take"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0,
                       [&](auto const& s) { return kept_sparse(take(s, as<1>(c.index(1)), c.number(2))); });
  };
}

void add_reductions(table& t) {
  t["sparse_sum"] = [](call const& c) {
    return with_sparse(every_kind{}, c, 0,
                       [&](auto const& s) { return c.word(1) == "-" ? kept(sum(s)) : kept(sum(s, c.axis(1))); });
  };
  t["sparse_max"] = [](call const& c) {
    return with_sparse(all_of<real_kinds, whole_kinds>{}, c, 0, [](auto const& s) { return kept((max)(s)); });
  };
  t["sparse_min"] = [](call const& c) {
    return with_sparse(all_of<real_kinds, whole_kinds>{}, c, 0, [](auto const& s) { return kept((min)(s)); });
  };
  t["sparse_norm"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [](auto const& s) { return kept(norm(s)); });
  };
}

void add_texts(table& t) {
  t["sparse_text"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [](auto const& s) { return bytes(to_string(s)); });
  };
  t["sparse_written"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0, [](auto const& s) {
      std::ostringstream out;
      out << s;
      return bytes(out.str());
    });
  };
  t["sparse_spy"] = [](call const& c) {
    return with_sparse(few_kinds{}, c, 0,
                       [&](auto const& s) { return c.word(1) == "-" ? kept(spy(s)) : kept(spy(s, c.number(1))); });
  };
}

const commands_of_source views_added(add_views), selections_added(add_selections), reductions_added(add_reductions),
    texts_added(add_texts);

} // namespace
} // namespace numpy
