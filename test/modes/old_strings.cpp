// Does not link: std::string of before C++11, which weft was not compiled with, lies in what weft hands out.
#include <weft/weft.hpp>

int main() {
  return weft::build_report().version.empty() ? 0 : 1;
}
