#pragma once

#include <span>
#include <string>
#include <vector>

// Private to src: the variables WEFT_... of the environment. A value that weft does not know is reported on stderr and
// ignored.
namespace weft::detail {

/// Returns the index of the variable's value in `choices`; -1 if it is not set, empty or unknown. An unknown value is
/// reported, with the list of known ones and `remark` after it.
int choice_in_environment(char const* variable, std::span<char const* const> choices, char const* remark = "");
/// Returns the number of threads in a variable, or the first number of a list; 0 if it is not set, empty or something
/// else. Errors are reported if `is_ours`, not for variables of other libraries.
int threads_in_environment(char const* variable, bool is_ours);

/// Returns a sentence for each variable that was read so far and ignored.
std::vector<std::string> ignored_environment();

} // namespace weft::detail
