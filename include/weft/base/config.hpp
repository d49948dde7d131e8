#pragma once
// This header defines every macro of the library; all names begin with WEFT_.

#if __cplusplus < 202002L
#error "weft needs C++20: -std=c++20"
// The compiler stops at a file that is missing. After #error alone it would report thousands of errors more.
#define WEFT_OLD_STANDARD <weft needs C++20>
#include WEFT_OLD_STANDARD
#endif

/// Version of the library; CMakeLists.txt reads it from here.
#define WEFT_VERSION_MAJOR 0
#define WEFT_VERSION_MINOR 2
#define WEFT_VERSION_PATCH 0

/// 1: element access and operands are checked; an index out of range or memory that has been freed throws. 0: nothing
/// is checked. Types are the same in both.
#ifndef WEFT_CHECK_BOUNDS
#ifdef NDEBUG
#define WEFT_CHECK_BOUNDS 0
#else
#define WEFT_CHECK_BOUNDS 1
#endif
#endif

/// 1: a statement whose operations all have kernels in the compiled library runs as a program of them
/// (eval/virtual_loop.hpp). This is fast even if the compiler does not optimise, and saves compile time. 0: each
/// statement is compiled into a loop of its own. Floating-point options of the compiler (-ffp-contract, -ffast-math) do
/// not affect kernels of the compiled library.
#ifndef WEFT_VIRTUAL_LOOPS
#if defined(__OPTIMIZE__) || defined(WEFT_WITHOUT_DYNAMIC) // virtual loops need the component "dynamic"
#define WEFT_VIRTUAL_LOOPS 0
#else
#define WEFT_VIRTUAL_LOOPS 1
#endif
#endif

// GCC for Windows assumes a stack aligned to 32 bytes, but the system promises 16 (GCC bug 54412). Code for AVX may
// crash, unless the assembler writes moves that need no alignment. A build that passes -Wa,-muse-unaligned-vector-move,
// as the CMake target does, defines WEFT_UNALIGNED_MOVES; any other build has no clones.
#if defined(_WIN64) && !defined(__clang__) && !defined(WEFT_UNALIGNED_MOVES) && !defined(WEFT_NO_CLONES)
#define WEFT_NO_CLONES
#endif

// Object files compiled with different flags may be linked into one program, and the linker keeps one copy of each
// inline function. A copy compiled with -march=native would then run on every processor. So the symbol of each inline
// function carries a tag made of the flags that change its instructions. Names of types carry no tag.
#if defined(__AVX512FP16__)
#define WEFT_TAG_ISA "9"
#elif defined(__AVX512VNNI__)
#define WEFT_TAG_ISA "8"
#elif defined(__AVX512VBMI__)
#define WEFT_TAG_ISA "7"
#elif defined(__AVX512BW__)
#define WEFT_TAG_ISA "6"
#elif defined(__AVX512F__)
#define WEFT_TAG_ISA "5"
#elif defined(__AVX2__) && defined(__FMA__) && defined(__BMI2__)
#define WEFT_TAG_ISA "4"
#elif defined(__AVX2__)
#define WEFT_TAG_ISA "3"
#elif defined(__FMA__) || defined(__FMA4__) || defined(__XOP__)
#define WEFT_TAG_ISA "f"
#elif defined(__AVX__)
#define WEFT_TAG_ISA "2"
#elif defined(__SSE4_2__) || defined(__POPCNT__)
#define WEFT_TAG_ISA "1"
#elif defined(__SSE3__) || defined(__ARM_FEATURE_SVE)
#define WEFT_TAG_ISA "e"
#else
#define WEFT_TAG_ISA "0"
#endif
#ifdef __OPTIMIZE__
#define WEFT_TAG_OPTIMISED "o"
#else
#define WEFT_TAG_OPTIMISED "d"
#endif
#if WEFT_CHECK_BOUNDS
#define WEFT_TAG_CHECKED "c"
#else
#define WEFT_TAG_CHECKED "u"
#endif
#ifdef NDEBUG
#define WEFT_TAG_ASSERT "n"
#else
#define WEFT_TAG_ASSERT "a"
#endif
#if defined(__clang__)
#define WEFT_TAG_COMPILER "l"
#else
#define WEFT_TAG_COMPILER "g"
#endif
#if defined(WEFT_NO_CLONES)
#define WEFT_TAG_CLONES "p"
#else
#define WEFT_TAG_CLONES ""
#endif
#if defined(__FAST_MATH__) || __FINITE_MATH_ONLY__
#define WEFT_TAG_MATH "f"
#else
#define WEFT_TAG_MATH "s"
#endif
#if defined(__SANITIZE_ADDRESS__)
#define WEFT_TAG_SANITIZED "z"
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WEFT_TAG_SANITIZED "z"
#endif
#endif
#ifndef WEFT_TAG_SANITIZED
#define WEFT_TAG_SANITIZED ""
#endif
#if WEFT_VIRTUAL_LOOPS
#define WEFT_TAG_LOOPS "q"
#else
#define WEFT_TAG_LOOPS ""
#endif
#if defined(WEFT_LIMITS_VARIABLE)
#define WEFT_TAG_LIMITS "v"
#else
#define WEFT_TAG_LIMITS ""
#endif
#define WEFT_BUILD_TAG                                                                                                 \
  "weft_" WEFT_TAG_COMPILER WEFT_TAG_ISA WEFT_TAG_OPTIMISED WEFT_TAG_CHECKED WEFT_TAG_ASSERT WEFT_TAG_MATH             \
      WEFT_TAG_CLONES WEFT_TAG_SANITIZED WEFT_TAG_LOOPS WEFT_TAG_LIMITS

