// A program in a mode of the standard library that the compiled weft does not share. It makes, reads, copies and moves
// everything with a list inside that weft hands out or takes.
#include <weft/grad.hpp>
#include <weft/index.hpp>
#include <weft/io/csv.hpp>
#include <weft/io/npz.hpp>
#include <weft/ops/unique.hpp>
#include <weft/weft.hpp>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace {

using namespace weft;
using texts = std::vector<std::string>;

int failures = 0;

void check(bool ok, char const* what) {
  if (ok)
    return;
  ++failures;
  std::printf("%s\n", what);
}

tensor<double, 2> numbers() {
  return {{1, 2.5}, {-3, 4}, {5, 6}};
}

void tables(std::string const& path) {
  save_csv(path + ".csv", numbers(), {.header = true}, {"left", "right"});
  auto const table = load_csv_table<double>(path + ".csv", {.header = true});
  check(table.names == texts{"left", "right"}, "the names of a table");
  check(table.values == numbers(), "the values of a table");
  check(load_csv(path + ".csv", {.header = true}) == numbers(), "a table without its names");
  texts const none{"-", "void"};
  auto const holes = parse_csv<int>("1,-\nvoid,4\n", {.missing = none, .fill = 7});
  check(holes.values == tensor<int, 2>{{1, 7}, {7, 4}}, "fields without a value");
}

void archives(std::string const& path) {
  const tensor<double, 2> a = numbers();
  const tensor<int, 1> b{3, 1, 2};
  save_npz(path + ".npz", "b", b, "a", a);
  npz_file file(path + ".npz");
  npz_file moved = std::move(file);
  check(moved.names() == texts{"b", "a"}, "the members of an archive");
  texts names = moved.names();
  std::sort(names.begin(), names.end());
  check(names == texts{"a", "b"}, "the members as a vector");
  check(moved.contains("a") && !moved.contains("c"), "a member is there");
  check(moved.load<double, 2>("a") == a && moved.load<int, 1>("b") == b, "a member");
  std::map<std::string, any_tensor> const all = load_npz(path + ".npz");
  check(all.size() == 2 && all.at("b").as<int, 1>() == b, "an archive as a map");
  npz_writer writer(path + ".npz");
  for (int k = 0; k < 40; ++k)
    writer.add("m" + std::to_string(k), b);
  npz_writer other = std::move(writer);
  other.close();
  check(npz_file(path + ".npz").names().size() == 40, "many members");
}

void expressions() {
  const tensor<double, 1> x{1, 2, 3};
  formula f("a * x + b");
  check(f.names() == texts{"a", "x", "b"} && f.unbound() == f.names(), "the names of a formula");
  f.bind("a", 2.0).bind("x", x);
  check(f.unbound() == texts{"b"}, "the name that is unbound");
  f.bind("b", 1.0);
  const tensor<double, 1> line = f;
  check(line == tensor<double, 1>{3, 5, 7}, "a formula");

  affine place("b * n + y");
  check(place.names() == texts{"b", "n", "y"}, "the names of an affine");
  place["b"] = 2;
  place["y"] = 3;
  check(place.unbound() == texts{"n"}, "the name of an affine that is unbound");
  place["n"] = 10;
  check(place() == 23, "an affine");
  any_expr<double> sums = x + 1.0;
  for (int k = 0; k < 10; ++k)
    sums = sums + x;
  check(tensor<double, 1>(sums) == tensor<double, 1>{12, 23, 34}, "an expression made in a loop");
}

void reports() {
  const tensor<double, 2> a(5, 7), b(7, 3);
  plan_report plan = explain(matmul(a, b) + sum(a, 1, keep_dims));
  check(plan.blas.size() == 1 && !plan.loop_list.empty(), "the products and loops of a plan");
  plan_report copy = plan;
  copy.loop_list[0].extents.push_back(1);
  copy.blas = texts{"one", "two"};
  plan = std::move(copy);
  check(plan.blas == texts{"one", "two"}, "a plan that was moved");
  check(to_string(plan).find("two") != std::string::npos, "the text of a plan");
  const loop_report loop = plan.loop_list.at(0);
  check(loop.extents.size() == loop.order.size() + 1, "the extents of a loop");
  check(!explain(einsum("ij,jk->ik", a, b)).contractions.empty(), "the steps of einsum");
  check(einsum("ij,jk->ik", a + 1.0, b + 2.0) == full(shape(5, 3), 14.0), "einsum");
  any_expr<double> e = a;
  e = sqrt(e * 2.0 + 1.0);
  check(!explain(e).programs.empty(), "the steps of a program");

  build_report r = build_info();
  const build_report s = r;
  r.advice.push_back("no advice");
  check(r.advice.size() == s.advice.size() + 1 && to_string(r).find("no advice") != std::string::npos, "advice");
}

void layouts() {
  const hierarchical_layout l("((2,2),4):((1,4),2)");
  check(l.size() == 16 && to_string(l) == "((2,2),4):((1,4),2)", "a layout from text");
  const hierarchical_layout made(std::vector<hierarchical_layout>{l.mode(0), {4, 2}});
  check(made == l, "a layout from modes");
  check(to_string(zipped_divide(l, {{2, 1}, {2, 1}})) == "((2,2),(2,2)):((1,2),(4,4))", "a layout that is divided");
  constexpr index_t size = hierarchical_layout({{2, 1}, {3, 2}}).size();
  static_assert(size == 6);
  const tensor<int, 1> memory = arange(16);
  const hierarchical_view<const int, 2> v(memory, l);
  const tensor<int, 2> twice = v + v;
  check(twice(3, 1) == 2 * static_cast<int>(l(7)), "a statement in a layout");
}

void others(std::string const& path) {
  const tensor<int, 1> keys{3, 1, 3};
  check(unique(keys) == tensor<int, 1>{1, 3}, "unique values");
  any_tensor u(tensor<float, 1>{1, 2});
  check((u + u).as<float, 1>() == tensor<float, 1>{2, 4}, "an any_tensor");
  save_npy(path + ".npy", u);
  check(load_npy(path + ".npy").as<float, 1>() == tensor<float, 1>{1, 2}, "a file");
  std::vector<tensor<double, 1>> const list{{1, 2}, {3}};
  check(concatenate(0, list) == tensor<double, 1>{1, 2, 3}, "a list that is joined");
  std::vector<grad::variable<double, 1>> w;
  for (tensor<double, 1> const& x : list)
    w.emplace_back(x);
  grad::variable<double, 0> loss = sum(concatenate(0, w) * 2.0) + norm(w[0]);
  backward(loss);
  check(w[1].gradient() == tensor<double, 1>{2}, "the gradient of a list");
  try {
    const tensor<double, 2> sum = tensor<double, 2>(2, 3) + tensor<double, 2>(3, 2);
    check(false, "shapes that do not fit");
  } catch (shape_error const& e) {
    check(std::string(e.what()).find("(2,3)") != std::string::npos, "an error");
  }
}

} // namespace

int main(int, char** argv) {
  const std::string path = argv[1];
  tables(path);
  archives(path);
  expressions();
  reports();
  layouts();
  others(path);
  std::printf("%d failures\n", failures);
  return failures == 0 ? 0 : 1;
}
