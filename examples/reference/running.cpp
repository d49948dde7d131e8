// doc/reference: Running and asking
#include "show.hpp"

#include <memory_resource>

using namespace weft;

void running() {
  // [operands of running and asking]
  tensor<double, 2> a(shape(3, 4), 1.0), b(shape(3, 4), 2.0), t(3, 4);
  // [end]
  SHOW(explain(a + b).loops);
  RUN(plan.temporaries, plan_report plan = explain(t, a + sum(b, 0)));
  SHOW(explain([&] { t = a + b; }).loops);
  RUN(t, tensor<double, 2> u; together(t, u) = together(a + b, a - b));
  RUN(s, double s = 0; together(t, s) = together(2.0 * a, sum(a * b, axes<0, 1>)));
  SHOW((is_allocation_free<view<double, 2>, decltype(a + b)>));
  RUN(known.one_loop, constexpr static_report known = explain<view<double, 2>, decltype(a + b)>());
  RUN(loop.extents.size(), loop_report loop = plan.loop_list.back());
  SHOW(loop.target == operand_access::direct);
  SHOW(build_info().version.empty());
  RUN(report.version.size() > 0, build_report report = build_info());
  RUN(sum(a), deterministic_scope same_bits);
  RUN(memory_resource() == here, std::pmr::memory_resource* here = std::pmr::new_delete_resource(); auto* before = set_memory_resource(here));
  RUN(reinterpret_cast<std::uintptr_t>(on_pages.data()) % 4096, set_memory_resource(here, page_aligned); const tensor<float, 1> on_pages(10));
  set_memory_resource(before);
  {
    RUN(reinterpret_cast<std::uintptr_t>(pages.data()) % 4096, const page_aligned_scope begins_at_pages; const tensor<float, 1> pages(10));
  }
  RUN(sum(t), no_alloc_scope quiet; t = a + b);
  {
    RUN(num_threads(), const thread_scope two{2});
  }
  RUN(num_threads(), set_num_threads(1));
}
