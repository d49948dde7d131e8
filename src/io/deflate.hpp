#pragma once
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

// Deflate, inflate and checksums for zip archives, by zlib. Without it (WEFT_WITH_ZLIB off) there are only checksums.
namespace weft::detail {

bool has_zlib() noexcept;

/// Returns the CRC-32 of zip, continued over these bytes from `before`, the sum of the bytes before them (0 at first).
std::uint32_t crc_of(std::uint32_t before, void const* data, std::size_t bytes);

/// Unpacks a deflated stream piece by piece.
class inflater {
public:
  /// `more` stores at most `bytes` packed bytes and returns how many; 0 at the end.
  using supply = std::function<std::size_t(void* to, std::size_t bytes)>;

  explicit inflater(supply more);
  ~inflater();
  /// Unpacks `bytes` bytes. Returns how many there were: fewer only at the end of the stream, or if it is broken.
  std::size_t read(void* to, std::size_t bytes);
  /// Returns true if the stream has ended as it should, and no packed bytes follow.
  bool ended();

private:
  struct state;
  std::unique_ptr<state> state_;
};

/// Packs bytes piece by piece, at the default level of zlib.
class deflater {
public:
  using sink = std::function<void(void const* from, std::size_t bytes)>;

  explicit deflater(sink out);
  ~deflater();
  void write(void const* from, std::size_t bytes);
  void close();

private:
  struct state;
  std::unique_ptr<state> state_;
};

} // namespace weft::detail
