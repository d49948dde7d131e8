#include <weft/eval/deterministic.hpp>

namespace weft {

namespace {
thread_local int scopes = 0;
} // namespace

deterministic_scope::deterministic_scope() noexcept {
  ++scopes;
}

deterministic_scope::~deterministic_scope() {
  --scopes;
}

namespace detail {
bool deterministic() noexcept {
  return scopes > 0;
}
} // namespace detail

} // namespace weft
