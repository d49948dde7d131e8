#pragma once
// Every macro of the library is defined here; they all begin with WEFT_.

#if __cplusplus < 202002L
#error "weft needs C++20: -std=c++20"
// A missing file is the last error; after #error alone thousands would follow.
#define WEFT_OLD_STANDARD <weft needs C++20>
#include WEFT_OLD_STANDARD
#endif

/// Version of the library; CMakeLists.txt reads it from here.
#define WEFT_VERSION_MAJOR 0
#define WEFT_VERSION_MINOR 1
#define WEFT_VERSION_PATCH 0

/// 1: element access and dead operands are checked, and throw. 0: they are not. Types are the same either way.
#ifndef WEFT_CHECK_BOUNDS
#ifdef NDEBUG
#define WEFT_CHECK_BOUNDS 0
#else
#define WEFT_CHECK_BOUNDS 1
#endif
#endif

/// 1: statements whose operations the library has kernels of run as programs of those (eval/virtual_loop.hpp), which
/// takes neither optimisation nor time to compile them; 0: each is compiled into a loop of its own. Options of the
/// compiler for floating-point numbers (-ffp-contract, -ffast-math) say nothing to the library's kernels.
#ifndef WEFT_VIRTUAL_LOOPS
#if defined(__OPTIMIZE__) || defined(WEFT_WITHOUT_DYNAMIC) // programs are of that component
#define WEFT_VIRTUAL_LOOPS 0
#else
#define WEFT_VIRTUAL_LOOPS 1
#endif
#endif

// GCC for Windows takes the stack to be aligned to 32 bytes where 16 are promised (bug 54412): code for AVX may crash
// unless the assembler writes moves that need no alignment. Who tells it to, as the CMake target does, by
// -Wa,-muse-unaligned-vector-move, defines WEFT_UNALIGNED_MOVES.
#if defined(_WIN64) && !defined(__clang__) && !defined(WEFT_UNALIGNED_MOVES) && !defined(WEFT_NO_CLONES)
#define WEFT_NO_CLONES
#endif

// Object files compiled with different flags may meet in one program, and the linker keeps one copy of each inline
// function. A copy compiled with -march=native would then run on every processor. So each inline function carries a tag
// made of the flags that change its instructions; types carry none.
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

/// 1: a compiler with the attributes, vector types and built-in functions of GCC, as Clang is one. 0: the headers do
/// without, by C++20 alone (doc/platforms.md); kernels are scalar then, and files of different flags may not meet.
#ifndef WEFT_GNU
#if defined(__GNUC__)
#define WEFT_GNU 1
#else
#define WEFT_GNU 0
#endif
#endif

#if WEFT_GNU
/// On every inline function that can contain instructions.
#define WEFT_FN [[gnu::abi_tag(WEFT_BUILD_TAG)]]
/// The same, for what runs once per element: the loop kernels are cloned per instruction set, and only what is inlined
/// into a clone is compiled for it. -O0 builds stay usable for the same reason.
#ifdef WEFT_NO_FORCED_INLINING // where compiling is to be quick and speed does not matter, as in tests of values
#define WEFT_INLINE [[gnu::abi_tag(WEFT_BUILD_TAG)]] inline
#else
#define WEFT_INLINE [[gnu::always_inline, gnu::abi_tag(WEFT_BUILD_TAG)]] inline
#endif
/// Kept out of line, so that the short path around the call stays short.
#define WEFT_SLOW [[gnu::noinline, gnu::abi_tag(WEFT_BUILD_TAG)]]
/// Rarely run branches, kept out of line.
#define WEFT_COLD [[gnu::noinline, gnu::cold, gnu::abi_tag(WEFT_BUILD_TAG)]]
/// Symbols of the compiled part. Everything else in it is hidden.
#define WEFT_API [[gnu::visibility("default")]]
/// The compiler forgets what it knows of this pointer.
#define WEFT_FORGET(p) asm("" : "+r"(p))
#else
#define WEFT_FN
#define WEFT_INLINE inline
#define WEFT_SLOW
#define WEFT_COLD
#define WEFT_API
#define WEFT_FORGET(p) static_cast<void>(0)
#endif

#if defined(__clang__)
/// The result refers to the argument: Clang warns when it outlives it.
#define WEFT_LIFETIMEBOUND [[clang::lifetimebound]]
#else
#define WEFT_LIFETIMEBOUND
#endif

/// A size at which loops change their way (eval/limits.hpp): a constant, and a variable for bench/limits.cpp, which
/// measures what other values would do. Arrays have room for them.
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

