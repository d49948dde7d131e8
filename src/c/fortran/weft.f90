!> weft for programs in Fortran (2018): formulas, products and solutions of linear systems of arrays.
!>
!> Arrays of any rank, of real and complex of 32 and 64 bits a number, integers of 8 to 64 bits and logical(c_bool) are
!> read and written where they lie, also sections with any strides, as x(n:1:-2). Axes keep their order. Results come as
!> allocatable arrays, which are allocated as an assignment allocates them, with lower bounds of 1.
!>
!> Errors. stat is 0, or one of the numbers of weft_status_t in <weft/c/weft.h>, and errmsg the sentence. Without stat an
!> error ends the program with its sentence. After an error arrays and formulas are as they were.
!>
!> Threads may use all of it at the same time, and one formula, too, as long as none of them binds its names.
module weft
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: weft_formula, weft_matmul, weft_solve

  !> A formula in text, as "exp(-x^2) + b * y", and what its names are bound to. class formula of
  !> <weft/dynamic/formula.hpp> has the language. All computations are in double. An assignment copies it.
  type :: weft_formula
    private
    type(c_ptr) :: handle = c_null_ptr
  contains
    !> call f%parse(text): replaces the formula; no name has a value then.
    procedure, public :: parse
    !> call f%bind(name, x): the elements of an array, which are read each time when the formula is computed, so the
    !> array must live on, have the attribute target, and be no expression; of a scalar its value now.
    procedure, public :: bind => bind_name
    !> call f%evaluate(x): into an allocatable array of real(c_double) or real(c_float).
    generic, public :: evaluate => evaluate_real64, evaluate_real32
    !> call f%assign(x): into the elements of an array or a section that is there, real or complex, to whose shape the
    !> formula is broadcast, in one pass and without a temporary.
    procedure, public :: assign => assign_to
    !> call f%number(value): a formula of one element, as "sum(x)".
    procedure, public :: number
    generic, public :: assignment(=) => copy
    procedure, private :: evaluate_real64, evaluate_real32, copy
    final :: release
  end type

  !> call weft_matmul(a, b, c): the product of matrices, vectors or stacks of matrices. c is an allocatable array of the
  !> rank of the product, real or complex of the kinds c_float and c_double; elements are converted to its type if an
  !> assignment of weft converts them.
  interface weft_matmul
    procedure :: matmul_real64, matmul_real32, matmul_complex64, matmul_complex32
  end interface
  !> call weft_solve(a, b, x): the x with a x = b, for a square matrix a. b is a vector or a matrix of right sides.
  interface weft_solve
    procedure :: solve_real64, solve_real32, solve_complex64, solve_complex32
  end interface

  interface
    function c_parse(text, f) bind(c, name="weft_parse") result(status)
      import :: c_char, c_int, c_ptr
      character(c_char), intent(in) :: text(*)
      type(c_ptr), intent(out) :: f
      integer(c_int) :: status
    end function
    function c_formula_copy(f, other) bind(c, name="weft_formula_copy") result(status)
      import :: c_int, c_ptr
      type(c_ptr), value :: f
      type(c_ptr), intent(out) :: other
      integer(c_int) :: status
    end function
    subroutine c_formula_free(f) bind(c, name="weft_formula_free")
      import :: c_ptr
      type(c_ptr), value :: f
    end subroutine
    function c_formula_evaluate(f, x) bind(c, name="weft_formula_evaluate") result(status)
      import :: c_int, c_ptr
      type(c_ptr), value :: f
      type(c_ptr), intent(out) :: x
      integer(c_int) :: status
    end function
    function c_formula_number(f, x) bind(c, name="weft_formula_number") result(status)
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: f
      real(c_double), intent(inout) :: x
      integer(c_int) :: status
    end function
    function c_last_error() bind(c, name="weft_last_error") result(text)
      import :: c_ptr
      type(c_ptr) :: text
    end function
    function c_bind(f, name, x) bind(c, name="weft_fortran_bind") result(status)
      import :: c_char, c_int, c_ptr
      type(c_ptr), value :: f
      character(c_char), intent(in) :: name(*)
      type(*), intent(in) :: x(..)
      integer(c_int) :: status
    end function
    function c_assign(f, x) bind(c, name="weft_fortran_assign") result(status)
      import :: c_int, c_ptr
      type(c_ptr), value :: f
      type(*), intent(inout) :: x(..)
      integer(c_int) :: status
    end function
    function c_matmul(a, b, x) bind(c, name="weft_fortran_matmul") result(status)
      import :: c_int, c_ptr
      type(*), intent(in) :: a(..), b(..)
      type(c_ptr), intent(out) :: x
      integer(c_int) :: status
    end function
    function c_solve(a, b, x) bind(c, name="weft_fortran_solve") result(status)
      import :: c_int, c_ptr
      type(*), intent(in) :: a(..), b(..)
      type(c_ptr), intent(out) :: x
      integer(c_int) :: status
    end function
    function c_strlen(text) bind(c, name="strlen") result(length)
      import :: c_ptr, c_size_t
      type(c_ptr), value :: text
      integer(c_size_t) :: length
    end function
  end interface
  ! One function of C for all types: the descriptor has the type.
  interface take
    function take_real64(r, x) bind(c, name="weft_fortran_take") result(status)
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: r
      real(c_double), allocatable, intent(inout) :: x(..)
      integer(c_int) :: status
    end function
    function take_real32(r, x) bind(c, name="weft_fortran_take") result(status)
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: r
      real(c_float), allocatable, intent(inout) :: x(..)
      integer(c_int) :: status
    end function
    function take_complex64(r, x) bind(c, name="weft_fortran_take") result(status)
      import :: c_double, c_int, c_ptr
      type(c_ptr), value :: r
      complex(c_double), allocatable, intent(inout) :: x(..)
      integer(c_int) :: status
    end function
    function take_complex32(r, x) bind(c, name="weft_fortran_take") result(status)
      import :: c_float, c_int, c_ptr
      type(c_ptr), value :: r
      complex(c_float), allocatable, intent(inout) :: x(..)
      integer(c_int) :: status
    end function
  end interface

