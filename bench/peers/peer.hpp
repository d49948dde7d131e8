#pragma once
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <new>
#include <sstream>
#include <string>
#include <type_traits>
#include <vector>

// One program for each library. It waits for requests on its standard input, so that run.py can let all libraries take
// turns at a question within one sitting, and answers each with one line of JSON:
//   write QUESTION SIZE TYPE FILE           the result goes to the file
//   check QUESTION SIZE TYPE FILE           the result is compared with the file
//   time  QUESTION SIZE TYPE SECONDS ROUND  seconds a call, of several batches
// Operands and results are bytes in C's order. A library that stores columns sees the transposed array in them.
namespace peer {

/// Element i of operand k: below 2, positive, exact in float, and without a period that a cache would like.
template <class T = double>
T value(int k, long i) {
  return static_cast<T>(0.5 + double((i * 7919 + k * 311) % 1021) / 1024);
}

/// f(i) for i below the size, where f repeats itself after so many.
template <class T, class F>
void repeat(T* p, long size, long period, F f) {
  for (long i = 0; i < std::min(size, period); ++i)
    p[i] = static_cast<T>(f(i));
  for (long i = period; i < size; i += period)
    std::copy_n(p, std::min(period, size - i), p + i);
}

template <class T>
void fill(int k, T* p, long size) {
  repeat(p, size, 1021, [k](long i) { return value(k, i); });
}
template <class T>
void fill(int k, std::complex<T>* p, long size) {
  repeat(p, size, 1021, [k](long i) { return std::complex<T>(value<T>(k, i), value<T>(k + 1, i)); });
}
/// Integers below 1000.
inline void fill(int k, int* p, long size) {
  repeat(p, size, 997, [k](long i) { return (i * 7919 + k * 311) % 997; });
}
/// Bytes below 251.
inline void fill(int k, unsigned char* p, long size) {
  repeat(p, size, 251, [k](long i) { return (i * 7919 + k * 311) % 251; });
}
/// One greatest element, so that there is one answer where it is.
inline void fill_peak(double* p, long size) {
  fill(0, p, size);
  p[size * 2 / 3] = 3;
}

/// Numbers in no order, the same for all.
inline std::uint64_t mixed(long i) {
  std::uint64_t x = std::uint64_t(i) + 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}
template <class T>
void fill_shuffled(T* p, long size) {
  for (long i = 0; i < size; ++i)
    p[i] = T(double(mixed(i) >> 40) / double(1 << 24));
}
/// Of all sizes and both signs.
inline void fill_shuffled(std::int64_t* p, long size) {
  for (long i = 0; i < size; ++i)
    p[i] = std::int64_t(mixed(i));
}
inline void fill_places(long* p, long size, long below) {
  for (long i = 0; i < size; ++i)
    p[i] = long(mixed(i) % std::uint64_t(below));
}

/// Memory at a multiple of 64, as a careful hand would ask for. Libraries that allocate bring their own alignment.
template <class T>
struct aligned {
  using value_type = T;
  aligned() = default;
  template <class U>
  aligned(aligned<U> const&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t(64))); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t(64)); }
  bool operator==(aligned const&) const = default;
};

/// n elements, of operand k where one is named.
template <class T>
struct block : std::vector<T, aligned<T>> {
  explicit block(long n) : std::vector<T, aligned<T>>(static_cast<std::size_t>(n)) {}
  block(int k, long n) : block(n) { fill(k, this->data(), n); }
};

/// The compiler must assume that all memory was read and changed.
inline void clobber() { asm volatile("" ::: "memory"); }

