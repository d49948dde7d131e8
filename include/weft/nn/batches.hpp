#pragma once
#include <weft/nn/check.hpp>
#include <weft/ops/random.hpp>
#include <weft/tensor/tensor.hpp>

#include <cstdio>
#include <string>

// Training data, cut into batches.
namespace weft::nn {

/// The numbers from 0 to n - 1 in a random order, `size` at a time; the last part may be shorter:
///   for (auto const& rows : nn::batches(n, 32, epoch)) { x = take(images, rows, 0); ... }
class batches {
public:
  /// The same seed gives the same order. Throws an error if `size` is below 1.
  WEFT_FN batches(index_t n, index_t size, std::uint64_t seed) : order_(random_permutation(n, seed)), size_(size) {
    if (size < 1)
      detail::throw_model("batches: a batch has at least one row");
  }
  class iterator {
  public:
    WEFT_FN iterator(batches const* of, index_t first) : of_(of), first_(first) {}
    [[nodiscard]] WEFT_FN view<index_t const, 1> operator*() const {
      index_t const left = of_->order_.size() - first_;
      return of_->order_(range(first_, first_ + (left < of_->size_ ? left : of_->size_)));
    }
    WEFT_FN iterator& operator++() {
      first_ += of_->size_;
      return *this;
    }
    [[nodiscard]] WEFT_FN bool operator!=(iterator const& other) const { return first_ < other.first_; }

  private:
    batches const* of_;
    index_t first_;
  };
  [[nodiscard]] WEFT_FN iterator begin() const { return {this, 0}; }
  [[nodiscard]] WEFT_FN iterator end() const { return {this, order_.size()}; }
  /// The number of batches.
  [[nodiscard]] WEFT_FN index_t size() const { return (order_.size() + size_ - 1) / size_; }

private:
  tensor<index_t, 1> order_;
  index_t size_;
};

/// A line on a terminal, or in another file, that shows the progress of some work; each step writes it again.
class progress {
public:
  /// A line for `total` steps; `name` says what is done.
  WEFT_FN progress(std::string name, index_t total, std::FILE* to = stderr)
      : name_(std::move(name)), total_(total < 1 ? 1 : total), to_(to) {}
  progress(progress const&) = delete;
  progress& operator=(progress const&) = delete;
  WEFT_FN ~progress() { std::fputc('\n', to_); }

  /// Counts a step and writes the line again; `remark` stands behind the bar.
  WEFT_FN void step(std::string const& remark = {}) {
    constexpr index_t width = 30;
    ++done_;
    index_t const filled = done_ >= total_ ? width : width * done_ / total_;
    std::string const bar = std::string(std::size_t(filled), '=') + std::string(std::size_t(width - filled), ' ');
    std::fprintf(to_, "\r%s [%s] %td/%td %s", name_.c_str(), bar.c_str(), done_, total_, remark.c_str());
    std::fflush(to_);
  }

private:
  std::string name_;
  index_t total_, done_ = 0;
  std::FILE* to_;
};

} // namespace weft::nn