/// The instruction sets that the flags of the build have in full, as numbered in base/clones.hpp.
#if defined(__AVX512F__) && defined(__AVX512DQ__) && defined(__AVX512VL__) && defined(__AVX512BW__) && defined(__FMA__)
#define WEFT_BUILD_LEVEL 2
#elif defined(__AVX2__) && defined(__FMA__)
#define WEFT_BUILD_LEVEL 1
#else
#define WEFT_BUILD_LEVEL 0
#endif

/// 1: the compiler optimises, so a loop is as fast where a statement stands as in a function of its own.
#if defined(__OPTIMIZE__)
#define WEFT_OPTIMISED 1
#else
#define WEFT_OPTIMISED 0
#endif

#if WEFT_GNU && !defined(__clang__) && !defined(__OPTIMIZE__) && !defined(WEFT_NO_FORCED_INLINING)
/// GCC compiles the loops themselves at -O2 even in a build without optimisation.
#define WEFT_LOOP [[gnu::optimize("O2")]]
/// On the elements of a(i, j), likewise: inlined, each step would go by way of the stack, and loops over them took 12
/// times as long as over those of a std::vector.
#define WEFT_ELEMENT [[gnu::noinline, gnu::optimize("O2"), gnu::abi_tag(WEFT_BUILD_TAG)]]
#else
#define WEFT_LOOP
#define WEFT_ELEMENT WEFT_INLINE
#endif
/// 1: a(i, j) asks a compiled function for the offset (expr/element.hpp), because Clang has no such attribute.
#if WEFT_CHECK_BOUNDS && !defined(__OPTIMIZE__) && defined(__clang__)
#define WEFT_COMPILED_ELEMENTS 1
#else
#define WEFT_COMPILED_ELEMENTS 0
#endif

/// A function that is refused on purpose. Compilers without reasons quote its line instead; Clang 19 knows them before
/// C++26, but warns.
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
/// A directive of OpenMP. -fopenmp-simd, which the CMake target exports, makes the compiler listen; it needs no OpenMP
/// runtime. For GCC an attribute: a pragma that is not heard would be a warning, which GCC 12 cannot be told to keep to
/// itself.
#if !WEFT_GNU
#define WEFT_OMP(...)
#elif defined(__clang__)
#define WEFT_OMP(...) WEFT_PRAGMA(omp __VA_ARGS__)
#else
#define WEFT_OMP(...) [[omp::directive(__VA_ARGS__)]]
#endif
/// Asks for machine vectors in the next loop, which is weft's own: its iterations are independent.
#define WEFT_SIMD_OWN WEFT_OMP(simd)
/// Asks for machine vectors in a loop that may call what users wrote. Clang is left to prove that the calls are
/// independent: told so, it lost counts of calls at -O1. GCC is told, because at -O2 it proves little; it never
/// vectorises a loop that stores where the last iteration did.
#if defined(__clang__)
#define WEFT_SIMD WEFT_PRAGMA(clang loop vectorize(enable))
#else
#define WEFT_SIMD WEFT_SIMD_OWN
#endif
/// Both for rows, which may be short. Clang would take four vectors at a time and the rest, up to 31 doubles, one by
/// one: rows of 48 took 1.3 to 2.6 times as long.
#if defined(__clang__)
#define WEFT_SIMD_OWN_ROW WEFT_PRAGMA(clang loop vectorize(assume_safety) interleave_count(1))
#define WEFT_SIMD_ROW WEFT_PRAGMA(clang loop vectorize(enable) interleave_count(1))
#else
#define WEFT_SIMD_OWN_ROW WEFT_SIMD_OWN
#define WEFT_SIMD_ROW WEFT_SIMD
#endif
/// Around such loops: Clang warns, in the user's build, where it cannot vectorise one (exp, a lambda that calls libm),
/// GCC where it is not told to listen.
#if defined(__clang__)
#define WEFT_KERNELS_BEGIN WEFT_PRAGMA(clang diagnostic push) WEFT_PRAGMA(clang diagnostic ignored "-Wpass-failed")
#define WEFT_KERNELS_END WEFT_PRAGMA(clang diagnostic pop)
#else
#define WEFT_KERNELS_BEGIN WEFT_PRAGMA(GCC diagnostic push) WEFT_PRAGMA(GCC diagnostic ignored "-Wattributes")
#define WEFT_KERNELS_END WEFT_PRAGMA(GCC diagnostic pop)
#endif

/// The members of a type that is copied and moved member by member: those that a compiler declares by itself carry no
/// tag. A semicolon follows.
#define WEFT_COPIED(type)                                                                                              \
  WEFT_INLINE type(type const&) = default;                                                                             \
  WEFT_INLINE type(type&&) = default;                                                                                  \
  WEFT_INLINE type& operator=(type const&) = default;                                                                  \
  WEFT_INLINE type& operator=(type&&) = default;                                                                       \
  WEFT_INLINE ~type() = default
