#pragma once
#include <weft/eval/loop.hpp>
#include <weft/expr/capture.hpp>

// The memory that operands read. A leaf in memory covers its own bytes. A leaf computed by a function or a node of the
// program lists what it reads if it has a member reads(r).
namespace weft::detail {

/// Returns the bytes of a leaf. It writes to `extents` and `strides`, which must have room for max_rank numbers.
template <class T, class L, class K>
WEFT_FN footprint footprint_of(strided_leaf<T, L, K> const& e, index_t* extents, index_t* strides) {
  for (int k = 0; k < e.place.rank(); ++k) {
    extents[k] = e.place.extent(k);
    strides[k] = extents[k] > 1 ? e.place.stride(k) * index_t(sizeof(T)) : 0;
  }
  return {reinterpret_cast<index_t>(e.data), sizeof(T), e.place.rank(), extents, strides};
}

/// The argument of reads(r). r(x) tells a listener about the memory of a tensor, a view, or an expression over them.
class memory_reader {
public:
  WEFT_INLINE explicit memory_reader(memory_listener const& l) : listener_(l) {}
  WEFT_INLINE memory_listener const& listener() const { return listener_; }
  template <Tensorial X>
  WEFT_FN void operator()(X const& x) const {
    if constexpr (is_listed<captured_t<X const&>>())
      tell(capture(x));
  }
  template <class E>
  WEFT_FN void tell(E const& e) const {
    if constexpr (requires { footprint_of(e, nullptr, nullptr); }) {
      index_t extents[max_rank], strides[max_rank];
      listener_.tell(listener_.to, footprint_of(e, extents, strides), e.keep.watched().ticket());
    } else if constexpr (ListsMemory<E>) {
      e.reads(*this);
    } else if constexpr (requires { e.children; }) {
      [&]<int... At>(std::integer_sequence<int, At...>) {
        (tell(get<At>(e.children)), ...);
      }(std::make_integer_sequence<int, E::arity>{});
    }
  }

private:
  template <class E>
  WEFT_FN static constexpr bool is_listed() {
    static_assert(!E::is_deferred, "weft: reads(r): a product, reduction or reshape is no memory: name its operands");
    return !E::is_deferred;
  }
  memory_listener const& listener_;
};

/// Tells a listener about the memory that a computed leaf reads. lister() returns this function, or null if the leaf
/// lists nothing.
template <class G>
WEFT_FN void list_memory(void const* leaf, memory_listener const& listener) {
  memory_reader(listener).tell(*static_cast<G const*>(leaf));
}
template <class G>
WEFT_FN constexpr list_function lister() {
  if constexpr (ListsMemory<G>)
    return &list_memory<G>;
  else
    return nullptr;
}

/// A listener that notices whether some memory shares a byte with `bytes`.
struct sharing {
  footprint const& bytes;
  bool found = false;
  WEFT_FN static void tell(void* me, footprint const& read, std::uint64_t) {
    sharing& s = *static_cast<sharing*>(me);
    s.found = s.found || shares_a_byte(read, s.bytes);
  }
};
/// Returns true if a leaf, in memory or computed, reads some of these bytes. A computed leaf that lists nothing is
/// taken to read none.
template <class E>
WEFT_FN bool reads_bytes([[maybe_unused]] E const& leaf, [[maybe_unused]] footprint const& bytes) {
  if constexpr (requires { footprint_of(leaf, nullptr, nullptr); }) {
    index_t extents[max_rank], strides[max_rank];
    return shares_a_byte(footprint_of(leaf, extents, strides), bytes);
  } else if constexpr (ListsMemory<E>) {
    sharing s{bytes};
    memory_listener const listener{&sharing::tell, &s};
    list_memory<E>(&leaf, listener);
    return s.found;
  } else {
    return false;
  }
}

} // namespace weft::detail
