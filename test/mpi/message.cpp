#include <weft/mpi/message.hpp>

#include "mpi/ranks.hpp"

#include <weft/core.hpp>
#include <weft/mpi/collective.hpp>

#include "mpi/datatype.hpp"

#include <complex>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include <doctest/doctest.h>

using namespace weft;

namespace {

/// Each rank sends to the next one, in a ring, and receives from the one before.
int next_rank() {
  return (ranks().rank() + 1) % ranks().size();
}
int rank_before() {
  return (ranks().rank() + ranks().size() - 1) % ranks().size();
}

/// A box of random place, strides of both signs and order of axes in memory of its own, whose other bytes are guarded.
struct random_box {
  std::vector<int> memory;
  index_t extents[3], strides[3], first = 0;

  random_box(same_numbers& random, index_t const (&n)[3]) {
    int order[] = {0, 1, 2};
    std::swap(order[0], order[random(0, 2)]);
    std::swap(order[1], order[random(1, 2)]);
    index_t step = random(1, 2);
    for (int const k : order) {
      extents[k] = n[k];
      bool const backward = random(0, 1) == 1;
      strides[k] = backward ? -step : step;
      first += backward && n[k] > 0 ? step * (n[k] - 1) : 0;
      step *= (std::max)(n[k], index_t{1}) + random(0, 2);
    }
    memory.assign(static_cast<std::size_t>(step + 4), -1);
  }
  view<int, 3> view_of() {
    return borrow(memory.data() + first, shape(extents[0], extents[1], extents[2]), strides_of(extents));
  }
  auto strides_of(index_t const (&)[3]) const -> decltype(weft::strides(index_t{}, index_t{}, index_t{})) {
    return weft::strides(strides[0], strides[1], strides[2]);
  }
  int& at(index_t i, index_t j, index_t k) {
    return memory[static_cast<std::size_t>(first + i * strides[0] + j * strides[1] + k * strides[2])];
  }
};

/// Sends boxes of random layouts around the ring, and compares all memory of the target.
void exchange_boxes(unsigned seed) {
  same_numbers random(seed);
  for (int round = 0; round < 40; ++round) {
    index_t const n[] = {random(0, 3), random(1, 4), random(1, 5)};
    random_box from(random, n), to(random, n), wanted = to;
    int number = 0;
    for (index_t i = 0; i < n[0]; ++i)
      for (index_t j = 0; j < n[1]; ++j)
        for (index_t k = 0; k < n[2]; ++k, ++number) {
          from.at(i, j, k) = 1000 * ranks().rank() + number;
          wanted.at(i, j, k) = 1000 * rank_before() + number;
        }
    auto sent = mpi::isend(ranks(), from.view_of(), next_rank(), round);
    if (round % 2 == 0) {
      mpi::recv(ranks(), to.view_of(), rank_before(), round);
    } else {
      auto const target = to.view_of();
      mpi::irecv(ranks(), target, rank_before(), round).wait();
    }
    sent.wait();
    CHECK(to.memory == wanted.memory);
  }
}

/// Calls f(), and returns what is written on stderr meanwhile.
template <class F>
std::string written_on_stderr(F f) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> const file(std::tmpfile(), &std::fclose);
  std::fflush(stderr);
  int const before = dup(STDERR_FILENO);
  dup2(fileno(file.get()), STDERR_FILENO);
  f();
  std::fflush(stderr);
  dup2(before, STDERR_FILENO);
  close(before);
  std::rewind(file.get());
  std::string text(1000, ' ');
  text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  return text;
}

template <class T>
T value_from(double x) {
  if constexpr (std::is_constructible_v<T, float> && sizeof(T) == 2 && !std::is_integral_v<T>)
    return T(static_cast<float>(x));
  else if constexpr (is_complex<T>)
    return T(static_cast<typename T::value_type>(x), 3);
  else
    return static_cast<T>(x);
}
template <class T>
void send_type(std::initializer_list<double> values) {
  tensor<T, 1> from(shape(index_t(values.size()))), to(shape(index_t(values.size())));
  index_t i = 0;
  for (double const x : values)
    from(i++) = value_from<T>(x);
  auto received = mpi::irecv(ranks(), to, rank_before());
  mpi::send(ranks(), from, next_rank());
  received.wait();
  i = 0;
  for (double const x : values)
    CHECK(to(i++) == value_from<T>(x));
}

} // namespace

TEST_CASE("views of any strides travel into views of any strides, packed by weft or by MPI on either side") {
  exchange_boxes(1);
  index_t const before = detail::most_packed_bytes;
  detail::most_packed_bytes = 0;
  exchange_boxes(1);
  detail::most_packed_bytes = ranks().rank() % 2 == 0 ? before : 0;
  exchange_boxes(2);
  detail::most_packed_bytes = before;
}

TEST_CASE("counts above the limit of MPI become blocks") {
  index_t const before = detail::most_mpi_count, packed_before = detail::most_packed_bytes;
  detail::most_packed_bytes = 0;
  for (index_t const limit : {2, 3, 5}) {
    detail::most_mpi_count = limit;
    exchange_boxes(10 + static_cast<unsigned>(limit) + 100 * static_cast<unsigned>(ranks().size()));
    detail::most_mpi_count = before;
  }
  detail::most_packed_bytes = packed_before;
}

