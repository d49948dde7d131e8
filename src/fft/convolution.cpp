#include <weft/fft/job.hpp>
#include <weft/layout/walk.hpp>
#include <weft/tensor/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace weft::detail {

namespace {

/// Most elements of a block of the first operand, unless eight kernels are longer: its spectrum stays in the caches.
constexpr index_t block_elements = 16384, block_kernels = 8;

using box = dynamic_extents;

/// Returns the strides of a row-major array without gaps.
box packed_strides(box const& extents) {
  box out(extents.rank());
  index_t step = 1;
  for (int k = extents.rank() - 1; k >= 0; step *= extents.entry(k--))
    out.set(k, step);
  return out;
}

/// Returns the smallest number from n on that 2, 3 and 5 divide, and no other prime: its transform is a fast one.
index_t fast_length(index_t n) {
  index_t best = std::numeric_limits<index_t>::max();
  for (index_t fives = 1; fives < 5 * n; fives *= 5)
    for (index_t odd = fives; odd < 3 * n; odd *= 3) {
      index_t length = odd;
      while (length < n)
        length *= 2;
      best = std::min(best, length);
    }
  return best;
}

/// Returns the sum of magnitudes, which is NaN or infinite if an element is; a spectrum has no larger element.
template <class R>
double magnitude_of(convolution_side const& x, index_t components) {
  double sum = 0;
  walk_rows<1>(x.extents, {x.strides}, [&](index_t const*, index_t const* offset, index_t n) {
    auto const* const row = static_cast<R const*>(x.data) + offset[0] * components;
    index_t const step = row_step(x.strides) * components;
    for (index_t i = 0; i < n; ++i)
      for (index_t c = 0; c < components; ++c)
        sum += std::abs(static_cast<double>(row[i * step + c]));
  });
  return sum;
}

/// Convolves by transforms of elements T, real or complex, in the precision R. The first operand is cut along the first
/// axis that it has; a block is transformed, multiplied with the spectrum of the kernel, and transformed back.
/// Transforms are periodic, so elements next to the ends of a block are wrong; blocks overlap, and these elements are
/// left out.
template <class R, class T>
class transform_convolution {
  using complex = std::complex<R>;
  static constexpr bool is_complex = std::is_same_v<T, complex>;

public:
  explicit transform_convolution(convolution_job const& job)
      : job_(job), last_(job.count.rank() - 1), lengths_(last_ + 1), spectrum_(last_ + 1) {
    while (cut_ < last_ && job.from.extents[cut_] == 1 && job.kernel.extents[cut_] == 1)
      ++cut_;
    for (int k = 0; k <= last_; ++k)
      lengths_.set(k, fast_length(periodic_length(k)));
    index_t const others = count_of(lengths_) / lengths_.entry(cut_), extent = job.kernel.extents[cut_];
    index_t const block = fast_length(std::max(block_kernels * extent, block_elements / others));
    if (block < lengths_.entry(cut_) / 2) {
      lengths_.set(cut_, block);
      step_ = block - extent + 1;
    } else {
      step_ = job.count[cut_];
    }
    spectrum_ = lengths_;
    if constexpr (!is_complex)
      spectrum_.set(last_, lengths_.entry(last_) / 2 + 1);
  }
  /// Returns whether all spectra, and sums of their elements, are finite.
  bool is_finite() const {
    index_t const components = is_complex ? 2 : 1;
    double const from = magnitude_of<R>(job_.from, components), kernel = magnitude_of<R>(job_.kernel, components);
    return from * kernel * static_cast<double>(count_of(lengths_)) < static_cast<double>(std::numeric_limits<R>::max());
  }
  void run() {
    tensor<complex, 1> of_kernel(count_of(spectrum_)), of_block(count_of(spectrum_));
    lines_ = tensor<T, 1>(count_of(lengths_));
    transform(job_.kernel, of_kernel.data());
    box count = job_.count;
    for (index_t done = 0; done < job_.count[cut_]; done += step_) {
      count.set(cut_, std::min(step_, job_.count[cut_] - done));
      convolve_block(done, count, of_kernel.data(), of_block.data());
    }
  }

private:
  convolution_job const& job_;
  int last_, cut_ = 0; ///< axes
  box lengths_, spectrum_;
  index_t step_;
  tensor<T, 1> lines_;

