// Limits that headers ask for. Those that types depend on cannot change while a program runs: the ways on either side
// of them are called by name.
#include "measure.hpp"
#include "operands.hpp"

#include <utility>

namespace measured {

template <index_t N>
struct staged_exp : weft::op::exp {};
template <class T, index_t Bytes>
struct laned_sum : weft::reducer::sum<T> {};

} // namespace measured

namespace weft::detail {

template <index_t N, class C>
inline constexpr index_t stage_columns<core_node<measured::staged_exp<N>, C>> = N;
template <class T, index_t Bytes, std::size_t Size>
inline constexpr int lanes<measured::laned_sum<T, Bytes>, Size> = int(Bytes / Size);

} // namespace weft::detail

namespace measured {
namespace {

using namespace weft::detail;

/// Addresses of leaves, for kernels.
struct addresses {
  index_t* position;
  template <int J, class X>
  void leaf(X const& e) {
    position[J] = reinterpret_cast<index_t>(e.data);
  }
  template <class C>
  void constant(C const&) {}
};

template <index_t N>
using whole = weft::tensor<double, weft::fixed<N>>;
template <index_t N>
std::shared_ptr<whole<N>> ones() {
  auto t = std::make_shared<whole<N>>();
  *t = 1.0;
  return t;
}

/// r = f(a, b) of N elements: up to a limit of `size` by the kernel `below`, else by the one `above`. Kernels are
/// called as assignments call them: through a pointer, or where the statement stands.
template <index_t N, class F, class Below, class Above>
statement of_kernels(std::string const& name, double size, F f, Below below, Above above) {
  auto a = ones<N>(), b = ones<N>(), r = ones<N>();
  return {sized(name, N), [=](double limit) {
            const auto e = f(*a, *b);
            using core = core_t<std::remove_const_t<decltype(e)>>;
            index_t position[core::slots + 1];
            position[0] = reinterpret_cast<index_t>(r->data());
            addresses leaves{position};
            const core c = core_type<std::remove_const_t<decltype(e)>>::template of<1>(leaves, e);
            const loop_frame frame{1, N, position, nullptr, nullptr, nullptr};
            if (size <= limit)
              below(&c, frame);
            else
              above(&c, frame);
          }};
}

template <class Core, index_t N>
constexpr auto unrolled =
    [](void const* core, loop_frame const& frame) { static_kernel<double, Core, N>()(core, frame); };
template <class Core, index_t N>
constexpr auto in_place =
    [](void const* core, loop_frame const& frame) { static_map_body<double, Core, N>::run(any_vector(), core, frame); };
template <class Core>
constexpr auto any_length = [](void const* core, loop_frame const& frame) {
  bytewise_kind<double, Core, false>(std::integer_sequence<int>{}).variant[0].run[chosen_isa](core, frame);
};

template <index_t N, class F>
using core_of = core_t<decltype(std::declval<F>()(std::declval<whole<N>&>(), std::declval<whole<N>&>()))>;
template <index_t N, class F>
void add_unrolled(limit& l, std::string const& name, F f) {
  using core = core_of<N, F>;
  l.statements.push_back(of_kernels<N>(name, N, f, unrolled<core, N>, any_length<core>));
}
template <index_t N, class F>
void add_in_place(limit& l, std::string const& name, F f) {
  using core = core_of<N, F>;
  l.statements.push_back(of_kernels<N>(name, N * (1 + core::operations), f, in_place<core, N>, unrolled<core, N>));
}

constexpr auto sum_of = [](auto const& a, auto const& b) { return a + b; };
constexpr auto four_operations = [](auto const& a, auto const& b) { return (a * b + a) * b - a; };

template <index_t... N>
limit max_unrolled_of(std::integer_sequence<index_t, N...>) {
  limit l{"max_unrolled", double(weft::detail::max_unrolled), {16, 32, 64, 128, 256}, {}, {}};
  (add_unrolled<N>(l, "a + b", sum_of), ...);
  (add_unrolled<N>(l, "(a * b + a) * b - a", four_operations), ...);
  return l;
}
template <index_t... N>
limit max_written_out_of(std::integer_sequence<index_t, N...>) {
  limit l{"max_written_out", double(weft::detail::max_written_out), {8, 20, 40, 80, 160}, {}, {}};
  (add_in_place<N>(l, "a + b", sum_of), ...);
  (add_in_place<N>(l, "(a * b + a) * b - a", four_operations), ...);
  return l;
}

/// The plan for a kind whose kernels are chosen here.
template <class Target, class E>
void run_kind(map_kind const& kind, Target&& to, E const& e) {
  const auto target = to.window().window_leaf().template borrowed<double>();
  room_for<core_t<E>, decltype(target)::layout_type::static_rank> room(target.extents());
  auto into = room.enter();
  into.template leaf<0>(target);
  const core_t<E> core = core_type<E>::template of<1>(into, e);
  session s;
  run_map(kind, room.table(kinds_of<double>(slots_t<core_t<E>>{})), &core, s);
}

/// Operands that repeat along rows: in registers where a kernel holds so many, else in buffers. There are no kernels
/// that hold more than three.
template <int Operands, class E>
statement with_held(std::string const& name, std::shared_ptr<weft::tensor<double, 2>> r, E const& e) {
  return {name, [=](double limit) {
            map_kind kind = bytewise_kind<double, core_t<E>, false>(std::make_integer_sequence<int, Operands>{});
            if (Operands > limit)
              kind.variants = 1;
            run_kind(kind, *r, e);
          }};
}
limit max_held_operands() {
  limit l{"max_held_operands", double(weft::detail::max_held_operands), {1, 2, 3}, {}, {}};
  for (const index_t n : {30, 100, 1000}) {
    auto x = made<double, 2>(n, n), r = made<double, 2>(n, n);
    auto c = made<double, 2>(n, 1), d = made<double, 2>(n, 1);
    l.statements.push_back(with_held<2>(sized("X * column", n, n), r, own(*x * *c)));
    l.statements.push_back(with_held<3>(sized("(X - column) / column", n, n), r, own((*x - *c) / *d)));
  }
  return l;
}

limit long_copy() {
  limit l = variable("long_copy", weft::detail::long_copy, {4096, 14336, 28672, 57344, 131072, 1 << 30});
  for (const index_t n : {800, 2500, 5000, 12000, 30000, 200000}) {
    auto a = made<double, 1>(n), r = made<double, 1>(n);
    l.statements.push_back({sized("r = a", n), [=](double) { *r = *a; }});
  }
  return l;
}

template <index_t... Pieces>
limit stage_piece_of(std::integer_sequence<index_t, Pieces...>) {
  limit l{"stage_piece", double(weft::detail::stage_piece), {double(Pieces)...}, {}, {}};
  for (const index_t n : {300, 3000, 300000}) {
    auto x = made<double, 1>(n), r = made<double, 1>(n);
    l.statements.push_back({sized("exp(x)", n), [=](double piece) {
                              ((piece == double(Pieces) ? void(*r = make_unary<staged_exp<Pieces>>(*x)) : void()), ...);
                            }});
    l.statements.push_back({sized("exp(-x * x)", n), [=](double piece) {
                              ((piece == double(Pieces) ? void(*r = make_unary<staged_exp<Pieces>>(-*x * *x)) : void()),
                               ...);
                            }});
  }
  return l;
}

template <class T, index_t... Bytes>
void add_lanes(limit& l, std::string const& name) {
  for (const index_t n : {20, 100, 1000, 20000}) {
    auto x = made<T, 1>(n);
    auto r = std::make_shared<T>();
    l.statements.push_back(
        {sized("sum(x) of " + name, n), [=](double bytes) {
           ((bytes == double(Bytes) ? void(*r = reduce_by(laned_sum<T, Bytes>{}, capture(*x))) : void()), ...);
         }});
  }
}
template <index_t... Bytes>
limit lane_bytes_of(std::integer_sequence<index_t, Bytes...>) {
  limit l{"lane_bytes", double(weft::detail::lane_bytes), {double(Bytes)...}, {}, {}};
  add_lanes<double, Bytes...>(l, "doubles");
  add_lanes<float, Bytes...>(l, "floats");
  return l;
}

limit least_scanned() {
  limit l = variable("least_scanned", weft::detail::least_scanned, {1, 2, 4, 8, 16, 32});
  for (const index_t n : {2, 3, 6, 12, 24}) {
    auto a = made<double, 2>(1000, n), r = made<double, 2>(1000, n);
    l.statements.push_back({sized("cumsum(A, 0)", 1000, n), [=](double) { *r = cumsum(*a, 0); }});
  }
  return l;
}

template <index_t... N>
using sizes = std::integer_sequence<index_t, N...>;

} // namespace

std::vector<limit> header_limits() {
  return {max_unrolled_of(sizes<12, 24, 48, 64, 100, 200>{}),
          max_written_out_of(sizes<2, 3, 4, 8, 9, 16, 25>{}),
          max_held_operands(),
          long_copy(),
          stage_piece_of(sizes<64, 128, 256, 512, 1024>{}),
          lane_bytes_of(sizes<64, 128, 256, 512>{}),
          least_scanned()};
}

} // namespace measured
