#include "ratio.hpp"

#include <sched.h>

#include <algorithm>

namespace bench {

namespace {
int pin_to_last_processor() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
    return -1;
  for (int core = CPU_SETSIZE - 1; core >= 0; --core)
    if (CPU_ISSET(core, &allowed)) {
      CPU_ZERO(&allowed);
      CPU_SET(core, &allowed);
      return sched_setaffinity(0, sizeof allowed, &allowed) == 0 ? core : -1;
    }
  return -1;
}
} // namespace

std::vector<double> copy_of(double const* p, std::ptrdiff_t size) { return {p, p + size}; }

bool all_near(std::vector<double> const& x, double const* y) {
  return std::equal(x.begin(), x.end(), y, [](double a, double b) { return std::abs(a - b) <= 1e-11 * (1 + std::abs(b)); });
}

int run_all(int argc, char** argv) {
  const int core = pin_to_last_processor();
  benchmark::AddCustomContext("pinned_to", std::to_string(core));
#if defined(__clang__)
  benchmark::AddCustomContext("compiler", "Clang " __clang_version__);
#else
  benchmark::AddCustomContext("compiler", "GCC " __VERSION__);
#endif
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv))
    return 1;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}

} // namespace bench
