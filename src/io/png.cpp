#include "io/file.hpp"
#include "io/samples.hpp"

#include <weft/io/image.hpp>

#include <cstring>

#ifdef WEFT_WITH_PNG
#include <spng.h>

#include <memory>
#include <new>
#include <vector>
#endif

namespace weft::detail {

bool has_png() noexcept {
#ifdef WEFT_WITH_PNG
  return true;
#else
  return false;
#endif
}

png_reader::png_reader(std::string const& path) : png_reader(read_text(path), path) {}
png_reader::~png_reader() = default;

void png_reader::next(void* to, std::size_t bytes) {
  std::memcpy(to, samples_.data() + at_, bytes);
  at_ += bytes;
}

#ifdef WEFT_WITH_PNG

namespace {

struct context_ender {
  void operator()(spng_ctx* c) const { spng_ctx_free(c); }
};
using context = std::unique_ptr<spng_ctx, context_ender>;

context new_context(int flags) {
  context c(spng_ctx_new(flags));
  if (c == nullptr)
    throw std::bad_alloc();
  return c;
}

void check(int status, char const* verb, std::string const& name) {
  if (status == SPNG_EMEM)
    throw std::bad_alloc();
  if (status != SPNG_OK)
    fail_io(verb, name, spng_strerror(status));
}

/// Samples of a pixel in the file, by type: grey, unused, colour, palette, grey and alpha, unused, colour and alpha.
constexpr unsigned char samples_by_type[] = {1, 0, 3, 1, 2, 0, 4};

/// Returns true if the file can hold all samples: deflate packs at most 1032 bytes into one, 258 bytes into 2 bits.
bool fits(spng_ihdr const& head, std::size_t file_bytes) {
  std::size_t const line = (std::size_t{head.width} * samples_by_type[head.color_type] * head.bit_depth + 7) / 8;
  return line <= 1032 * file_bytes / head.height;
}

} // namespace

png_reader::png_reader(std::string const& bytes, std::string const& name) : npy_reader(name) {
  context const c = new_context(0);
  constexpr std::size_t notes = 1 << 24; // most bytes of texts and colour profiles
  check(spng_set_chunk_limits(c.get(), notes, notes), "read", name);
  check(spng_set_png_buffer(c.get(), bytes.data(), bytes.size()), "read", name);
  spng_ihdr head{};
  check(spng_get_ihdr(c.get(), &head), "read", name);
  if (!fits(head, bytes.size()))
    fail_io("read", name, "its samples need more bytes than the file can hold");
  bool const palette = head.color_type == SPNG_COLOR_TYPE_INDEXED;
  spng_trns transparent{};
  bool const alpha = palette && spng_get_trns(c.get(), &transparent) == SPNG_OK;
  int const format = palette ? alpha ? SPNG_FMT_RGBA8 : SPNG_FMT_RGB8 : head.bit_depth < 8 ? SPNG_FMT_G8 : SPNG_FMT_PNG;
  std::size_t size = 0;
  check(spng_decoded_image_size(c.get(), format, &size), "read", name);
  samples_.resize(size);
  check(spng_decode_image(c.get(), samples_.data(), size, format, alpha ? SPNG_DECODE_TRNS : 0), "read", name);

  npy_header out{};
  out.type = head.bit_depth == 16 ? dtype::uint16 : dtype::uint8;
  index_t const channels = palette ? (alpha ? 4 : 3) : samples_by_type[head.color_type];
  out.rank = channels == 1 ? 2 : 3;
  out.extents[0] = head.height;
  out.extents[1] = head.width;
  out.extents[2] = channels;
  out.data_bytes = size;
  set_header(out);
}

void write_png(std::string const& path, untyped_view const& a, save_options const& options) {
  index_t const channels = channels_of(a), most = 2147483647;
  check_image("save_png", a, channels >= 1 && channels <= 4,
              "an image has the shape (rows, columns) or (rows, columns, channels) with 1 to 4 channels");
  for (int k = 0; k < 2; ++k)
    if (a.extents[k] < 1 || a.extents[k] > most)
      throw_shape_reason("save_png", "a PNG image has 1 to 2147483647 rows and columns");
  constexpr unsigned char types[] = {SPNG_COLOR_TYPE_GRAYSCALE, SPNG_COLOR_TYPE_GRAYSCALE_ALPHA,
                                     SPNG_COLOR_TYPE_TRUECOLOR, SPNG_COLOR_TYPE_TRUECOLOR_ALPHA};
  spng_ihdr head{};
  head.height = static_cast<std::uint32_t>(a.extents[0]);
  head.width = static_cast<std::uint32_t>(a.extents[1]);
  head.bit_depth = a.type == dtype::uint16 ? 16 : 8;
  head.color_type = types[channels - 1];

  output_file file(path, options);
  context const c = new_context(SPNG_CTX_ENCODER);
  check(spng_set_png_file(c.get(), file.get()), "write", path);
  check(spng_set_ihdr(c.get(), &head), "write", path);
  check(spng_encode_image(c.get(), nullptr, 0, SPNG_FMT_PNG, SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE), "write",
        path);
  std::size_t const width = item_size(a.type);
  std::vector<unsigned char> row(static_cast<std::size_t>(a.extents[1] * channels) * width);
  for (index_t i = 0; i < a.extents[0]; ++i) {
    unsigned char* to = row.data();
    for_samples(a, i, [&](std::uint16_t value) {
      unsigned char const narrow = static_cast<unsigned char>(value);
      std::memcpy(to, width == 2 ? static_cast<void const*>(&value) : &narrow, width);
      to += width;
    });
    int const status = spng_encode_row(c.get(), row.data(), row.size());
    check(status == SPNG_EOI ? int{SPNG_OK} : status, "write", path);
  }
  file.commit();
}

#else

namespace {
constexpr char without[] = "weft was built without libspng (WEFT_WITH_PNG)";
}

png_reader::png_reader(std::string const&, std::string const& name) : npy_reader(name) {
  fail_io("read", name, without);
}
void write_png(std::string const& path, untyped_view const&, save_options const&) {
  fail_io("write", path, without);
}

#endif

} // namespace weft::detail
