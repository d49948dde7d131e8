// reject: weft: save_png, save_pnm: samples are uint8 or uint16
#include <weft/weft.hpp>
#include <weft/io/image.hpp>

int main() {
  using namespace weft;
  tensor<double, 2> a(4, 4);
  save_png("a.png", cast<std::uint8_t>(a));
#ifdef WEFT_REJECT
  save_png("a.png", a);
#endif
}
