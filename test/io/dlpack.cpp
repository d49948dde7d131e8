#include <support/counting.hpp>

#include <weft/io/dlpack.hpp>
#include <weft/ops/arithmetic.hpp>
#include <weft/ops/equal.hpp>
#include <weft/ops/rearrange.hpp>

#include <doctest/doctest.h>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

using namespace weft;

namespace {

// The structs again, as their specification has them: what another library would look at.
struct spec_tensor {
  void* data;
  struct {
    int device_type;
    std::int32_t device_id;
  } device;
  std::int32_t ndim;
  struct {
    std::uint8_t code, bits;
    std::uint16_t lanes;
  } dtype;
  std::int64_t *shape, *strides;
  std::uint64_t byte_offset;
};
struct spec_managed {
  spec_tensor dl_tensor;
  void* manager_ctx;
  void (*deleter)(spec_managed*);
};
struct spec_versioned {
  std::uint32_t major, minor;
  void* manager_ctx;
  void (*deleter)(spec_versioned*);
  std::uint64_t flags;
  spec_tensor dl_tensor;
};

template <class Managed>
constexpr bool is_versioned = std::is_same_v<Managed, dlpack::managed_tensor_versioned>;

/// A tensor of another library: 2 x 3 doubles, counting how often it is deleted.
template <class Managed>
struct foreign {
  double values[8] = {-1, 1, 2, 3, 4, 5, 6, -1};
  std::int64_t shape[2] = {2, 3}, strides[2] = {3, 1};
  int deleted = 0;
  Managed managed{};

  foreign() {
    managed.tensor = {values, {1, 0}, 2, {2, 64, 1}, shape, strides, sizeof(double)};
    managed.manager = this;
    managed.deleter = [](Managed* self) { ++static_cast<foreign*>(self->manager)->deleted; };
    if constexpr (is_versioned<Managed>)
      managed.version.major = 1;
  }
};

template <class T>
void check_type(int code, int bits) {
  auto* const m = to_dlpack(tensor<T, 1>(2));
  auto const& t = reinterpret_cast<spec_managed*>(m)->dl_tensor;
  CHECK((t.dtype.code == code && t.dtype.bits == bits && t.dtype.lanes == 1));
  CHECK(dtype_of_dlpack(m->tensor) == dtype_of<T>);
  CHECK(from_dlpack<T, 1>(m).size() == 2);
}

} // namespace

TEST_CASE("dlpack: what is handed out is what the specification says, and keeps the memory alive") {
  support::counting_resource memory;
  {
    support::memory_scope const scope(memory);
    dlpack::managed_tensor* m = nullptr;
    double const* data = nullptr;
    {
      tensor<double, 3> a(2, 3, 4);
      a(1, 2, 3) = 7;
      data = a.data();
      m = to_dlpack(a);
      CHECK(a.ownership() == shared);
    }
    auto* const s = reinterpret_cast<spec_managed*>(m);
    CHECK((s->dl_tensor.data == data && s->dl_tensor.byte_offset == 0 && s->dl_tensor.ndim == 3));
    CHECK((s->dl_tensor.device.device_type == 1 && s->dl_tensor.device.device_id == 0));
    CHECK((s->dl_tensor.shape[0] == 2 && s->dl_tensor.shape[1] == 3 && s->dl_tensor.shape[2] == 4));
    CHECK((s->dl_tensor.strides[0] == 12 && s->dl_tensor.strides[1] == 4 && s->dl_tensor.strides[2] == 1));
    CHECK(static_cast<double*>(s->dl_tensor.data)[23] == 7);
    CHECK(memory.live_blocks() == 1);
    m->deleter(m);
    CHECK(memory.live_blocks() == 0);
  }
  CHECK(memory.faults() == 0);
}

