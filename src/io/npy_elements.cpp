#include "io/npy_elements.hpp"

#include "io/file.hpp"

#include <weft/base/check.hpp>
#include <weft/io/format.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <complex>
#include <cstring>
#include <string>
#include <vector>

namespace weft::detail {
namespace {

/// Visits strided memory in the order of the file, as runs along its fastest axis. An axis that continues the next
/// faster one is merged with it, so contiguous memory is one run.
class element_runs {
public:
  struct run {
    index_t offset, stride, count;
  };

  element_runs(int rank, index_t const* extents, index_t const* strides, bool fortran_order) {
    for (int k = 0; k < rank; ++k) {
      int const axis = fortran_order ? k : rank - 1 - k;
      push(extents[axis], strides[axis]);
    }
    if (count_ == 0)
      loops_[count_++] = {1, 1};
  }

  /// Finds the next run, of at most `limit` elements unless its stride is 1. Returns false at the end.
  bool next(run& r, index_t limit) {
    if (done_)
      return false;
    loop const& inner = loops_[0];
    index_t const left = inner.extent - inner_at_;
    r = {offset_ + inner_at_ * inner.stride, inner.stride, inner.stride == 1 ? left : std::min(left, limit)};
    inner_at_ += r.count;
    if (inner_at_ == inner.extent)
      step_outer();
    return true;
  }

private:
  struct loop {
    index_t extent, stride, at = 0;
  };

  void push(index_t extent, index_t stride) {
    if (extent == 0)
      done_ = true;
    if (extent == 1 || done_)
      return;
    if (count_ > 0 && loops_[count_ - 1].extent * loops_[count_ - 1].stride == stride)
      loops_[count_ - 1].extent *= extent;
    else
      loops_[count_++] = {extent, stride};
  }

  void step_outer() {
    inner_at_ = 0;
    for (std::size_t k = 1; k < count_; ++k) {
      loop& a = loops_[k];
      offset_ += a.stride;
      if (++a.at < a.extent)
        return;
      offset_ -= a.stride * a.extent;
      a.at = 0;
    }
    done_ = true;
  }

