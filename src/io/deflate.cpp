#include "io/deflate.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <utility>

#ifdef WEFT_WITH_ZLIB
#include <zlib.h>
#endif

namespace weft::detail {

#ifdef WEFT_WITH_ZLIB

namespace {

constexpr int raw = -MAX_WBITS; // no zlib header, because zip has its own head and checksum
constexpr std::size_t chunk = 65536;

/// Returns at most the number of bytes that zlib can count, with 32 bits.
uInt piece(std::size_t bytes) {
  return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max()));
}

/// Throws if inflateInit2 or deflateInit2 has failed: both fail only for want of memory.
void check_begun(int status) {
  if (status != Z_OK)
    throw std::bad_alloc();
}

} // namespace

bool has_zlib() noexcept {
  return true;
}

std::uint32_t crc_of(std::uint32_t before, void const* data, std::size_t bytes) {
  return static_cast<std::uint32_t>(crc32_z(before, static_cast<Bytef const*>(data), bytes));
}

struct inflater::state {
  supply more;
  z_stream stream{};
  bool at_end = false;
  std::array<Bytef, chunk> packed;
};

inflater::inflater(supply more) : state_(new state{std::move(more), {}, false, {}}) {
  check_begun(inflateInit2(&state_->stream, raw));
}

inflater::~inflater() {
  inflateEnd(&state_->stream);
}

std::size_t inflater::read(void* to, std::size_t bytes) {
  z_stream& s = state_->stream;
  s.next_out = static_cast<Bytef*>(to);
  std::size_t left = bytes;
  while (left > 0 && !state_->at_end) {
    if (s.avail_in == 0) {
      s.next_in = state_->packed.data();
      s.avail_in = piece(state_->more(state_->packed.data(), chunk));
    }
    uInt const room = piece(left);
    s.avail_out = room;
    int const status = inflate(&s, Z_NO_FLUSH);
    left -= room - s.avail_out;
    state_->at_end = status == Z_STREAM_END;
    if (status != Z_OK && status != Z_STREAM_END) // Z_BUF_ERROR if the packed bytes end too early
      break;
  }
  return bytes - left;
}

bool inflater::ended() {
  Bytef none;
  return read(&none, 1) == 0 && state_->at_end && state_->stream.avail_in == 0 && state_->more(&none, 1) == 0;
}

struct deflater::state {
  sink out;
  z_stream stream{};
  std::array<Bytef, chunk> packed;

  void run(int flush) {
    do {
      stream.next_out = packed.data();
      stream.avail_out = chunk;
      deflate(&stream, flush);
      out(packed.data(), chunk - stream.avail_out);
    } while (stream.avail_out == 0);
  }
};

deflater::deflater(sink out) : state_(new state{std::move(out), {}, {}}) {
  check_begun(deflateInit2(&state_->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, raw, 8, Z_DEFAULT_STRATEGY));
}

deflater::~deflater() {
  deflateEnd(&state_->stream);
}

void deflater::write(void const* from, std::size_t bytes) {
  z_stream& s = state_->stream;
  s.next_in = const_cast<Bytef*>(static_cast<Bytef const*>(from)); // zlib only reads its input
  for (std::size_t left = bytes; left > 0;) {
    s.avail_in = piece(left);
    left -= s.avail_in;
    state_->run(Z_NO_FLUSH);
  }
}

void deflater::close() {
  state_->run(Z_FINISH);
}

#else

bool has_zlib() noexcept {
  return false;
}

std::uint32_t crc_of(std::uint32_t before, void const* data, std::size_t bytes) {
  static constexpr auto table = [] {
    std::array<std::uint32_t, 256> t{};
    for (std::uint32_t k = 0; k < 256; ++k) {
      t[k] = k;
      for (int bit = 0; bit < 8; ++bit)
        t[k] = t[k] >> 1 ^ ((t[k] & 1) != 0 ? 0xEDB88320u : 0u);
    }
    return t;
  }();
  std::uint32_t sum = ~before;
  auto const* const p = static_cast<unsigned char const*>(data);
  for (std::size_t k = 0; k < bytes; ++k)
    sum = sum >> 8 ^ table[(sum ^ p[k]) & 0xFF];
  return ~sum;
}

// Without zlib neither class is constructed: callers ask has_zlib() first.
struct inflater::state {};
inflater::inflater(supply) {}
inflater::~inflater() = default;
std::size_t inflater::read(void*, std::size_t) {
  return 0;
}
bool inflater::ended() {
  return false;
}
struct deflater::state {};
deflater::deflater(sink) {}
deflater::~deflater() = default;
void deflater::write(void const*, std::size_t) {}
void deflater::close() {}

#endif

} // namespace weft::detail