TEST_CASE("dlpack: every element type") {
  check_type<bool>(6, 8);
  check_type<std::int8_t>(0, 8);
  check_type<std::int16_t>(0, 16);
  check_type<std::int32_t>(0, 32);
  check_type<std::int64_t>(0, 64);
  check_type<std::uint8_t>(1, 8);
  check_type<std::uint16_t>(1, 16);
  check_type<std::uint32_t>(1, 32);
  check_type<std::uint64_t>(1, 64);
  check_type<float>(2, 32);
  check_type<double>(2, 64);
  check_type<std::complex<float>>(5, 64);
  check_type<std::complex<double>>(5, 128);
  check_type<float16>(2, 16);
  check_type<bfloat16>(4, 16);
}

TEST_CASE("dlpack: there and back, for every class of strides and form of shape") {
  tensor<double, 2> a{{1, 2, 3}, {4, 5, 6}};
  CHECK(from_dlpack<double, 2>(to_dlpack(a)).data() == a.data());
  CHECK(from_dlpack<double, 2>(to_dlpack(a.share())) == a);
  CHECK(from_dlpack<double>(to_dlpack(transpose(a.share()))) == transpose(a));
  CHECK(from_dlpack<double, 2>(to_dlpack(reverse(a.share(), 1)(all, range(0, 3, 2)))) == tensor<double, 2>{{3, 1}, {6, 4}});
  CHECK(from_dlpack<double, 2>(to_dlpack(tensor<double, 2, column_major>(a))) == a);
  CHECK(from_dlpack<double, fixed<2, 3>>(to_dlpack(tensor<double, fixed<2, 3>>(a))) == a);
  CHECK(from_dlpack<double, 2, row_major>(to_dlpack(a + a))(1, 2) == 12);
  CHECK(from_dlpack<double, 0>(to_dlpack(tensor<double, 0>(2.5)))() == 2.5);
  CHECK(from_dlpack<double>(to_dlpack(tensor<double>(shape(2, 0)))).shape() == shape(2, 0));
  CHECK(from_dlpack<int, 1>(to_dlpack(any_tensor(tensor<int, 1>{1, 2}).as<int>())) == tensor<int, 1>{1, 2});
  CHECK_THROWS_AS(static_cast<void>(to_dlpack(a(1))), layout_error);

  tensor<double, 2> const c = a;
  auto* const m = to_dlpack_versioned(c);
  auto const* const s = reinterpret_cast<spec_versioned*>(m);
  CHECK((s->major == 1 && s->minor == 0 && s->flags == 1 && s->dl_tensor.data == c.data()));
  CHECK_THROWS_AS((from_dlpack<double, 2>(m)), dtype_error);
  CHECK(from_dlpack<double const, 2>(m) == a);
  auto* const writable = to_dlpack_versioned(a);
  CHECK(reinterpret_cast<spec_versioned*>(writable)->flags == 0);
  from_dlpack<double, 2>(writable)(0, 0) = 9;
  CHECK(a(0, 0) == 9);
}

TEST_CASE("dlpack: any_tensors and views of them, there and back, without a copy") {
  any_tensor u(tensor<std::int16_t, 2>{{1, 2, 3}, {4, 5, 6}});
  any_view back = from_dlpack(to_dlpack(u(all, range(2, -1, -2))));
  CHECK(back.dtype() == dtype::int16);
  CHECK(any_tensor(back) == any_tensor(tensor<std::int16_t, 2>{{3, 1}, {6, 4}}));
  back(1, 0) = 7;
  CHECK(int(u(1, 2)) == 7);
  any_view whole = from_dlpack(to_dlpack(u));
  u = any_tensor();
  CHECK(any_tensor(whole) == any_tensor(tensor<std::int16_t, 2>{{1, 2, 3}, {4, 5, 7}}));
  const any_view versioned = from_dlpack(to_dlpack_versioned(tensor<std::complex<float>, 1>{{1, 2}}));
  CHECK(any_tensor(versioned) == any_tensor(tensor<std::complex<float>, 1>{{1, 2}}));
  tensor<double, 1> borrowed_memory{1, 2};
  CHECK_THROWS_AS((void)to_dlpack(any_view(borrowed_memory)), layout_error);
}

