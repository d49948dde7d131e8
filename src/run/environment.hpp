#pragma once

#include <span>
#include <string>
#include <vector>

// Private to src: the variables WEFT_... of the environment. Unknown variables and values are reported on stderr, once,
// and ignored.
namespace weft::detail {

/// The place of the variable's value in `known`; -1 where it is not set, empty or none of them. remark: what follows
/// the list of those in the sentence about another value.
int choice_in_environment(char const* variable, std::span<char const* const> known, char const* remark = "");
/// A number of 1 and more, or the first of a list of them; 0 where the variable is not set, empty or something else.
/// weft does not report errors in variables of other libraries.
int threads_in_environment(char const* variable, bool is_ours);

/// A sentence for each variable that was read so far and ignored.
std::vector<std::string> ignored_environment();

} // namespace weft::detail
