#include <weft/base/check.hpp>
#include <weft/grad/graph.hpp>

#include <algorithm>
#include <exception>
#include <queue>

namespace weft::detail {

namespace {

std::atomic<std::uint64_t> last_number{0};
std::atomic<index_t> living_nodes{0};
thread_local int scopes_without_graph = 0;
/// Values without an owner that this thread has to free, while it frees one of them.
thread_local graph_value* dead_values = nullptr;
thread_local bool is_draining = false;
class wave;
/// The computation of gradients that runs in this thread: the innermost one, if one runs inside another. Null if there
/// is none.
thread_local wave* current_wave = nullptr;

bool lists(gradient_request const& request, graph_value const& v) {
  return std::find(request.wanted.begin(), request.wanted.end(), &v) != request.wanted.end();
}

graph_ref shared(graph_value& v) {
  v.retain();
  return graph_ref(&v);
}

/// One computation of gradients. It holds the values that a gradient has reached, and visits them from the latest to
/// the earliest. The destructor drops all incoming gradients, also after an exception.
class wave {
public:
  explicit wave(gradient_request const& request) : request_(request), before_(std::exchange(current_wave, this)) {}
  wave(wave const&) = delete;
  wave& operator=(wave const&) = delete;
  ~wave() {
    current_wave = before_;
    if (at_ != nullptr) // an exception left hand_on: some inputs may not be in made_ or kept_ yet
      for (graph_value* const v : at_->inputs)
        v->incoming = storage_ref();
    for (; !made_.empty(); made_.pop()) {
      made_.top()->maker->waits = false;
      made_.top()->incoming = storage_ref();
    }
    for (graph_ref const& v : kept_)
      v->incoming = storage_ref();
  }

  gradient_request const& request() const { return request_; }
  void reach(graph_value& v) {
    if (v.maker != nullptr && v.maker->number <= request_.outside)
      throw_error("checkpoint", "the function reads a variable that a statement outside made: pass it as an argument");
    if (v.maker == nullptr || is_wanted(v))
      keep(v);
    if (v.maker != nullptr && !v.maker->waits) {
      made_.push(shared(v));
      v.maker->waits = true;
    }
  }
  void run() {
    while (!made_.empty()) {
      graph_ref const value = made_.top();
      value->call_hooks();
      hand_on(*value->maker, *value);
      made_.pop(); // `value` is still the top: values reached since were made earlier
      value->maker->waits = false;
      if (!is_wanted(*value))
        value->incoming = storage_ref();
      if (!request_.retain) {
        value->maker->how.give_up(*value->maker);
        value->maker->spent = true;
      }
    }
  }
  /// Calls the hooks of variables. Then leaves the gradients of `wanted` as incoming ones for the caller, if the
  /// request selects them, else adds the gradients of all variables of the program to the stored ones.
  void finish() {
    for (graph_ref const& v : kept_)
      if (v->maker == nullptr)
        v->call_hooks();
    if (request_.selected)
      std::erase_if(kept_, [&](graph_ref const& v) { return is_wanted(*v); });
    else
      for (graph_ref const& v : kept_)
        if (v->is_variable)
          v->keep_incoming();
  }
  /// Ends a computation inside another one. The outer one takes over the values that have been reached, except
  /// `inputs`, whose incoming gradients stay there.
  void finish_inner(value_list inputs) {
    for (graph_ref const& v : kept_)
      if (std::find(inputs.begin(), inputs.end(), v.get()) == inputs.end())
        before_->keep(*v);
    kept_.clear();
  }

private:
  struct is_earlier {
    bool operator()(graph_ref const& a, graph_ref const& b) const { return a->maker->number < b->maker->number; }
  };
  void hand_on(graph_node& node, graph_value const& made) {
    if (node.spent)
      throw_error("gradient", "the graph has been used and is freed: retain, the last argument, keeps it");
    at_ = &node;
    node.how.hand_on(node, made);
    for (graph_value* const v : node.inputs)
      if (v->incoming.get() != nullptr)
        reach(*v);
    at_ = nullptr;
  }
  bool is_wanted(graph_value const& v) const { return lists(request_, v); }
  void keep(graph_value& v) {
    if (std::none_of(kept_.begin(), kept_.end(), [&](graph_ref const& k) { return k.get() == &v; }))
      kept_.push_back(shared(v));
  }

