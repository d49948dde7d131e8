// Measures the limits of eval/limits.hpp and src/loop/limits.hpp anew: each statement that a limit decides about with
// each value that the limit might have. bench_limits [--quick] [--lines] [word in the name of a limit]...
#include "measure.hpp"

#include <weft/weft.hpp>

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>

namespace {

struct options {
  bool quick = false, lines = false;
  std::vector<std::string> words;
};

/// Time of the thread, which others on the machine do not add to, or of the clock where several threads work.
double now(bool of_thread) {
  timespec t;
  clock_gettime(of_thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return 1e9 * static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_nsec);
}

double time_of(measured::statement const& s, double value, int calls, bool of_thread) {
  const double begin = now(of_thread);
  for (int k = 0; k < calls; ++k)
    s.run(value);
  return (now(of_thread) - begin) / calls;
}

/// The least time of a statement with each value, in nanoseconds. Values take turns, so that what slows the machine
/// down for a while meets all of them.
std::vector<double> times_of(measured::limit const& l, measured::statement const& s, options const& o) {
  const double sample = o.quick ? 0 : 2e5, budget = o.quick ? 0 : 1.5e8; // ns
  const bool of_thread = l.threads == 1;
  const auto with = [&](double value, int calls) {
    if (l.set)
      l.set(value);
    return time_of(s, value, calls, of_thread);
  };
  std::vector<double> least(l.values.size(), std::numeric_limits<double>::infinity());
  const double once = std::max(1.0, std::min(with(l.present, 1), with(l.present, 1)));
  const int calls = static_cast<int>(std::clamp(sample / once, 1.0, 1e6));
  const int rounds = static_cast<int>(std::clamp(budget / (calls * once), o.quick ? 1.0 : 7.0, 1000.0));
  for (int r = 0; r < rounds; ++r)
    for (std::size_t k = 0; k < least.size(); ++k) {
      const std::size_t v = (k + static_cast<std::size_t>(r)) % least.size();
      least[v] = std::min(least[v], with(l.values[v], calls));
    }
  if (l.set)
    l.set(l.present);
  return least;
}

std::string text(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%g", value);
  return buffer;
}

void print_times(std::string const& name, std::vector<double> const& times) {
  std::printf("    %-44s", name.c_str());
  for (const double t : times)
    std::printf(" %10.4g", t);
  std::printf("\n");
}

/// One line: of all values the best one is that with the least geometric mean of its times, each beside the least one
/// of its statement.
void print(measured::limit l, options const& o) {
  weft::set_num_threads(l.threads);
  std::sort(l.values.begin(), l.values.end());
  const auto present =
      static_cast<std::size_t>(std::find(l.values.begin(), l.values.end(), l.present) - l.values.begin());
  if (present == l.values.size())
    throw std::logic_error(l.name + ": the present value is not measured");
  if (o.lines)
    print_times(l.name, l.values);
  std::vector<double> mean(l.values.size(), 0);
  double worst = 0;
  std::string where;
  for (auto const& s : l.statements) {
    const std::vector<double> t = times_of(l, s, o);
    if (o.lines)
      print_times("  " + s.name, t);
    const double least = *std::min_element(t.begin(), t.end());
    for (std::size_t v = 0; v < t.size(); ++v)
      mean[v] += std::log(t[v] / least) / static_cast<double>(l.statements.size());
    if (t[present] / least - 1 > worst) {
      worst = t[present] / least - 1;
      where = s.name + " with " +
              text(l.values[static_cast<std::size_t>(std::min_element(t.begin(), t.end()) - t.begin())]);
    }
  }
  const auto best = static_cast<std::size_t>(std::min_element(mean.begin(), mean.end()) - mean.begin());
  std::printf("%-24s %9s %9s %6.1f %%   %5.1f %%  %s\n", l.name.c_str(), text(l.present).c_str(),
              text(l.values[best]).c_str(), 100 * (std::exp(mean[present] - mean[best]) - 1), 100 * worst,
              where.c_str());
  std::fflush(stdout);
}

bool is_asked_for(std::string const& name, options const& o) {
  return o.words.empty() || std::any_of(o.words.begin(), o.words.end(),
                                        [&](std::string const& word) { return name.find(word) != std::string::npos; });
}

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0)
      return line.substr(line.find(':') + 2);
  return "unknown";
}

void run(options const& o) {
  std::printf("%s, loops for %s\n%-24s %9s %9s %8s   %7s\n", processor().c_str(), weft::build_info().isa.c_str(),
              "limit", "value", "best", "loss", "most");
  for (auto const make :
       {measured::loop_limits, measured::fold_limits, measured::thread_limits, measured::header_limits})
    for (measured::limit const& l : make())
      if (is_asked_for(l.name, o))
        print(l, o);
}

/// The table for another instruction set: it is chosen before main().
int run_with(char const* isa, char** argv) {
  std::fflush(stdout);
  const pid_t child = fork();
  if (child == 0) {
    setenv("WEFT_ISA", isa, 1);
    execv("/proc/self/exe", argv);
    _exit(127);
  }
  int status = 0;
  return waitpid(child, &status, 0) == child ? status : 1;
}

} // namespace

int main(int argc, char** argv) {
  options o;
  for (int k = 1; k < argc; ++k)
    if (std::strcmp(argv[k], "--quick") == 0)
      o.quick = true;
    else if (std::strcmp(argv[k], "--lines") == 0)
      o.lines = true;
    else
      o.words.emplace_back(argv[k]);
  run(o);
  return std::getenv("WEFT_ISA") == nullptr && weft::build_info().isa == "avx512" && run_with("avx2", argv) != 0 ? 1
                                                                                                                 : 0;
}
