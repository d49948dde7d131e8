!> weft for programs in Fortran (2018): formulas, products and solutions of linear systems of arrays.
!>
!> Arrays of any rank, of real and complex of 32 and 64 bits a number, integers of 8 to 64 bits and logical(c_bool) are
!> read and written where they lie, also sections with any strides, as x(n:1:-2), and components, as points%x. Axes keep
!> their order. Results come as allocatable arrays, which are allocated as an assignment allocates them, with lower
!> bounds of 1.
!>
!> Errors. stat is 0, or one of the numbers of weft_status_t in <weft/c/weft.h>, and errmsg the sentence. Without stat
!> an error ends the program with its sentence. After an error arrays and formulas are as they were.
!>
!> Threads may use all of it at the same time, and one formula, too, as long as none of them binds its names.
module weft
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: weft_formula, weft_parse, weft_bind, weft_evaluate, weft_assign, weft_number, weft_free
  public :: weft_matmul, weft_solve

  !> A formula in text, as "exp(-x^2) + b * y", and what its names are bound to. class formula of
  !> <weft/dynamic/formula.hpp> has the language. All computations are in double. weft_free frees it; an assignment
  !> makes another name of the same formula.
  type, bind(c) :: weft_formula
    private
    type(c_ptr) :: handle = c_null_ptr
  end type

  interface
    !> call weft_parse(f, text): makes f a formula of this text, and frees what it was before. No name has a value then.
    subroutine weft_parse(f, text, stat, errmsg) bind(c, name="weft_fortran_parse")
      import :: c_char, c_int, weft_formula
      type(weft_formula), intent(inout) :: f
      character(*, c_char), intent(in) :: text
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    !> call weft_bind(f, name, x): gives a name the elements of an array, which are read each time when the formula is
    !> computed, so the array must live on, have the attribute target, and be no expression; or the value of a scalar.
    subroutine weft_bind(f, name, x, stat, errmsg) bind(c, name="weft_fortran_bind")
      import :: c_char, c_int, weft_formula
      type(weft_formula), intent(in) :: f
      character(*, c_char), intent(in) :: name
      type(*), intent(in), target :: x(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    !> call weft_assign(f, x): computes the formula into the elements of an array or a section that is there, real or
    !> complex, to whose shape it is broadcast, in one pass and without a temporary.
    subroutine weft_assign(f, x, stat, errmsg) bind(c, name="weft_fortran_assign")
      import :: c_char, c_int, weft_formula
      type(weft_formula), intent(in) :: f
      type(*), intent(inout) :: x(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    !> call weft_number(f, value): computes a formula of rank 0, as "sum(x)".
    subroutine weft_number(f, value, stat, errmsg) bind(c, name="weft_fortran_number")
      import :: c_char, c_double, c_int, weft_formula
      type(weft_formula), intent(in) :: f
      real(c_double), intent(inout) :: value
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    !> call weft_free(f): frees a formula; nothing happens if it has no text.
    subroutine weft_free(f) bind(c, name="weft_fortran_free")
      import :: weft_formula
      type(weft_formula), intent(inout) :: f
    end subroutine
  end interface

  ! One function of C serves all types of results: the descriptor of the array has the type.

  !> call weft_evaluate(f, x): computes the formula into an allocatable array of the rank of the formula, of
  !> real(c_double) or real(c_float).
  interface weft_evaluate
    subroutine evaluate_real64(f, x, stat, errmsg) bind(c, name="weft_fortran_evaluate")
      import :: c_char, c_double, c_int, weft_formula
      type(weft_formula), intent(in) :: f
      real(c_double), allocatable, intent(inout) :: x(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    subroutine evaluate_real32(f, x, stat, errmsg) bind(c, name="weft_fortran_evaluate")
      import :: c_char, c_float, c_int, weft_formula
      type(weft_formula), intent(in) :: f
      real(c_float), allocatable, intent(inout) :: x(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
  end interface
  !> call weft_matmul(a, b, c): the product of matrices, vectors or stacks of matrices. c is an allocatable array of the
  !> rank of the product, real or complex of the kinds c_float and c_double; elements are converted to its type if an
  !> assignment of weft converts them.
  interface weft_matmul
    subroutine matmul_real64(a, b, c, stat, errmsg) bind(c, name="weft_fortran_matmul")
      import :: c_char, c_double, c_int
      type(*), intent(in) :: a(..), b(..)
      real(c_double), allocatable, intent(inout) :: c(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    subroutine matmul_real32(a, b, c, stat, errmsg) bind(c, name="weft_fortran_matmul")
      import :: c_char, c_float, c_int
      type(*), intent(in) :: a(..), b(..)
      real(c_float), allocatable, intent(inout) :: c(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    subroutine matmul_complex64(a, b, c, stat, errmsg) bind(c, name="weft_fortran_matmul")
      import :: c_char, c_double, c_int
      type(*), intent(in) :: a(..), b(..)
      complex(c_double), allocatable, intent(inout) :: c(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    subroutine matmul_complex32(a, b, c, stat, errmsg) bind(c, name="weft_fortran_matmul")
      import :: c_char, c_float, c_int
      type(*), intent(in) :: a(..), b(..)
      complex(c_float), allocatable, intent(inout) :: c(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
  end interface
  !> call weft_solve(a, b, x): the x with a x = b, for a square matrix a. b is a vector or a matrix of right sides; x is
  !> an allocatable array, as that of weft_matmul.
  interface weft_solve
    subroutine solve_real64(a, b, x, stat, errmsg) bind(c, name="weft_fortran_solve")
      import :: c_char, c_double, c_int
      type(*), intent(in) :: a(..), b(..)
      real(c_double), allocatable, intent(inout) :: x(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    subroutine solve_real32(a, b, x, stat, errmsg) bind(c, name="weft_fortran_solve")
      import :: c_char, c_float, c_int
      type(*), intent(in) :: a(..), b(..)
      real(c_float), allocatable, intent(inout) :: x(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    subroutine solve_complex64(a, b, x, stat, errmsg) bind(c, name="weft_fortran_solve")
      import :: c_char, c_double, c_int
      type(*), intent(in) :: a(..), b(..)
      complex(c_double), allocatable, intent(inout) :: x(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
    subroutine solve_complex32(a, b, x, stat, errmsg) bind(c, name="weft_fortran_solve")
      import :: c_char, c_float, c_int
      type(*), intent(in) :: a(..), b(..)
      complex(c_float), allocatable, intent(inout) :: x(..)
      integer(c_int), intent(out), optional :: stat
      character(*, c_char), intent(inout), optional :: errmsg
    end subroutine
  end interface

contains

  ! Ends the program: the functions of C call it for an error that nobody asks for.
  subroutine stop_with(text, length) bind(c, name="weft_fortran_stop")
    integer(c_size_t), value :: length
    character(c_char), intent(in) :: text(length)
    character(length) :: sentence
    sentence = transfer(text, sentence)
    error stop sentence
  end subroutine

end module