  /// Returns the least length of a transform along an axis that leaves the elements that are asked for right.
  index_t periodic_length(int k) const {
    index_t const a = job_.from.extents[k], b = job_.kernel.extents[k], first = job_.first[k];
    return std::max({a, b, first + job_.count[k], a + b - 1 - first});
  }
  void convolve_block(index_t done, box const& count, complex const* of_kernel, complex* of_block) {
    convolution_side block = job_.from;
    box first = job_.first;
    index_t const begin = first[cut_] + done, from = std::max(begin - job_.kernel.extents[cut_] + 1, index_t(0));
    block.data = static_cast<T const*>(block.data) + from * block.strides[cut_];
    block.extents.set(cut_, std::min(begin + count.entry(cut_), block.extents[cut_]) - from);
    first.set(cut_, begin - from);
    transform(block, of_block);
    for (index_t k = 0; k < count_of(spectrum_); ++k) { // std::complex would look for NaN
      R const a = of_block[k].real(), b = of_block[k].imag(), c = of_kernel[k].real(), d = of_kernel[k].imag();
      of_block[k] = complex(a * c - b * d, a * d + b * c);
    }
    restore(of_block, first, count);
    box const target = packed_strides(job_.count);
    copy(lines_.data() + first.entry(last_), packed_strides(with_last(count, lengths_)),
         static_cast<T*>(job_.to) + done * target.entry(cut_), target, count);
  }
  box with_last(box extents, box const& of) const {
    extents.set(last_, of.entry(last_));
    return extents;
  }
  static void copy(T const* from, box const& from_strides, T* to, box const& to_strides, box const& extents) {
    walk_rows<2>(extents, {from_strides, to_strides}, [&](index_t const*, index_t const* offset, index_t n) {
      index_t const step = row_step(from_strides), to_step = row_step(to_strides);
      for (index_t i = 0; i < n; ++i)
        to[offset[1] + i * to_step] = from[offset[0] + i * step];
    });
  }

  /// Transforms along one axis.
  static void pass(transform_kind kind, bool forward, int axis, box const& extents, void const* from,
                   box const& from_strides, void* to, box const& to_strides) {
    transform_job job{"numerics::convolve", kind, forward, fft::norm_mode::backward, transform_real_of<R>};
    job.count = 1;
    job.axes[0] = static_cast<signed char>(axis);
    job.extents = extents;
    job.from_strides = from_strides;
    job.to_strides = to_strides;
    job.from = from;
    job.to = to;
    session s;
    run_transform(job, s);
  }
  /// Transforms an operand with zeros behind it. Lines of zeros are transformed last along each axis, so that passes
  /// before leave them out.
  void transform(convolution_side const& from, complex* to) {
    box lines = with_last(from.extents, lengths_);
    box const line_strides = packed_strides(lines), places = packed_strides(spectrum_);
    std::fill_n(lines_.data(), count_of(lines), T(0));
    std::fill_n(to, count_of(spectrum_), complex(0));
    copy(static_cast<T const*>(from.data), from.strides, lines_.data(), line_strides, from.extents);
    pass(is_complex ? transform_kind::complex : transform_kind::halved, true, last_, lines, lines_.data(), line_strides,
         to, places);
    lines.set(last_, spectrum_.entry(last_));
    for (int k = last_ - 1; k >= 0; --k) {
      lines.set(k, lengths_.entry(k));
      if (lengths_.entry(k) > 1)
        pass(transform_kind::complex, true, k, lines, to, places, to, places);
    }
  }
  /// Transforms back, along the last axis into lines_; lines that hold no element of the result are left out.
  void restore(complex* from, box const& first, box const& count) {
    box lines = spectrum_;
    box const places = packed_strides(spectrum_);
    for (int k = 0; k < last_; ++k) {
      if (lengths_.entry(k) > 1)
        pass(transform_kind::complex, false, k, lines, from, places, from, places);
      from += first.entry(k) * places.entry(k);
      lines.set(k, count.entry(k));
    }
    lines = with_last(count, lengths_);
    pass(is_complex ? transform_kind::complex : transform_kind::restored, false, last_, lines, from, places,
         lines_.data(), packed_strides(lines));
  }
};

template <class R, class T>
bool convolved_by_transforms(convolution_job const& job) {
  transform_convolution<R, T> convolution(job);
  if (!convolution.is_finite())
    return false;
  convolution.run();
  return true;
}

} // namespace

bool convolve_by_transforms(convolution_job const& job) {
  if (job.real == transform_real::single_precision)
    return job.is_complex ? convolved_by_transforms<float, std::complex<float>>(job)
                          : convolved_by_transforms<float, float>(job);
  return job.is_complex ? convolved_by_transforms<double, std::complex<double>>(job)
                        : convolved_by_transforms<double, double>(job);
}

} // namespace weft::detail