  std::array<loop, max_rank> loops_{};
  std::size_t count_ = 0;
  index_t offset_ = 0, inner_at_ = 0;
  bool done_ = false;
};

template <std::size_t Size>
void copy_items_of(std::byte* to, index_t to_step, std::byte const* from, index_t from_step, index_t count) {
  for (index_t k = 0; k < count; ++k)
    std::memcpy(to + k * to_step, from + k * from_step, Size);
}

constexpr index_t chunk = 4096; // elements that are copied at a time: at most 64 KiB, which stay in the second cache

/// Returns true if the memory is dense with the first (or last) axis fastest. Strides of axes of extent 1 are not read.
bool dense(untyped_view const& a, bool first_axis_fastest) {
  if (std::find(a.extents, a.extents + a.rank, 0) != a.extents + a.rank)
    return true;
  index_t step = 1;
  for (int k = 0; k < a.rank; ++k) {
    int const axis = first_axis_fastest ? k : a.rank - 1 - k;
    if (a.extents[axis] == 1)
      continue;
    if (a.strides[axis] != step)
      return false;
    step *= a.extents[axis];
  }
  return true;
}

} // namespace

void copy_items(std::size_t size, std::byte* to, index_t to_step, std::byte const* from, index_t from_step,
                index_t count) {
  switch (size) {
  case 1:
    return copy_items_of<1>(to, to_step, from, from_step, count);
  case 2:
    return copy_items_of<2>(to, to_step, from, from_step, count);
  case 4:
    return copy_items_of<4>(to, to_step, from, from_step, count);
  case 8:
    return copy_items_of<8>(to, to_step, from, from_step, count);
  default:
    return copy_items_of<16>(to, to_step, from, from_step, count);
  }
}

void make_native(std::byte* data, index_t count, dtype type, bool swapped) {
  std::size_t const bytes = static_cast<std::size_t>(count) * item_size(type);
  if (type == dtype::boolean)
    for (std::size_t k = 0; k < bytes; ++k)
      data[k] = std::byte{data[k] != std::byte{0}};
  if (!swapped)
    return;
  bool const complex = type == dtype::complex64 || type == dtype::complex128;
  std::size_t const component_size = item_size(type) / (complex ? 2 : 1);
  for (std::byte* p = data; p != data + bytes; p += component_size)
    std::reverse(p, p + component_size);
}

std::string npy_descr(dtype type) {
  constexpr char const* codes[] = {"b1", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8", "c8", "c16", "f2"};
  if (type == dtype::bfloat16)
    throw dtype_error("weft: save: the formats of NumPy have no bfloat16: cast<float>(x) keeps its values");
  char const order = item_size(type) == 1 ? '|' : std::endian::native == std::endian::little ? '<' : '>';
  return std::string("'") + order + codes[static_cast<int>(type)] + '\'';
}

std::string npy_head(std::string const& descr, bool fortran_order, int rank, index_t const* extents) {
  std::string dictionary =
      "{'descr': " + descr + ", 'fortran_order': " + (fortran_order ? "True" : "False") + ", 'shape': (";
  for (int k = 0; k < rank; ++k)
    dictionary += (k > 0 ? ", " : "") + std::to_string(extents[k]);
  dictionary += rank == 1 ? ",), }" : "), }";
  if (rank > 0)
    dictionary.append(21 - std::to_string(extents[fortran_order ? rank - 1 : 0]).size(), ' ');
  std::size_t const before = dictionary.size() + 1 + 10 < 65536 ? 10 : 12; // version 2 has 4 bytes for the length
  dictionary.append(64 - (before + dictionary.size() + 1) % 64, ' ');
  dictionary += '\n';
  std::string head = "\x93NUMPY";
  head += static_cast<char>(before == 10 ? 1 : 2);
  head += '\0';
  for (std::size_t k = 0; k < before - 8; ++k)
    head += static_cast<char>(dictionary.size() >> (8 * k) & 255);
  return head + dictionary;
}

void require_data(npy_header const& header, std::size_t size, std::string const& name) {
  if (header.data_bytes > size - header.data_offset)
    fail_io("read", name,
            "its shape and type need " + std::to_string(header.data_bytes) + " bytes of data, but only " +
                std::to_string(size - header.data_offset) + " follow the header");
}

void require_type(npy_header const& header, dtype wanted, std::string const& name, char const* more) {
  if (header.type != wanted)
    throw dtype_error("cannot read '" + name + "' as " + to_string(wanted) + ": its elements are " +
                      to_string(header.type) + more);
}

void require_rank(npy_header const& header, int wanted, std::string const& name) {
  if (header.rank != wanted)
    throw shape_error("cannot read '" + name + "' with rank " + std::to_string(wanted) + ": its rank is " +
                      std::to_string(header.rank));
}

std::array<index_t, max_rank> natural_strides(npy_header const& header) {
  std::array<index_t, max_rank> strides{};
  index_t step = 1;
  for (int k = 0; k < header.rank; ++k) {
    auto const axis = static_cast<std::size_t>(header.fortran_order ? k : header.rank - 1 - k);
    strides[axis] = step;
    step *= std::max<index_t>(header.extents[axis], 1);
  }
  return strides;
}

namespace {

/// Returns the runs of memory in which elements are stored that come in the order of the file.
element_runs runs_of(npy_header const& header, index_t const* strides) {
  npy_header by_rows = header;
  by_rows.fortran_order = false;
  auto const natural = natural_strides(by_rows);
  return {header.rank, header.extents, strides ? strides : natural.data(), header.fortran_order};
}

} // namespace

void refuse_element(npy_header const& header, wanted_elements wanted, index_t place, void const* element,
                    std::string const& name) {
  index_t index[max_rank + 1]{};
  for (int k = 0; k < header.rank; ++k) {
    int const axis = header.fortran_order ? k : header.rank - 1 - k;
    index[axis] = place % header.extents[axis];
    place /= header.extents[axis];
  }
  std::string const value = format_array(untyped_view{header.type, element, 0, nullptr, nullptr});
  std::string const type = to_string(wanted.type);
  std::complex<double> room; // has room for an element of any type
  bool const other = convert_elements(header.type, element, 1, wanted.type, &room, 1, conversion::unchecked) == 1;
  throw dtype_error("cannot read '" + name + "' as " + type + ": the element at " + shape_text(index, header.rank) +
                    " is " + value + ", which " + type + " cannot hold" + (other ? "; `casting` would lose that" : ""));
}

void read_npy_elements(byte_source const& source, npy_header const& header, void* data, index_t const* strides) {
  std::size_t const size = item_size(header.type);
  auto const item = static_cast<index_t>(size);
  auto* const target = static_cast<std::byte*>(data);
  std::vector<std::byte> buffer(chunk * size);
  element_runs runs = runs_of(header, strides);
  for (element_runs::run r; runs.next(r, chunk);) {
    std::byte* const first = target + r.offset * item;
    std::byte* const read_to = r.stride == 1 ? first : buffer.data();
    source(read_to, static_cast<std::size_t>(r.count) * size);
    make_native(read_to, r.count, header.type, header.swapped);
    if (r.stride != 1)
      copy_items(size, first, r.stride * item, read_to, item, r.count);
  }
}

void read_npy_elements_as(byte_source const& source, npy_header const& header, wanted_elements wanted, void* data,
                          index_t const* strides, std::string const& name) {
  auto const from = static_cast<index_t>(item_size(header.type)), to = static_cast<index_t>(item_size(wanted.type));
  std::vector<std::byte> buffer(static_cast<std::size_t>(chunk * from));
  element_runs runs = runs_of(header, strides);
  index_t place = 0;
  for (element_runs::run r; runs.next(r, chunk);)
    for (index_t done = 0, n = 0; done < r.count; done += n, place += n) {
      n = std::min(chunk, r.count - done);
      source(buffer.data(), static_cast<std::size_t>(n * from));
      make_native(buffer.data(), n, header.type, header.swapped);
      std::byte* const first = static_cast<std::byte*>(data) + (r.offset + done * r.stride) * to;
      index_t const kept = convert_elements(header.type, buffer.data(), n, wanted.type, first, r.stride, wanted.how);
      if (kept < n)
        refuse_element(header, wanted, place + kept, buffer.data() + kept * from, name);
    }
}

void write_npy(byte_sink const& sink, untyped_view const& a) {
  bool const fortran_order = !dense(a, false) && dense(a, true);
  std::string const head = npy_head(npy_descr(a.type), fortran_order, a.rank, a.extents);
  sink(head.data(), head.size());
  write_elements(sink, a, fortran_order);
}

void write_elements(byte_sink const& sink, untyped_view const& a, bool fortran_order) {
  std::size_t const size = item_size(a.type);
  auto const item = static_cast<index_t>(size);
  auto const* const source = static_cast<std::byte const*>(a.data);
  std::vector<std::byte> buffer(chunk * size);
  element_runs runs(a.rank, a.extents, a.strides, fortran_order);
  for (element_runs::run r; runs.next(r, chunk);) {
    std::byte const* first = source + r.offset * item;
    if (r.stride != 1) {
      copy_items(size, buffer.data(), item, first, r.stride * item, r.count);
      first = buffer.data();
    }
    sink(first, static_cast<std::size_t>(r.count) * size);
  }
}

} // namespace weft::detail
