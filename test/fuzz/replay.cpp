// Runs a fuzzer on the files of the folders that are named, and on mutations of them from a fixed seed.
#include "fuzz.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

namespace {

void run(std::string const& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(bytes.data()), bytes.size());
}

/// A few bytes replaced, removed, doubled or moved.
std::string mutated(std::string text, std::mt19937& random) {
  auto const below = [&](std::size_t n) { return random() % std::max<std::size_t>(n, 1); };
  for (std::size_t edits = 1 + below(3); edits > 0 && !text.empty(); --edits) {
    std::size_t const at = below(text.size()), length = 1 + below(8);
    switch (below(8)) {
    case 0:
    case 1:
    case 2: text[at] = static_cast<char>(random()); break;
    case 3:
    case 4: text[at] = "0123456789(),:'{}[]-<>|=LTF\"\n#+*/^&?!.x"[below(39)]; break;
    case 5: text.erase(at, length); break;
    case 6: text.insert(at, text.substr(below(text.size()), length)); break;
    default: text.resize(at);
    }
  }
  return text;
}

} // namespace

/// replay <ending> <folder>...
int main(int count, char** arguments) {
  std::string const ending = count > 1 ? arguments[1] : "";
  std::vector<std::filesystem::path> paths;
  for (int k = 2; k < count; ++k)
    for (auto const& entry : std::filesystem::directory_iterator(arguments[k]))
      if (entry.path().extension() == ending || entry.path().extension().empty()) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  for (auto const& path : paths) {
    std::ifstream file(path, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    run(seeds.back());
  }
  constexpr int mutations = 20000;
  std::mt19937 random(20240607);
  for (int k = 0; k < mutations && !seeds.empty(); ++k) run(mutated(seeds[random() % seeds.size()], random));
  std::printf("%zu files, %d mutations\n", seeds.size(), mutations);
  return seeds.empty() ? 1 : 0;
}
