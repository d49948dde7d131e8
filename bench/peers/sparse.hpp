#pragma once
#include "peer.hpp"

#include <array>
#include <string_view>
#include <utility>

// The sparse matrices that are asked about. sparse_matrices.py makes the same ones; the comparison of results would
// show a difference.
namespace peer {

/// Entries in any order; those of one place are added.
struct entry_list {
  long rows = 0;
  std::vector<int> row, column;
  std::vector<double> value;
  void add(long i, long j, double v) {
    row.push_back(int(i));
    column.push_back(int(j));
    value.push_back(v);
  }
  long size() const { return long(value.size()); }
};
/// A square matrix in compressed rows, of ascending columns.
struct compressed {
  long rows = 0;
  std::vector<int> offsets{0}, indices;
  std::vector<double> values;
  long entries() const { return long(values.size()); }
  void add(long j, double v) {
    indices.push_back(int(j));
    values.push_back(v);
  }
  void end_row() {
    offsets.push_back(int(values.size()));
    ++rows;
  }
};

/// By hand: rows by counting, columns by insertion, or, in long rows, by merging.
inline compressed compress(entry_list const& list) {
  const auto n = std::size_t(list.rows), count = list.value.size();
  std::vector<int> place(n + 1);
  for (int i : list.row)
    ++place[std::size_t(i) + 1];
  for (std::size_t i = 0; i < n; ++i)
    place[i + 1] += place[i];
  std::vector<std::pair<int, double>> sorted(count);
  for (std::size_t e = 0; e < count; ++e)
    sorted[std::size_t(place[std::size_t(list.row[e])]++)] = {list.column[e], list.value[e]};
  compressed a;
  a.offsets.reserve(n + 1);
  a.indices.reserve(count);
  a.values.reserve(count);
  auto begin = sorted.begin();
  for (std::size_t i = 0; i < n; ++i) {
    const auto end = sorted.begin() + place[i]; // where the next row begins
    const auto by_column = [](auto const& x, auto const& y) { return x.first < y.first; };
    if (end - begin > 24)
      std::stable_sort(begin, end, by_column);
    else
      for (auto at = begin; at < end; ++at)
        for (auto to = at; to > begin && by_column(*to, *(to - 1)); --to)
          std::swap(*to, *(to - 1));
    const std::size_t first = a.values.size();
    for (; begin < end; ++begin)
      if (a.values.size() > first && a.indices.back() == begin->first)
        a.values.back() += begin->second;
      else
        a.add(begin->first, begin->second);
    a.end_row();
  }
  return a;
}

/// The points of an n x n grid and their neighbours, down to `reach` in both directions together.
template <class F>
compressed stencil(long n, int reach, F value) {
  compressed a;
  for (long i = 0; i < n; ++i)
    for (long j = 0; j < n; ++j) {
      for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right)
          if (std::abs(down) + std::abs(right) <= reach && i + down >= 0 && i + down < n && j + right >= 0 &&
              j + right < n)
            a.add((i + down) * n + j + right, value(down, right));
      a.end_row();
    }
  return a;
}
/// A beam of 4n x n squares, each of two triangles of linear elements: 2 x 2 blocks. The triangles of a square are one
/// another turned by half a circle, so that all have one matrix. Each point is also held by a weak spring.
inline entry_list elasticity(long n) {
  constexpr int slope[3][2] = {{-1, -1}, {1, 0}, {0, 1}};
  double k[6][6];
  for (int p = 0; p < 6; ++p)
    for (int q = 0; q < 6; ++q) {
      int const *g = slope[p / 2], *h = slope[q / 2];
      const int c = p % 2, d = q % 2;
      k[p][q] = 0.5 * (g[c] * h[d] + g[d] * h[c] + (c == d ? g[0] * h[0] + g[1] * h[1] : 0));
    }
  const long down = n + 1;
  entry_list list;
  list.rows = 2 * (4 * n + 1) * down;
  for (long square = 0; square < 4 * n * n; ++square) {
    const long first = square / n * down + square % n, last = first + down + 1;
    for (auto const& triangle : {std::array{first, first + down, first + 1}, std::array{last, first + 1, first + down}})
      for (int p = 0; p < 6; ++p)
        for (int q = 0; q < 6; ++q)
          list.add(2 * triangle[std::size_t(p / 2)] + p % 2, 2 * triangle[std::size_t(q / 2)] + q % 2, k[p][q]);
  }
  for (long i = 0; i < list.rows; ++i)
    list.add(i, i, 0.01);
  return list;
}
/// The Laplacian of a graph of n points, each with four edges to points in no order, plus the identity.
inline entry_list graph(long n) {
  entry_list list;
  list.rows = n;
  for (long e = 0; e < 4 * n; ++e) {
    const long i = e / 4, j = long(mixed(e) % std::uint64_t(n));
    if (i == j)
      continue;
    list.add(i, j, -1);
    list.add(j, i, -1);
    list.add(i, i, 1);
    list.add(j, j, 1);
  }
  for (long i = 0; i < n; ++i)
    list.add(i, i, 1);
  return list;
}
/// Rows of 4 entries and more, longer than l with a probability of 16 / l^2.
inline compressed power(long n) {
  compressed a;
  std::vector<long> columns;
  for (long i = 0; i < n; ++i) {
    const double share = double((mixed(i) >> 11) + 1) / 9007199254740992.0;
    const long length = std::min(n / 10, long(4 / std::sqrt(share)));
    const long first = long(mixed(i + n) % std::uint64_t(n));
    const long step = 1 + long(mixed(i + 2 * n) % std::uint64_t(n / length));
    columns.clear();
    for (long k = 0; k < length; ++k)
      columns.push_back((first + k * step) % n);
    std::sort(columns.begin(), columns.end());
    for (long j : columns)
      a.add(j, value(0, a.entries()));
    a.end_row();
  }
  return a;
}