TEST_CASE("memory of packed messages serves the next ones, and a message that is too short writes nothing") {
  tensor<double, 2> from(5, 40), to(5, 40);
  for (int round = 0; round < 3; ++round) { // with memory of rounds before
    from = double(ranks().rank() + round);
    to = -1.0;
    auto arriving = mpi::irecv(ranks(), to(all, 7), rank_before(), 1);
    auto sent = mpi::isend(ranks(), from(all, 3), next_rank(), 1);
    sent.wait();
    arriving.wait();
    for (index_t i = 0; i < 5; ++i)
      for (index_t j = 0; j < 40; ++j)
        CHECK(to(i, j) == (j == 7 ? double(rank_before() + round) : -1.0));
  }
  to = -1.0;
  auto sent = mpi::isend(ranks(), from(range(0, 3), 3), next_rank(), 2);
  CHECK_THROWS_AS(mpi::recv(ranks(), to(all, 0), rank_before(), 2), shape_error);
  sent.wait();
  for (double const x : to)
    CHECK(x == -1.0);
}

TEST_CASE("every element type travels") {
  send_type<bool>({0, 1, 1});
  send_type<signed char>({-128, 127});
  send_type<short>({-32768, 5});
  send_type<int>({-5, 2147483647.0});
  send_type<long>({-9007199254740992.0, 1});
  send_type<unsigned char>({255, 1});
  send_type<unsigned short>({65535, 1});
  send_type<unsigned>({4294967295.0, 1});
  send_type<unsigned long>({9007199254740992.0, 1});
  send_type<float>({0.5, -1e30});
  send_type<double>({0.1, -1e300});
  send_type<std::complex<float>>({0.5, -2});
  send_type<std::complex<double>>({0.1, -2});
  send_type<float16>({0.5, -2, 65504});
  send_type<bfloat16>({0.5, -2});
}

TEST_CASE("numbers and expressions are sent, an expression evaluated once") {
  int calls = 0;
  tensor<double, 2> const a{{1, 2, 3}, {4, 5, 6}};
  auto const counted = weft::map([&](double x) { return ++calls, 2 * x; }, a);
  tensor<double, 2> to(2, 3);
  auto sent = mpi::isend(ranks(), counted, next_rank());
  mpi::recv(ranks(), to, rank_before());
  sent.wait();
  CHECK(calls == 6);
  for (index_t i = 0; i < 2; ++i)
    for (index_t j = 0; j < 3; ++j)
      CHECK(to(i, j) == 2 * double(3 * i + j + 1));
  double number = 0;
  auto number_sent = mpi::isend(ranks(), double(ranks().rank()), next_rank(), 3);
  mpi::recv(ranks(), number, rank_before(), 3);
  number_sent.wait();
  CHECK(number == double(rank_before()));
}

TEST_CASE("a request keeps what has no name, and the memory that views share") {
  tensor<double, 1> to(1000), shared_to(1000);
  mpi::request received = mpi::irecv(ranks(), to, rank_before(), 1);
  mpi::request shared_received = mpi::irecv(ranks(), shared_to, rank_before(), 2);
  mpi::request sent = mpi::isend(ranks(), tensor<double, 1>(linspace(0.0, 999.0, 1000)), next_rank(), 1);
  mpi::request shared_sent = [] {
    tensor<double, 1> local = linspace(0.0, 999.0, 1000);
    return mpi::isend(ranks(), std::move(local).share(), next_rank(), 2);
  }();
  CHECK(!received.is_finished());
  received.wait();
  CHECK(received.is_finished());
  received.wait(); // does nothing
  while (!shared_received.test()) {
  }
  sent.wait();
  shared_sent.wait();
  for (index_t i = 0; i < 1000; ++i) {
    CHECK(to(i) == double(i));
    CHECK(shared_to(i) == double(i));
  }
  mpi::request const none;
  CHECK(none.is_finished());
}

TEST_CASE("a message of another length is an error") {
  tensor<int, 1> from{1, 2, 3}, longer(4), shorter(2);
  auto sent = mpi::isend(ranks(), from, next_rank(), 1);
  CHECK_THROWS_AS(mpi::recv(ranks(), longer, rank_before(), 1), shape_error);
  sent.wait();
  auto second = mpi::isend(ranks(), from, next_rank(), 2);
  CHECK_THROWS_AS(mpi::recv(ranks(), shorter, rank_before(), 2), mpi_error);
  second.wait();
}

TEST_CASE("a target whose elements share memory is refused") {
  tensor<int, 1> one{5};
  auto const repeated = borrow(one.data(), shape(3), strides(0));
  CHECK_THROWS_AS(mpi::recv(ranks(), repeated, 0), layout_error);
}

TEST_CASE("a request that is dropped unfinished ends without waiting") {
  tensor<int, 1> to{7, 8};
  std::string const receiver =
      written_on_stderr([&] { auto const dropped = mpi::irecv(ranks(), to, rank_before(), 99); }); // nobody sends
  CHECK(receiver == "weft: a request of mpi::irecv from rank " + std::to_string(rank_before()) +
                        " was dropped unfinished: wait() ends it\n");
  mpi::barrier(ranks());
  CHECK(to(0) == 7);
  CHECK(to(1) == 8);
  constexpr index_t many = 200000; // MPI sends them when the receiver is ready
  std::string const sender = written_on_stderr(
      [&] { auto const dropped = mpi::isend(ranks(), tensor<int, 1>(arange(many)), next_rank(), 98); });
  CHECK(sender == "weft: a request of mpi::isend to rank " + std::to_string(next_rank()) +
                      " was dropped unfinished: wait() ends it\n");
  tensor<int, 1> received(many);
  mpi::recv(ranks(), received, rank_before(), 98);
  for (index_t k = 0; k < many; ++k)
    if (received(k) != k)
      FAIL("element " << k << " is " << received(k));
}