  gradient_request const& request_;
  wave* before_;
  graph_node* at_ = nullptr;
  std::priority_queue<graph_ref, std::vector<graph_ref>, is_earlier> made_;
  std::vector<graph_ref> kept_;
};

} // namespace

graph_value::graph_value(storage_ref m, index_t n, std::size_t element_size, add_elements add) noexcept
    : memory(std::move(m)), count(n), element_size_(element_size), add_(add) {}

bool graph_value::is_asked_for() const {
  if (current_wave == nullptr || !current_wave->request().selected)
    return is_followed();
  return maker != nullptr || lists(current_wave->request(), *this);
}

void* graph_value::room_for_incoming(bool zeroed) {
  if (incoming.get() == nullptr)
    incoming = storage_ref::adopt(allocate_block(count, element_size_, zeroed, nullptr));
  return block_data(incoming.get());
}

void graph_value::call_hooks() {
  for (gradient_hook* h = hooks; h != nullptr && incoming.get() != nullptr; h = h->next)
    h->call(*h, block_data(incoming.get()));
}
void graph_value::add_hook(gradient_hook* hook) noexcept {
  gradient_hook** last = &hooks;
  while (*last != nullptr)
    last = &(*last)->next;
  *last = hook;
}

void graph_value::keep_incoming() {
  if (gradient.get() == nullptr)
    gradient = std::move(incoming);
  else if (incoming.get() != nullptr)
    add_(block_data(gradient.get()), block_data(incoming.get()), count);
  incoming = storage_ref();
}

void graph_value::release() noexcept {
  if (owners_.fetch_sub(1, std::memory_order_acq_rel) != 1)
    return;
  next_dead_ = std::exchange(dead_values, this);
  if (is_draining)
    return;
  is_draining = true;
  while (dead_values != nullptr) {
    graph_value* const v = std::exchange(dead_values, dead_values->next_dead_);
    if (v->maker != nullptr)
      v->maker->how.destroy(v->maker);
    delete v;
  }
  is_draining = false;
}

graph_value::~graph_value() {
  while (hooks != nullptr) {
    gradient_hook* const h = std::exchange(hooks, hooks->next);
    h->destroy(h);
  }
}

graph_node::graph_node(char const* name, functions const& f) noexcept
    : how(f), operation(name), number(last_number.fetch_add(1, std::memory_order_relaxed) + 1) {
  living_nodes.fetch_add(1, std::memory_order_relaxed);
}
graph_node::~graph_node() {
  living_nodes.fetch_sub(1, std::memory_order_relaxed);
}

incoming_scope::incoming_scope(graph_value& v) noexcept : value_(v), exceptions_(std::uncaught_exceptions()) {}
incoming_scope::~incoming_scope() {
  if (std::uncaught_exceptions() > exceptions_)
    value_.incoming = storage_ref();
}

void hand_back(graph_value& root, gradient_request const& request) {
  wave w(request);
  w.reach(root);
  w.run();
  w.finish();
}

graph_again::graph_again() noexcept
    : before_(last_number.load(std::memory_order_relaxed)), scopes_(std::exchange(scopes_without_graph, 0)) {}
graph_again::~graph_again() {
  scopes_without_graph = scopes_;
}
void graph_again::hand_back(graph_value& root, value_list inputs) const {
  std::vector<graph_value*> wanted(inputs.begin(), inputs.end());
  gradient_request const& outer = current_wave->request();
  if (outer.selected)
    wanted.insert(wanted.end(), outer.wanted.begin(), outer.wanted.end());
  gradient_request const request{{wanted.data(), int(wanted.size())}, false, outer.selected, before_};
  wave w(request);
  w.reach(root);
  w.run();
  w.finish_inner(inputs);
}

bool records_graph() noexcept {
  return scopes_without_graph == 0;
}
void throw_changed(char const* operation) {
  throw_error(operation, "a variable that the gradient reads was overwritten after it had been recorded");
}
void throw_no_elements() {
  throw_layout_reason("variable", "it has no elements: it was not assigned, or moved from");
}
void throw_made() {
  throw_error("overwrite", "a statement made the variable: assign to it, or overwrite what it was made from");
}
void throw_no_gradient() {
  throw_error("gradient", "none has been computed: backward(loss) does");
}

} // namespace weft::detail

namespace weft::grad {

no_grad_scope::no_grad_scope() noexcept {
  ++detail::scopes_without_graph;
}
no_grad_scope::~no_grad_scope() {
  --detail::scopes_without_graph;
}
index_t count_nodes() noexcept {
  return detail::living_nodes.load(std::memory_order_relaxed);
}

} // namespace weft::grad