inline compressed made_matrix(std::string_view name, long n) {
  if (name == "laplacian")
    return stencil(n, 1, [](int down, int right) { return down == 0 && right == 0 ? 4.0 : -1.0; });
  if (name == "convection")
    return stencil(n, 2, [](int down, int right) {
      return down == 0 && right == 0 ? 8.0 : -1 + 0.25 * down + 0.125 * right;
    });
  return name == "elasticity" ? compress(elasticity(n)) : name == "graph" ? compress(graph(n)) : power(n);
}
inline constexpr char const* structures[] = {"laplacian", "convection", "elasticity", "graph", "power"};

/// The matrix that was asked for last is kept: each round asks for it anew.
inline compressed const& matrix(std::string_view name, long n) {
  static std::pair<std::string, long> known;
  static compressed kept;
  const std::pair asked(std::string(name), n);
  if (known != asked) {
    kept = {};
    kept = made_matrix(name, n);
    known = asked;
  }
  return kept;
}
/// Its entries as a program would meet them: those of the Laplacian row by row, of the beam element by element, of the
/// graph edge by edge.
inline entry_list entries(std::string_view name, long n) {
  if (name == "elasticity")
    return elasticity(n);
  if (name == "graph")
    return graph(n);
  compressed const& a = matrix(name, n);
  entry_list list;
  list.rows = a.rows;
  for (long i = 0; i < a.rows; ++i)
    for (int e = a.offsets[std::size_t(i)]; e < a.offsets[std::size_t(i) + 1]; ++e)
      list.add(i, a.indices[std::size_t(e)], a.values[std::size_t(e)]);
  return list;
}
/// Columns in place of rows.
inline compressed turned(compressed const& a) {
  compressed t;
  t.rows = a.rows;
  t.offsets.assign(std::size_t(a.rows) + 1, 0);
  t.indices.resize(a.indices.size());
  t.values.resize(a.values.size());
  for (int j : a.indices)
    ++t.offsets[std::size_t(j) + 1];
  for (std::size_t j = 0; j < std::size_t(a.rows); ++j)
    t.offsets[j + 1] += t.offsets[j];
  std::vector<int> place(t.offsets.begin(), t.offsets.end() - 1);
  for (std::size_t i = 0; i < std::size_t(a.rows); ++i)
    for (auto e = std::size_t(a.offsets[i]); e < std::size_t(a.offsets[i + 1]); ++e) {
      const auto to = std::size_t(place[std::size_t(a.indices[e])]++);
      t.indices[to] = int(i);
      t.values[to] = a.values[e];
    }
  return t;
}

/// What is asked of several structures: the part of the question's name behind the first "_".
inline std::string structure_of(run const& r) {
  return r.question.substr(r.question.find('_') + 1);
}
inline compressed const& matrix(run const& r) {
  return matrix(structure_of(r), r.size);
}
inline constexpr long right_sides = 8;  ///< of "columns"
inline constexpr int jacobi_steps = 50; ///< of conjugate gradients

/// 2n x n squares of two triangles: the points of each, its conductivity, and its matrix of conductivity 1.
struct mesh {
  explicit mesh(long n) : points((2 * n + 1) * (n + 1)), triangles(4 * n * n), conductivity(0, triangles) {
    const long down = n + 1;
    for (long square = 0; square < 2 * n * n; ++square) {
      const long first = square / n * down + square % n, last = first + down + 1;
      for (long point : {first, first + down, first + 1, last, first + 1, first + down})
        corners.push_back(int(point));
    }
  }
  /// Element (k, l) of the matrix of triangle e.
  double element(long e, int k, int l) const { return conductivity[std::size_t(e)] * unit[k][l]; }
  /// The entries of the matrices of all triangles, each of value 0 or as they are.
  entry_list list(bool with_values) const {
    entry_list all;
    all.rows = points;
    for (long e = 0; e < triangles; ++e)
      for (int k = 0; k < 3; ++k)
        for (int l = 0; l < 3; ++l)
          all.add(corners[std::size_t(3 * e + k)], corners[std::size_t(3 * e + l)],
                  with_values ? element(e, k, l) : 0.0);
    return all;
  }
  static constexpr double unit[3][3] = {{1, -0.5, -0.5}, {-0.5, 0.5, 0}, {-0.5, 0, 0.5}};
  long points, triangles;
  block<double> conductivity;
  std::vector<int> corners;
};

/// Adds what all answer about several structures: f(run&) for "WHAT_STRUCTURE".
template <class F, class Names>
void add_structures(book& to, std::string const& what, Names const& names, F f) {
  for (auto const* name : names)
    to.add(what + "_" + name, [f](run& r, long) { f(r); });
}

} // namespace peer