inline double seconds_of(clockid_t clock) {
  timespec t{};
  clock_gettime(clock, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// Processor time of all threads, as some libraries work in threads of their own even where one core is allowed. Where
/// several are allowed, run.py asks for the clock on the wall.
template <class F>
[[gnu::noinline, gnu::aligned(64)]] double seconds_for(F& f, long calls, clockid_t clock) {
  clobber();
  const double start = seconds_of(clock);
  for (long n = 0; n < calls; ++n) {
    f();
    clobber();
  }
  return seconds_of(clock) - start;
}

/// Where the library keeps the elements.
template <class C>
auto const* elements(C const& c) {
  if constexpr (std::is_arithmetic_v<C>)
    return &c;
  else if constexpr (std::is_array_v<C>)
    return +c;
  else if constexpr (requires { c.memptr(); })
    return c.memptr();
  else if constexpr (requires { c.dataFirst(); })
    return c.dataFirst();
  else
    return c.data();
}

/// What one request asks of one question.
class run {
public:
  explicit run(std::istream& request) { request >> mode_ >> question >> size >> type >> argument_ >> round_; }

  /// `f` computes `count` elements of `result`.
  template <class F, class C>
  void operator()(long count, F f, C const& result) {
    if (mode_ == "time")
      return measure(f);
    f();
    clobber();
    auto const* p = elements(result);
    if (mode_ == "write")
      write(p, count);
    else
      compare(p, count);
  }
  /// `f` returns what is timed, `store` puts that into `result` where it is compared.
  template <class F, class Store, class C>
  void operator()(long count, F f, Store store, C const& result) {
    if (mode_ == "time")
      return measure(f);
    (*this)(count, [&] { store(f()); }, result);
  }
  int round() const { return round_; }

  /// `fill` draws numbers for `p`. No two libraries draw the same: what is compared is their first, second and fourth
  /// moments.
  template <class F>
  void numbers(long n, F fill, double const* p) {
    if (mode_ == "time")
      return measure(fill);
    double moments[3] = {};
    (*this)(3, [&] {
      fill();
      for (long i = 0; i < n; ++i)
        for (int k = 0; k < 3; ++k)
          moments[k] += std::pow(p[i], 1 << k) / double(n);
    }, moments);
  }

  std::string question, type, answer = "{\"error\": \"no result\"}";
  long size = 0;

private:
  template <class T>
  void write(T const* p, long count) {
    std::ofstream file(argument_, std::ios::binary);
    file.write(reinterpret_cast<char const*>(p), count * long(sizeof(T)));
    answer = file ? "{\"bytes\": " + std::to_string(count * long(sizeof(T))) + "}" : "{\"error\": \"cannot write\"}";
  }
  template <class T>
  void compare(T const* p, long count) {
    std::vector<T> expected(static_cast<std::size_t>(count));
    std::ifstream file(argument_, std::ios::binary);
    file.read(reinterpret_cast<char*>(expected.data()), count * long(sizeof(T)));
    if (!file || file.peek() != EOF) {
      answer = "{\"error\": \"a result of another size or type\"}";
      return;
    }
    double worst = 0;
    for (long i = 0; i < count; ++i) {
      const double error = distance(p[i], expected[std::size_t(i)]);
      if (!(error <= worst)) // NaN is worst
        worst = std::isnan(error) ? std::numeric_limits<double>::max() : error;
    }
    std::ostringstream out;
    out << "{\"worst\": " << worst << "}";
    answer = out.str();
  }
  template <class T>
  static double distance(T x, T expected) {
    if constexpr (std::is_arithmetic_v<T>)
      return std::abs(double(x) - double(expected)) / (1 + std::abs(double(expected)));
    else
      return double(std::abs(x - expected)) / (1 + double(std::abs(expected)));
  }

  template <class F>
  void measure(F& f) {
    constexpr int batches = 5;
    const double budget = std::atof(argument_.c_str());
    f(); // finds cold caches and memory that nobody has touched, and counts for nothing
    long calls = 1;
    double last = seconds_for(f, 1, clock_);
    while (last < budget / (2 * batches)) {
      calls *= 2;
      last = seconds_for(f, calls, clock_);
    }
    std::ostringstream out;
    out.precision(5);
    out << "{\"seconds\": [" << last / double(calls);
    for (int n = 1; n < batches && last < budget; ++n)
      out << ", " << seconds_for(f, calls, clock_) / double(calls);
    out << "], \"calls\": " << calls << "}";
    answer = out.str();
  }

  std::string mode_, argument_;
  int round_ = 0;
  clockid_t clock_ = std::getenv("WEFT_BENCH_WALL") == nullptr ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
};

/// The questions that a library answers.
class book {
public:
  using answer = std::function<void(run&, long)>;

  void add(std::string const& question, answer f, char const* type = "double") {
    answers_[question + " " + type] = std::move(f);
  }
  void add(std::string const& question, answer in_double, answer in_float) {
    add(question, std::move(in_double), "double");
    add(question, std::move(in_float), "float");
  }

  /// Says which library this is and what it answers, then answers until the input ends.
  int serve(std::string const& library, std::string const& version) const {
    std::string list;
    for (auto const& [name, f] : answers_)
      list += (list.empty() ? "\"" : ", \"") + name + "\"";
    const std::string about = "\"version\": \"" + version + "\", \"compiler\": \"" + compiler + "\"";
    std::printf("{\"library\": \"%s\", %s, \"answers\": [%s]}\n", library.c_str(), about.c_str(), list.c_str());
    std::fflush(stdout);
    for (std::string line; std::getline(std::cin, line);) {
      std::istringstream words(line);
      run request(words);
      reply(request);
      std::printf("%s\n", request.answer.c_str());
      std::fflush(stdout);
    }
    return 0;
  }

private:
#if defined(__clang__)
  static constexpr char const* compiler = "Clang " __clang_version__;
#else
  static constexpr char const* compiler = "GCC " __VERSION__;
#endif

  /// The operands of each round lie elsewhere, so that no median rests on one lucky or unlucky place.
  void reply(run& request) const {
    const auto found = answers_.find(request.question + " " + request.type);
    if (found == answers_.end())
      return;
    std::vector<char> elsewhere(static_cast<std::size_t>(16 + request.round() * 1168 % 8192));
    clobber();
    try {
      found->second(request, request.size);
    } catch (std::exception const& e) {
      request.answer = std::string("{\"error\": \"") + e.what() + "\"}";
    }
  }

  std::map<std::string, answer> answers_;
};

/// Steps of z = z^2 + x + iy from 0 before |z| is 2, at most 100.
inline double stay(double x, double y) {
  double u = 0, v = 0;
  int steps = 0;
  for (; steps < 100 && u * u + v * v < 4; ++steps) {
    const double next = u * u - v * v + x;
    v = 2 * u * v + y;
    u = next;
  }
  return steps;
}

/// A file among those that run.py prepares: SIZE.npy holds operand 0, digits.raw 1797 x 64 doubles.
inline std::string data(std::string const& name) {
  char const* folder = std::getenv("WEFT_BENCH_DATA");
  return std::string(folder == nullptr ? "." : folder) + "/" + name;
}
inline constexpr long images = 1797, pixels = 64, clusters = 10;
inline block<double> digits() {
  block<double> all(images * pixels);
  std::ifstream file(data("digits.raw"), std::ios::binary);
  file.read(reinterpret_cast<char*>(all.data()), long(all.size() * sizeof(double)));
  return all;
}

} // namespace peer
