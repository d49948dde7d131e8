// Step 9 of doc/tutorial.md.
#include <weft/weft.hpp>

#include <iostream>
#include <thread>

using namespace weft;

int main() {
  // [scope]
  const tensor<double, 1> a = linspace(0.0, 1.0, 1'000'000);
  tensor<double, 1> b(a.shape());
  double alone = 0.0, together = 0.0;
  {
    b = exp(a);                                                    // one thread: nobody asked for more
    alone = sum(b);
  }
  {
    const thread_scope two{2};                                     // until the end of the block, for this thread
    b = exp(a);
    together = sum(b);
  }
  std::cout << (alone == together) << '\n';                        // the bits do not depend on threads
  // [end]
  // [your threads]
  tensor<double, 2> rows(2, 1000);
  std::thread other([&] { rows(0, all) = 1.0; });                  // other elements: no lock is needed
  rows(1, all) = 2.0;
  other.join();
  std::cout << sum(rows) << '\n';
  // [end]
}