/// 1: the compiler has the attributes, vector types and built-in functions of GCC, as Clang does. 0: the headers use
/// C++20 only (doc/platforms.md); then kernels are scalar, and all files of a program must be compiled with the same
/// flags.
#ifndef WEFT_GNU
#if defined(__GNUC__)
#define WEFT_GNU 1
#else
#define WEFT_GNU 0
#endif
#endif

#if WEFT_GNU
/// The attributes of every inline function that can contain instructions: the tag of the build flags.
#define WEFT_FN [[gnu::abi_tag(WEFT_BUILD_TAG)]]
/// The attributes of a function that runs once per element. It is always inlined: a kernel is cloned for each
/// instruction set, and only code that is inlined into a clone is compiled for its set. It also keeps -O0 builds
/// usable.
#ifdef WEFT_NO_FORCED_INLINING // for builds where compile time matters and speed does not, as in tests of values
#define WEFT_INLINE [[gnu::abi_tag(WEFT_BUILD_TAG)]] inline
#else
#define WEFT_INLINE [[gnu::always_inline, gnu::abi_tag(WEFT_BUILD_TAG)]] inline
#endif
/// As WEFT_INLINE, for a function that calls one of the program. Clang does not inline a long one by itself, and a loop
/// around a call is not vectorised: a lambda of nine results took four times as long.
#if defined(__clang__) && !defined(WEFT_NO_FORCED_INLINING)
#define WEFT_INLINE_ALL [[gnu::flatten]] WEFT_INLINE
#else
#define WEFT_INLINE_ALL WEFT_INLINE
#endif
/// Keeps a function out of line, so that the short path around the call stays short.
#define WEFT_SLOW [[gnu::noinline, gnu::abi_tag(WEFT_BUILD_TAG)]]
/// Keeps a function out of line and marks it as rarely run.
#define WEFT_COLD [[gnu::noinline, gnu::cold, gnu::abi_tag(WEFT_BUILD_TAG)]]
/// Exports a symbol from the compiled library. All other symbols of the library are hidden.
#define WEFT_API [[gnu::visibility("default")]]
/// Makes the compiler forget all that it knows about the value of pointer p.
#define WEFT_FORGET(p) asm("" : "+r"(p))
#else
#define WEFT_FN
#define WEFT_INLINE inline
#define WEFT_INLINE_ALL inline
#define WEFT_SLOW
#define WEFT_COLD
#define WEFT_API
#define WEFT_FORGET(p) static_cast<void>(0)
#endif

/// Declares the copies, moves and destructor of class T, all defaulted, and inlines them: implicit ones would not be
/// inlined in builds without optimisation. A second argument `&` refuses assignments to a T that is an rvalue.
#define WEFT_COPIED(T, ...)                                                                                            \
  WEFT_INLINE T(T const&) = default;                                                                                   \
  WEFT_INLINE T(T&&) = default;                                                                                        \
  WEFT_INLINE T& operator=(T const&) __VA_ARGS__ = default;                                                            \
  WEFT_INLINE T& operator=(T&&) __VA_ARGS__ = default;                                                                 \
  WEFT_INLINE ~T() = default

#if defined(__clang__)
/// The result refers to the argument: Clang warns where the result outlives the argument.
#define WEFT_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define WEFT_LIFETIMEBOUND
#endif

/// Declares a size at which loops switch to another method (eval/limits.hpp). It is a constant; in bench/limits.cpp it
/// is a variable, so that the benchmark can measure other values. WEFT_LIMIT_ROOM(n) is the length of an array that has
/// room for every value.
#if defined(WEFT_LIMITS_VARIABLE)
#define WEFT_LIMIT inline
#define WEFT_LIMIT_ROOM(n) (8 * (n))
#else
#define WEFT_LIMIT inline constexpr
#define WEFT_LIMIT_ROOM(n) (n)
#endif

#if WEFT_GNU && defined(__x86_64__) && !defined(WEFT_NO_CLONES)
#define WEFT_HAS_CLONES 1
#if defined(__clang__)
#define WEFT_TARGET_AVX512 [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,fma"), clang::min_vector_width(512)]]
#else
#define WEFT_TARGET_AVX512 [[gnu::target("avx512f,avx512dq,avx512vl,avx512bw,fma,prefer-vector-width=512")]]
#endif
#define WEFT_TARGET_AVX2 [[gnu::target("avx2,fma")]]
#else
#define WEFT_HAS_CLONES 0
#endif