TEST_CASE_TEMPLATE("dlpack: a foreign tensor is deleted once, when the last view of it goes", M, dlpack::managed_tensor,
                   dlpack::managed_tensor_versioned) {
  foreign<M> f;
  {
    view<double, 1> row;
    {
      auto v = from_dlpack<double, 2>(&f.managed);
      CHECK(v == tensor<double, 2>{{1, 2, 3}, {4, 5, 6}});
      CHECK(v.ownership() == shared);
      v(1, 2) = 60;
      row.rebind(v(1, all));
    }
    CHECK(f.deleted == 0);
    CHECK(row(2) == 60);
  }
  CHECK(f.deleted == 1);
  CHECK(f.values[6] == 60);
  f.managed.tensor.strides = nullptr;
  f.shape[0] = 3;
  f.shape[1] = 2;
  CHECK(from_dlpack<double const, 2, row_major>(&f.managed) == tensor<double, 2>{{1, 2}, {3, 4}, {5, 60}});
  CHECK(f.deleted == 2);
  f.managed.deleter = nullptr;
  CHECK(from_dlpack<double>(&f.managed).size() == 6);
}

TEST_CASE("dlpack: another version is refused before anything else of the tensor is read") {
  foreign<dlpack::managed_tensor_versioned> f;
  f.managed.version.major = 2;
  CHECK_THROWS_AS((from_dlpack<double, 2>(&f.managed)), error);
  f.managed.tensor.type.code = 99; // no element type
  CHECK_THROWS_WITH_AS((any_view(from_dlpack(&f.managed))), doctest::Contains("the version is not 1"), error);
  f.managed.tensor.type.code = 2;
  f.managed.version.major = 1;
  f.managed.version.minor = 9;
  f.managed.flags = dlpack::read_only;
  CHECK_THROWS_AS((from_dlpack<double, 2>(&f.managed)), dtype_error);
  CHECK(f.deleted == 0);
  CHECK(from_dlpack<double const, 2>(&f.managed)(0, 0) == 1);
  CHECK(f.deleted == 1);
}

TEST_CASE_TEMPLATE("dlpack: what cannot be taken is refused, and stays the caller's", M, dlpack::managed_tensor,
                   dlpack::managed_tensor_versioned) {
  foreign<M> f;
  auto& t = f.managed.tensor;
  auto const good = t;
  CHECK_THROWS_AS((from_dlpack<float, 2>(&f.managed)), dtype_error);
  CHECK_THROWS_AS((from_dlpack<double, 3>(&f.managed)), shape_error);
  CHECK_THROWS_AS((from_dlpack<double, fixed<2, 2>>(&f.managed)), shape_error);
  CHECK_THROWS_AS((from_dlpack<double, 2, column_major>(&f.managed)), layout_error);
  t.device.type = 2;
  CHECK_THROWS_AS((from_dlpack<double, 2>(&f.managed)), error);
  t = good;
  t.type.lanes = 2;
  CHECK_THROWS_AS((from_dlpack<double, 2>(&f.managed)), dtype_error);
  t = good;
  t.type.bits = 16; // float16
  CHECK_THROWS_AS((from_dlpack<double, 2>(&f.managed)), dtype_error);
  t = good;
  t.byte_offset = 3;
  CHECK_THROWS_AS((from_dlpack<double, 2>(&f.managed)), layout_error);
  t = good;
  t.rank = 17;
  CHECK_THROWS_AS((from_dlpack<double>(&f.managed)), error);
  t.rank = -1;
  CHECK_THROWS_AS((from_dlpack<double>(&f.managed)), error);
  t = good;
  f.shape[0] = -1;
  CHECK_THROWS_AS((from_dlpack<double, 2>(&f.managed)), shape_error);
  f.shape[0] = std::numeric_limits<std::int64_t>::max();
  CHECK_THROWS_AS((from_dlpack<double, 2>(&f.managed)), error);
  f.shape[0] = 2;
  CHECK(f.deleted == 0);
  CHECK(from_dlpack<double const, 2>(&f.managed)(0, 0) == 1);
  CHECK(f.deleted == 1);
}