contains

  subroutine parse(self, text, stat, errmsg)
    class(weft_formula), intent(inout) :: self
    character(*), intent(in) :: text
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: handle
    integer(c_int) :: status
    status = c_parse(text // c_null_char, handle)
    if (status == 0) then
      call c_formula_free(self%handle)
      self%handle = handle
    end if
    call report(status, stat, errmsg)
  end subroutine

  subroutine bind_name(self, name, x, stat, errmsg)
    class(weft_formula), intent(inout) :: self
    character(*), intent(in) :: name
    type(*), intent(in), target :: x(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call report(c_bind(self%handle, trim(name) // c_null_char, x), stat, errmsg)
  end subroutine

  subroutine evaluate_real64(self, x, stat, errmsg)
    class(weft_formula), intent(in) :: self
    real(c_double), allocatable, intent(inout) :: x(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: r
    integer(c_int) :: status
    status = c_formula_evaluate(self%handle, r)
    if (status == 0) status = take(r, x)
    call report(status, stat, errmsg)
  end subroutine

  subroutine evaluate_real32(self, x, stat, errmsg)
    class(weft_formula), intent(in) :: self
    real(c_float), allocatable, intent(inout) :: x(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: r
    integer(c_int) :: status
    status = c_formula_evaluate(self%handle, r)
    if (status == 0) status = take(r, x)
    call report(status, stat, errmsg)
  end subroutine

  subroutine assign_to(self, x, stat, errmsg)
    class(weft_formula), intent(in) :: self
    type(*), intent(inout) :: x(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call report(c_assign(self%handle, x), stat, errmsg)
  end subroutine

  subroutine number(self, value, stat, errmsg)
    class(weft_formula), intent(in) :: self
    real(c_double), intent(inout) :: value
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    call report(c_formula_number(self%handle, value), stat, errmsg)
  end subroutine

  subroutine copy(self, other)
    class(weft_formula), intent(inout) :: self
    class(weft_formula), intent(in) :: other
    type(c_ptr) :: handle
    handle = c_null_ptr
    if (c_associated(other%handle)) call report(c_formula_copy(other%handle, handle))
    call c_formula_free(self%handle)
    self%handle = handle
  end subroutine

  subroutine release(self)
    type(weft_formula), intent(inout) :: self
    call c_formula_free(self%handle)
    self%handle = c_null_ptr
  end subroutine

  subroutine matmul_real64(a, b, c, stat, errmsg)
    type(*), intent(in) :: a(..), b(..)
    real(c_double), allocatable, intent(inout) :: c(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: r
    integer(c_int) :: status
    status = c_matmul(a, b, r)
    if (status == 0) status = take(r, c)
    call report(status, stat, errmsg)
  end subroutine

  subroutine matmul_real32(a, b, c, stat, errmsg)
    type(*), intent(in) :: a(..), b(..)
    real(c_float), allocatable, intent(inout) :: c(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: r
    integer(c_int) :: status
    status = c_matmul(a, b, r)
    if (status == 0) status = take(r, c)
    call report(status, stat, errmsg)
  end subroutine

  subroutine matmul_complex64(a, b, c, stat, errmsg)
    type(*), intent(in) :: a(..), b(..)
    complex(c_double), allocatable, intent(inout) :: c(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: r
    integer(c_int) :: status
    status = c_matmul(a, b, r)
    if (status == 0) status = take(r, c)
    call report(status, stat, errmsg)
  end subroutine

  subroutine matmul_complex32(a, b, c, stat, errmsg)
    type(*), intent(in) :: a(..), b(..)
    complex(c_float), allocatable, intent(inout) :: c(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: r
    integer(c_int) :: status
    status = c_matmul(a, b, r)
    if (status == 0) status = take(r, c)
    call report(status, stat, errmsg)
  end subroutine

  subroutine solve_real64(a, b, x, stat, errmsg)
    type(*), intent(in) :: a(..), b(..)
    real(c_double), allocatable, intent(inout) :: x(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: r
    integer(c_int) :: status
    status = c_solve(a, b, r)
    if (status == 0) status = take(r, x)
    call report(status, stat, errmsg)
  end subroutine

  subroutine solve_real32(a, b, x, stat, errmsg)
    type(*), intent(in) :: a(..), b(..)
    real(c_float), allocatable, intent(inout) :: x(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: r
    integer(c_int) :: status
    status = c_solve(a, b, r)
    if (status == 0) status = take(r, x)
    call report(status, stat, errmsg)
  end subroutine

  subroutine solve_complex64(a, b, x, stat, errmsg)
    type(*), intent(in) :: a(..), b(..)
    complex(c_double), allocatable, intent(inout) :: x(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: r
    integer(c_int) :: status
    status = c_solve(a, b, r)
    if (status == 0) status = take(r, x)
    call report(status, stat, errmsg)
  end subroutine

  subroutine solve_complex32(a, b, x, stat, errmsg)
    type(*), intent(in) :: a(..), b(..)
    complex(c_float), allocatable, intent(inout) :: x(..)
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    type(c_ptr) :: r
    integer(c_int) :: status
    status = c_solve(a, b, r)
    if (status == 0) status = take(r, x)
    call report(status, stat, errmsg)
  end subroutine

  subroutine report(status, stat, errmsg)
    integer(c_int), intent(in) :: status
    integer, intent(out), optional :: stat
    character(*), intent(inout), optional :: errmsg
    character(:), allocatable :: text
    if (present(stat)) stat = int(status)
    if (status == 0) return
    text = last_error()
    if (present(errmsg)) errmsg = text
    if (.not. present(stat)) error stop text
  end subroutine

  function last_error() result(text)
    character(:), allocatable :: text
    character(c_char), pointer :: letters(:)
    type(c_ptr) :: place
    integer :: k
    place = c_last_error()
    call c_f_pointer(place, letters, [c_strlen(place)])
    allocate (character(size(letters)) :: text)
    do k = 1, size(letters)
      text(k:k) = letters(k)
    end do
  end function

end module
