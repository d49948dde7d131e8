#include "standard.hpp"

#include <weft/base/promotion.hpp>
#include <weft/dynamic/generate.hpp>
#include <weft/dynamic/result_type.hpp>
#include <weft/io/dlpack.hpp>
#include <weft/ops/broadcast.hpp>
#include <weft/ops/generate.hpp>
#include <weft/ops/like.hpp>
#include <weft/ops/select.hpp>
#include <weft/ops/spaced.hpp>

#include <limits>

// Tensors made of shapes and types, and what is said of types.
namespace numpy {
namespace {

constexpr auto every = types<bool, int8_t, int16_t, int32_t, whole, uint8_t, uint16_t, uint32_t, uint64_t, float,
                             double, complex64, complex128>;
constexpr auto few = types<double, complex64, int8_t, bool>;

/// Two types that words name.
template <class... T, class F>
slot with_two_named(types_t<T...> list, call const& c, F const& f) {
  return with_type_named(list, c.word(0), [&](auto a) {
    return with_type_named(list, c.word(1), [&](auto b) { return stored(f(a, b)); });
  });
}

void add_shapes(table& t) {
  t["typed_zeros"] = [](call const& c) {
    return with_type_named(few, c.word(0), [&]<class T>(std::type_identity<T>) { return zeros<T>(c.shape(1)); });
  };
  t["any_zeros"] = [](call const& c) { return stored(zeros(dtype_named(c.word(0)), c.shape(1))); };
  t["typed_ones"] = [](call const& c) {
    return with_type_named(few, c.word(0), [&]<class T>(std::type_identity<T>) { return ones<T>(c.shape(1)); });
  };
  t["any_ones"] = [](call const& c) { return stored(ones(dtype_named(c.word(0)), c.shape(1))); };
  t["typed_empty"] = [](call const& c) {
    return with_type_named(few, c.word(0), [&]<class T>(std::type_identity<T>) {
      tensor<T> a(uninit, c.shape(1));
      a.fill(T(1));
      return a;
    });
  };
  t["any_empty"] = [](call const& c) {
    any_tensor u = weft::empty(dtype_named(c.word(0)), c.shape(1));
    u.fill(true);
    return stored(u);
  };
  t["typed_full"] = [](call const& c) {
    return with_type_named(types<double, complex64, int8_t>, c.word(0), [&]<class T>(std::type_identity<T>) {
      return full(c.shape(1), static_cast<T>(static_cast<float>(c.number(2))));
    });
  };
  t["any_full"] = [](call const& c) {
    return stored(full(dtype_named(c.word(0)), c.shape(1), static_cast<std::int8_t>(c.number(2))));
  };
  t["typed_eye"] = [](call const& c) {
    return with_type_named(
        few, c.word(0), [&]<class T>(std::type_identity<T>) { return eye<T>(c.number(1), c.number(2), c.number(3)); });
  };
  t["any_eye"] = [](call const& c) {
    return stored(eye(dtype_named(c.word(0)), c.number(1), c.number(2), c.number(3)));
  };
}
void add_ranges(table& t) {
  t["typed_arange"] = [](call const& c) {
    return with_type_named(types<double, float, int32_t, whole>, c.word(0), [&]<class T>(std::type_identity<T>) {
      return arange(static_cast<T>(c.number(1)), static_cast<T>(c.number(2)), static_cast<T>(c.number(3)));
    });
  };
  t["any_arange"] = [](call const& c) {
    return stored(arange(dtype_named(c.word(0)), c.number(1), c.number(2), c.number(3)));
  };
  t["typed_linspace"] = [](call const& c) {
    return with_type_named(types<double, float, complex128>, c.word(0), [&]<class T>(std::type_identity<T>) {
      return linspace(static_cast<T>(c.value(1)), static_cast<T>(c.value(2)), c.number(3), c.number(4) != 0);
    });
  };
  t["any_linspace"] = [](call const& c) {
    return stored(linspace(dtype_named(c.word(0)), c.value(1), c.value(2), c.number(3), c.number(4) != 0));
  };
}

template <class H>
void add_likes(half<H> const& h) {
  h.one(few, "zeros_like", [](auto const&, auto const& a) { return zeros_like(a); });
  h.one(few, "ones_like", [](auto const&, auto const& a) { return ones_like(a); });
  h.one(types<double, complex64, int8_t>, "full_like",
        [](auto const&, auto const& a) { return full_like(a, std::int8_t(3)); });
  h.one(few, "empty_like", [](auto const&, auto const& a) {
    auto made = empty_like(a);
    made.fill(true);
    return made;
  });
  h.one(few, "asarray", [](auto const&, auto const& a) { return copy(a); });
  h.one(types<double, complex64, int8_t>, "from_dlpack", [](auto const&, auto const& a) {
    auto memory = copy(a);
    auto* const handed_over = to_dlpack(memory);
    if constexpr (Untyped<decltype(a)>)
      return from_dlpack(handed_over);
    else
      return from_dlpack<element_of<decltype(a)>>(handed_over);
  });
}

void add_types(table& t) {
  t["typed_astype"] = [](call const& c) {
    return c.with<double, complex64, int8_t, uint16_t>(0, [&](auto const& a) {
      return with_type_named(types<double, complex128, int8_t, uint8_t>, c.word(1),
                             [&]<class T>(std::type_identity<T>) {
                               if constexpr (is_complex<element_of<decltype(a)>> && !is_complex<T>)
                                 return slot();
                               else
                                 return stored(cast<T>(a));
                             });
    });
  };
  t["any_astype"] = [](call const& c) { return stored(cast(untyped(c, 0), dtype_named(c.word(1)))); };
  t["typed_result_type"] = [](call const& c) {
    return c.with<double, float, complex64, int8_t, uint32_t, whole>(0, [&](auto const& a) {
      return c.with<double, float, int8_t, uint8_t, uint64_t>(
          1, [&](auto const& b) { return stored(result_type_t<element_of<decltype(a)>, element_of<decltype(b)>>()); });
    });
  };
  t["any_result_type"] = [](call const& c) {
    return stored(zeros(result_type(untyped(c, 0), untyped(c, 1)), shape()));
  };
  t["typed_can_cast"] = [](call const& c) {
    return with_two_named(
        every, c, []<class A, class B>(std::type_identity<A>, std::type_identity<B>) { return can_cast<A, B>(); });
  };
  t["any_can_cast"] = [](call const& c) {
    return stored(can_cast(zeros(dtype_named(c.word(0)), shape(1)), dtype_named(c.word(1))));
  };
  t["typed_isdtype"] = [](call const& c) {
    return with_type_named(every, c.word(0), [&]<class T>(std::type_identity<T>) {
      return isdtype<T>(static_cast<dtype_kind>(c.number(1)));
    });
  };
  t["any_isdtype"] = [](call const& c) {
    return stored(isdtype(dtype_named(c.word(0)), static_cast<dtype_kind>(c.number(1))));
  };
}
void add_limits(table& t) {
  t["typed_finfo"] = [](call const& c) {
    return with_type_named(types<double, float>, c.word(0), []<class T>(std::type_identity<T>) {
      using limits = std::numeric_limits<T>;
      return tensor<double, 1>{8 * sizeof(T), limits::epsilon(), limits::max(), limits::lowest(), limits::min()};
    });
  };
  t["any_finfo"] = [](call const& c) {
    const auto [bits, eps, max, min, smallest_normal] = finfo(dtype_named(c.word(0)));
    return stored(tensor<double, 1>{double(bits), eps, max, min, smallest_normal});
  };
  t["typed_iinfo"] = [](call const& c) {
    return with_type_named(types<int8_t, uint16_t, int32_t, whole, uint64_t>, c.word(0),
                           []<class T>(std::type_identity<T>) {
                             using limits = std::numeric_limits<T>;
                             return tensor<uint64_t, 1>{8 * sizeof(T), static_cast<uint64_t>(limits::min()),
                                                        static_cast<uint64_t>(limits::max())};
                           });
  };
  t["any_iinfo"] = [](call const& c) {
    const auto [bits, min, max] = iinfo(dtype_named(c.word(0)));
    return stored(tensor<uint64_t, 1>{uint64_t(bits), uint64_t(min), max});
  };
  t["typed_broadcast_shapes"] = t["any_broadcast_shapes"] = [](call const& c) {
    const auto both = broadcast_shapes(c.shape(0), c.shape(1));
    tensor<whole, 1> list(both.rank());
    for (int k = 0; k < both.rank(); ++k)
      list(k) = both[k];
    return stored(list);
  };
}

const commands_of_source added([](table& t) {
  add_shapes(t);
  add_ranges(t);
  add_likes(half<typed_half>{t});
  add_likes(half<untyped_half>{t});
  add_types(t);
  add_limits(t);
});

} // namespace
} // namespace numpy
