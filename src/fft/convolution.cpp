#include <weft/fft/job.hpp>
#include <weft/layout/walk.hpp>
#include <weft/tensor/tensor.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

namespace weft::detail {

namespace {

constexpr int axes = convolution_job::axes, last = axes - 1;

/// Most elements of a block of the first operand, unless eight kernels are longer: its spectrum stays in the caches.
constexpr index_t block_elements = 16384;
constexpr index_t block_kernels = 8;

using box = dynamic_extents;

box box_of(index_t const* n) {
  box out(axes);
  for (int k = 0; k < axes; ++k)
    out.set(k, n[k]);
  return out;
}
/// Returns the strides of a row-major array without gaps.
box packed_strides(box const& extents) {
  box out(axes);
  index_t step = 1;
  for (int k = last; k >= 0; step *= extents.entry(k--))
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
double magnitude_of(R const* from, box const& extents, box const& strides, index_t components) {
  double sum = 0;
  walk_rows<1>(extents, {strides}, [&](index_t const*, index_t const* offset, index_t n) {
    index_t const step = row_step(strides);
    for (index_t i = 0; i < n; ++i)
      for (index_t c = 0; c < components; ++c)
        sum += std::abs(static_cast<double>(from[(offset[0] + i * step) * components + c]));
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
      : job_(job), kernel_(box_of(job.kernel_extents)), lengths_(axes), spectrum_(axes) {
    while (cut_ < last && job.from_extents[cut_] == 1 && kernel_.entry(cut_) == 1)
      ++cut_;
    for (int k = 0; k < axes; ++k)
      lengths_.set(k, fast_length(periodic_length(k)));
    index_t const others = count_of(lengths_) / lengths_.entry(cut_), extent = kernel_.entry(cut_);
    index_t const block = fast_length(std::max(block_kernels * extent, block_elements / others));
    if (block < lengths_.entry(cut_) / 2) {
      lengths_.set(cut_, block);
      step_ = block - extent + 1;
    } else {
      step_ = job.count[cut_];
    }
    spectrum_ = lengths_;
    if constexpr (!is_complex)
      spectrum_.set(last, lengths_.entry(last) / 2 + 1);
  }
  /// Returns whether all spectra, and sums of their elements, are finite.
  bool is_finite() const {
    index_t const components = is_complex ? 2 : 1;
    double const from = magnitude_of(static_cast<R const*>(job_.from), box_of(job_.from_extents),
                                     box_of(job_.from_strides), components);
    double const kernel =
        magnitude_of(static_cast<R const*>(job_.kernel), kernel_, box_of(job_.kernel_strides), components);
    return from * kernel * static_cast<double>(count_of(lengths_)) < static_cast<double>(std::numeric_limits<R>::max());
  }
  void run() {
    tensor<complex, 1> of_kernel(count_of(spectrum_)), of_block(count_of(spectrum_));
    lines_ = tensor<T, 1>(count_of(lengths_));
    transform(static_cast<T const*>(job_.kernel), kernel_, box_of(job_.kernel_strides), of_kernel.data());
    box count = box_of(job_.count);
    for (index_t done = 0; done < job_.count[cut_]; done += step_) {
      count.set(cut_, std::min(step_, job_.count[cut_] - done));
      convolve_block(done, count, of_kernel.data(), of_block.data());
    }
  }

private:
  convolution_job const& job_;
  box kernel_, lengths_, spectrum_;
  int cut_ = 0;
  index_t step_;
  tensor<T, 1> lines_;

  /// Returns the least length of a transform along an axis that leaves the elements that are asked for right.
  index_t periodic_length(int k) const {
    index_t const a = job_.from_extents[k], b = job_.kernel_extents[k], first = job_.first[k];
    return std::max({a, b, first + job_.count[k], a + b - 1 - first});
  }
  void convolve_block(index_t done, box const& count, complex const* of_kernel, complex* of_block) {
    box extents = box_of(job_.from_extents), first = box_of(job_.first);
    index_t const strides = job_.from_strides[cut_], begin = job_.first[cut_] + done;
    index_t const from = std::max(begin - kernel_.entry(cut_) + 1, index_t(0));
    extents.set(cut_, std::min(begin + count.entry(cut_), job_.from_extents[cut_]) - from);
    first.set(cut_, begin - from);
    transform(static_cast<T const*>(job_.from) + from * strides, extents, box_of(job_.from_strides), of_block);
    for (index_t k = 0; k < count_of(spectrum_); ++k) { // std::complex would look for NaN
      R const a = of_block[k].real(), b = of_block[k].imag(), c = of_kernel[k].real(), d = of_kernel[k].imag();
      of_block[k] = complex(a * c - b * d, a * d + b * c);
    }
    restore(of_block, first, count);
    box const target = packed_strides(box_of(job_.count));
    copy(lines_.data() + first.entry(last), packed_strides(with_last(count, lengths_)),
         static_cast<T*>(job_.to) + done * target.entry(cut_), target, count);
  }
  static box with_last(box extents, box const& of) {
    extents.set(last, of.entry(last));
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
    constexpr transform_real real =
        std::is_same_v<R, float> ? transform_real::single_precision : transform_real::double_precision;
    transform_job job{"numerics::convolve", kind, forward, fft::norm_mode::backward, real};
    job.count = 1;
    job.axes[0] = static_cast<signed char>(axis);
    job.rank = axes;
    for (int k = 0; k < axes; ++k) {
      job.extents[k] = extents.entry(k);
      job.from_strides[k] = from_strides.entry(k);
      job.to_strides[k] = to_strides.entry(k);
    }
    job.from = from;
    job.to = to;
    session s;
    run_transform(job, s);
  }
  /// Transforms an operand with zeros behind it. Lines of zeros are transformed last along each axis, so that passes
  /// before leave them out.
  void transform(T const* from, box const& extents, box const& strides, complex* to) {
    box lines = with_last(extents, lengths_), const_strides = packed_strides(lines);
    box const places = packed_strides(spectrum_);
    std::fill_n(lines_.data(), count_of(lines), T(0));
    std::fill_n(to, count_of(spectrum_), complex(0));
    copy(from, strides, lines_.data(), const_strides, extents);
    pass(is_complex ? transform_kind::complex : transform_kind::halved, true, last, lines, lines_.data(), const_strides,
         to, places);
    lines.set(last, spectrum_.entry(last));
    for (int k = last - 1; k >= 0; --k) {
      lines.set(k, lengths_.entry(k));
      if (lengths_.entry(k) > 1)
        pass(transform_kind::complex, true, k, lines, to, places, to, places);
    }
  }
  /// Transforms back, along the last axis into lines_; lines that hold no element of the result are left out.
  void restore(complex* from, box const& first, box const& count) {
    box lines = spectrum_;
    box const places = packed_strides(spectrum_);
    for (int k = 0; k < last; ++k) {
      if (lengths_.entry(k) > 1)
        pass(transform_kind::complex, false, k, lines, from, places, from, places);
      from += first.entry(k) * places.entry(k);
      lines.set(k, count.entry(k));
    }
    lines = with_last(count, lengths_);
    pass(is_complex ? transform_kind::complex : transform_kind::restored, false, last, lines, from, places,
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
