// reject: weft: save_png, save_pnm: samples are uint8 or uint16
#include <weft/weft.hpp>
#include <weft/io/image.hpp>

int main() {
  using namespace weft;
  tensor<int, 2> a(4, 4);
  save_pnm("a.pgm", cast<std::uint16_t>(a));
#ifdef WEFT_REJECT
  save_pnm("a.pgm", a);
#endif
}