/// The highest level of base/clones.hpp whose instructions the compiler flags of the build all allow.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__FMA__)
#define WEFT_BUILD_LEVEL 2
#elif defined(__AVX2__) && defined(__FMA__)
#define WEFT_BUILD_LEVEL 1
#else
#define WEFT_BUILD_LEVEL 0
#endif

/// 1: the compiler optimises, so a loop inside a statement is as fast as one in a function of its own. 0: it is slower.
#if defined(__OPTIMIZE__)
#define WEFT_OPTIMISED 1
#else
#define WEFT_OPTIMISED 0
#endif

#if WEFT_GNU && !defined(__clang__) && !defined(__OPTIMIZE__) && !defined(WEFT_NO_FORCED_INLINING)
/// Makes GCC compile kernel loops at -O2, even in a build without optimisation.
#define WEFT_LOOP [[gnu::optimize("O2")]]
/// Makes GCC compile the element access a(i, j) at -O2 in such a build, out of line. Inlined, each step would go
/// through the stack, and a loop over elements took 12 times as long as over the elements of a std::vector.
#define WEFT_ELEMENT [[gnu::noinline, gnu::optimize("O2"), gnu::abi_tag(WEFT_BUILD_TAG)]]
#else
#define WEFT_LOOP
#define WEFT_ELEMENT WEFT_INLINE
#endif
/// 1: a(i, j) calls a compiled function for the offset (expr/element.hpp), in Clang builds without optimisation and
/// with checks, because Clang has no such attribute.
#if WEFT_CHECK_BOUNDS && !defined(__OPTIMIZE__) && defined(__clang__)
#define WEFT_COMPILED_ELEMENTS 1
#else
#define WEFT_COMPILED_ELEMENTS 0
#endif

/// Deletes a function, with a reason for the error message. Compilers that do not know reasons quote the line instead.
/// Clang 19 knows reasons before C++26, but warns about them.
#if __cplusplus > 202302L && defined(__cpp_deleted_function)
#define WEFT_REFUSED(reason) = delete (reason)
#elif defined(__clang__) && defined(__cpp_deleted_function)
#define WEFT_REFUSED(reason)                                                                                           \
  _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wc++26-extensions\"") =                        \
      delete (reason)_Pragma("clang diagnostic pop")
#else
#define WEFT_REFUSED(reason) = delete
#endif

#if WEFT_GNU
#define WEFT_PRAGMA(x) _Pragma(#x)
#else
#define WEFT_PRAGMA(x)
#endif
/// A directive of OpenMP. The compiler obeys it with -fopenmp-simd, which the CMake target exports; this needs no
/// OpenMP runtime. For GCC it is an attribute, because GCC 12 warns about each OpenMP pragma that it ignores, and the
/// warning cannot be turned off in a header.
#if !WEFT_GNU
#define WEFT_OMP(...)
#elif defined(__clang__)
#define WEFT_OMP(...) WEFT_PRAGMA(omp __VA_ARGS__)
#else
#define WEFT_OMP(...) [[omp::directive(__VA_ARGS__)]]
#endif
/// Asks the compiler to vectorise the next loop. The loop contains only weft's own code, and its iterations are
/// independent.
#define WEFT_SIMD_OWN WEFT_OMP(simd)
/// Asks the compiler to vectorise a loop that may call functions of the user. Clang must prove itself that the
/// iterations are independent: when it was told so, it lost counts of calls at -O1. GCC is told, because it proves
/// little at -O2; it does not vectorise a loop that stores to the same address in each iteration.
#if defined(__clang__)
#define WEFT_SIMD WEFT_PRAGMA(clang loop vectorize(enable))
#else
#define WEFT_SIMD WEFT_SIMD_OWN
#endif
/// As WEFT_SIMD_OWN and WEFT_SIMD_USER, but for loops over rows, which may be short. Without interleave_count(1) Clang
/// takes four vectors at a time, and the remaining elements, up to 31 doubles, one by one: rows of 48 took 1.3 to 2.6
/// times as long.
#if defined(__clang__)
#define WEFT_SIMD_OWN_ROW WEFT_PRAGMA(clang loop vectorize(assume_safety) interleave_count(1))
#define WEFT_SIMD_ROW WEFT_PRAGMA(clang loop vectorize(enable) interleave_count(1))
#else
#define WEFT_SIMD_OWN_ROW WEFT_SIMD_OWN
#define WEFT_SIMD_ROW WEFT_SIMD
#endif
/// Turn warnings off around such loops. In the build of a user, Clang would warn about each loop that it cannot
/// vectorise (exp, a lambda that calls libm), and GCC about OpenMP attributes if -fopenmp-simd is missing.
#if defined(__clang__)
#define WEFT_KERNELS_BEGIN WEFT_PRAGMA(clang diagnostic push) WEFT_PRAGMA(clang diagnostic ignored "-Wpass-failed")
#define WEFT_KERNELS_END WEFT_PRAGMA(clang diagnostic pop)
#else
#define WEFT_KERNELS_BEGIN WEFT_PRAGMA(GCC diagnostic push) WEFT_PRAGMA(GCC diagnostic ignored "-Wattributes")
#define WEFT_KERNELS_END WEFT_PRAGMA(GCC diagnostic pop)
#endif
