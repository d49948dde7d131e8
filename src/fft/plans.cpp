#include "fft/plans.hpp"

#include <weft/eval/loop.hpp>

namespace weft::detail {

namespace {

struct kept_plan {
  std::size_t length;
  std::uint64_t used; ///< the time of the last use, counted in uses
  std::shared_ptr<void const> plan;
};

/// The plans of one precision for transforms of one sort.
class plan_store {
public:
  /// Returns a kept plan, or null.
  std::shared_ptr<void const> find(std::size_t length) {
    std::lock_guard<std::mutex> const lock(mutex_);
    for (kept_plan& kept : plans_)
      if (kept.plan && kept.length == length) {
        kept.used = ++uses_;
        return kept.plan;
      }
    return nullptr;
  }
  /// Keeps a plan in place of the one whose last use is the longest ago.
  void keep(std::size_t length, std::shared_ptr<void const> const& plan) {
    std::shared_ptr<void const> old;
    std::lock_guard<std::mutex> const lock(mutex_);
    auto const place =
        std::min_element(plans_.begin(), plans_.end(), [](auto const& a, auto const& b) { return a.used < b.used; });
    old = std::move(place->plan);
    *place = {length, ++uses_, plan};
  }

private:
  std::mutex mutex_;
  std::uint64_t uses_ = 0;
  std::array<kept_plan, 16> plans_{};
};

/// Returns which sort of plan a kind of transform takes: complex, real, or cosine.
std::size_t sort_of(transform_kind kind) {
  return kind == transform_kind::complex ? 0 : kind == transform_kind::cosine ? 2 : 1;
}

} // namespace

transform_kernels const& kernels_for(transform_real real) noexcept {
  if (real == transform_real::long_double)
    return transform_extended;
  transform_precisions const& chosen = *transform_levels[chosen_isa];
  return real == transform_real::single_precision ? chosen.single_precision : chosen.double_precision;
}

std::shared_ptr<void const> plan_for(transform_kind kind, transform_real real, std::size_t length) {
  static plan_store stores[3][3];
  plan_store& store = stores[std::size_t(real)][sort_of(kind)];
  if (std::shared_ptr<void const> plan = store.find(length))
    return plan;
  transform_kernels const& kernels = kernels_for(real);
  auto const drop = [&kernels, kind](void const* p) { kernels.delete_plan(kind, p); };
  std::shared_ptr<void const> plan(kernels.new_plan(kind, length), drop);
  store.keep(length, plan);
  return plan;
}

} // namespace weft::detail
