#include "run/environment.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace weft::detail {
namespace {

struct sentences {
  std::mutex mutex;
  std::vector<std::string> said;
};
/// Returns the sentences said so far. The first call makes the list, because the instruction set is chosen before
/// main().
sentences& the_sentences() {
  static sentences only;
  return only;
}

void ignore(char const* variable, char const* value, std::string const& wanted) {
  std::string text = std::string(variable) + " is \"" + value + "\", should be " + wanted + ": it is ignored.";
  std::fprintf(stderr, "weft: %s\n", text.c_str());
  sentences& all = the_sentences();
  std::lock_guard const lock(all.mutex);
  all.said.push_back(std::move(text));
}

/// Returns null if the variable is not set or is empty.
char const* value_of(char const* variable) {
  char const* const text = std::getenv(variable);
  return text == nullptr || *text == '\0' ? nullptr : text;
}

} // namespace

int choice_in_environment(char const* variable, std::span<char const* const> choices, char const* remark) {
  char const* const text = value_of(variable);
  if (text == nullptr)
    return -1;
  std::string names;
  for (std::size_t k = 0; k < choices.size(); ++k) {
    if (std::strcmp(text, choices[k]) == 0)
      return static_cast<int>(k);
    names += (k == 0 ? "" : k + 1 == choices.size() ? " or " : ", ") + std::string(choices[k]);
  }
  ignore(variable, text, names + remark);
  return -1;
}

int threads_in_environment(char const* variable, bool is_ours) {
  char const* const text = value_of(variable);
  if (text == nullptr)
    return 0;
  char* end = nullptr;
  long const n = std::strtol(text, &end, 10);
  if (n < 1 || (*end != '\0' && *end != ',')) {
    if (is_ours)
      ignore(variable, text, "a number of threads");
    return 0;
  }
  constexpr long most = 1 << 20;
  return static_cast<int>(n < most ? n : most);
}

std::vector<std::string> ignored_environment() {
  sentences& all = the_sentences();
  std::lock_guard const lock(all.mutex);
  return all.said;
}

} // namespace weft::detail
