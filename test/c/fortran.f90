! A program in Fortran that uses each procedure of the module weft. Expected values come from Fortran's own arrays.
program test_weft
  use weft
  use, intrinsic :: iso_c_binding
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  integer :: failures = 0
  if (command_argument_count() > 0) call unasked
  call formulas
  call sections
  call products
  call solutions
  call kinds
  call errors
  print "(i0,a)", failures, " checks failed"
  if (failures > 0) stop 1

contains

  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    failures = failures + 1
    print "(2a)", "failed: ", what
  end subroutine

  ! An error without stat ends the program.
  subroutine unasked
    type(weft_formula) :: f
    call weft_parse(f, "x + 1")
    call weft_bind(f, "unknown", 1.0)
  end subroutine

  ! False where a shape differs, and for a NaN.
  logical function same(a, b, tolerance)
    real(c_double), intent(in) :: a(:,:), b(:,:), tolerance
    same = all(shape(a) == shape(b))
    if (same) same = all(abs(a - b) <= tolerance)
  end function

  subroutine formulas
    type(weft_formula) :: f, g
    real(c_double), target :: x(3, 1) = reshape([0d0, 0.5d0, 1d0], [3, 1]), y(1, 2) = reshape([1d0, 2d0], [1, 2])
    real(c_double), allocatable :: r(:,:), wanted(:,:)
    real(c_float), allocatable :: single(:,:)
    real(c_double) :: total
    call weft_parse(f, "x^2 + b * x + y")
    call weft_bind(f, "x", x)
    call weft_bind(f, "y", y)
    call weft_bind(f, "b", 3)
    call weft_evaluate(f, r)
    wanted = spread(x(:,1)**2 + 3 * x(:,1), 2, 2) + spread(y(1,:), 1, 3)
    call check(same(r, wanted, 0d0), "a formula of arrays that broadcast")
    call check(all(lbound(r) == 1), "lower bounds of 1")
    call weft_parse(g, "x^2 + b * x + y")
    call weft_bind(g, "x", x)
    call weft_bind(g, "y", y)
    call weft_bind(g, "b", 1.5d0)
    x(2, 1) = 2
    call weft_evaluate(f, r)
    wanted(2, :) = 10 + y(1, :)
    call check(same(r, wanted, 0d0), "the array is read again")
    call weft_evaluate(g, single)
    call check(same(real(single, real64), spread(x(:,1)**2 + 1.5d0 * x(:,1), 2, 2) + spread(y(1,:), 1, 3), 0d0), "real32")
    call weft_parse(f, "sum(x) - 1")
    call weft_bind(f, "x", x)
    total = 0
    call weft_number(f, total)
    call check(total == 2, "a reduction")
    call weft_free(f)
    call weft_free(f)
    call weft_free(g)
  end subroutine

  ! Sections with strides of both signs, read and written, of ranks 0 to 3.
  subroutine sections
    type(weft_formula) :: f
    real(c_double), target :: x(2:7, 4), u(6, 5)
    real(c_double), allocatable :: r(:,:), none(:,:), cube(:,:,:)
    real(c_double), target :: box(2, 3, 4)
    real(c_double) :: scalar
    complex(c_double), target :: z(3)
    integer :: k
    x = reshape([(1d0 * k, k = 1, 24)], [6, 4])
    u = -1
    call weft_parse(f, "2 * x")
    call weft_bind(f, "x", x(7:2:-2, ::3))
    call weft_evaluate(f, r)
    call check(same(r, 2 * x(7:2:-2, ::3), 0d0), "a section downwards")
    call weft_assign(f, u(1:5:2, 5:2:-3))
    call check(same(u(1:5:2, 5:2:-3), 2 * x(7:2:-2, ::3), 0d0), "into a section downwards")
    call check(count(u /= -1) == 6, "nothing else is written")
    call weft_bind(f, "x", x(6:2:-1, 2:2))
    call weft_assign(f, x(6:2:-1, 1:1))
    call check(all(x(2:6, 1) == 2 * x(2:6, 2)), "one column of another")
    call weft_bind(f, "x", x(3:2, :))
    call weft_evaluate(f, none)
    call check(all(shape(none) == [0, 4]), "an empty section")
    box = reshape([(1d0 * k, k = 1, 24)], [2, 3, 4])
    call weft_bind(f, "x", box(:, 3:1:-1, 4:1:-2))
    call weft_evaluate(f, cube)
    call check(all(shape(cube) == [2, 3, 2]), "the shape of three axes")
    call check(all(cube == 2 * box(:, 3:1:-1, 4:1:-2)), "three axes")
    call weft_bind(f, "x", 4.5d0)
    scalar = 0
    call weft_assign(f, scalar)
    call check(scalar == 9, "a scalar")
    call weft_assign(f, z(3:1:-1))
    call check(all(z == (9d0, 0d0)), "into complex elements")
    call weft_bind(f, "x", z%im)
    call weft_assign(f, z(3:1:-1)%im)
    z = [(1d0, 4d0), (2d0, 5d0), (3d0, 6d0)]
    call weft_bind(f, "x", z(3:1:-2)%im)
    call weft_assign(f, z(1:2)%re)
    call check(all(real(z) == [12, 8, 3]), "parts of complex numbers")
    call weft_free(f)
  end subroutine

  subroutine products
    real(c_double) :: a(4, 6), b(3, 4)
    real(c_double), allocatable :: c(:,:), v(:)
    complex(c_double) :: z(2, 2) = reshape([(1d0, 1d0), (0d0, 2d0), (3d0, 0d0), (1d0, -1d0)], [2, 2])
    complex(c_double), allocatable :: zz(:,:)
    complex(c_float), allocatable :: narrow(:,:)
    real(c_float), allocatable :: single(:,:)
    integer(c_int32_t) :: n(2, 2) = reshape([1, 2, 3, 4], [2, 2])
    integer :: k
    a = reshape([(sin(1d0 * k), k = 1, 24)], [4, 6])
    b = reshape([(cos(1d0 * k), k = 1, 12)], [3, 4])
    call weft_matmul(b, a, c)
    call check(same(c, matmul(b, a), 1d-14), "a product")
    call weft_matmul(b(3:1:-2, :), a(:, 6:2:-2), c)
    call check(same(c, matmul(b(3:1:-2, :), a(:, 6:2:-2)), 1d-14), "of sections, into an array of another shape")
    call weft_matmul(b, a(:, 2), v)
    call check(all(abs(v - matmul(b, a(:, 2))) <= 1d-14), "with a vector")
    call weft_matmul(z, z(2:1:-1, :), zz)
    call check(all(abs(zz - matmul(z, z(2:1:-1, :))) <= 1d-14), "complex numbers")
    call weft_matmul(cmplx(z, kind=c_float), z, narrow)
    call check(all(abs(narrow - matmul(z, z)) <= 1e-5), "into narrower complex numbers")
    call weft_matmul(real(a, c_float), real(b(:, 4:1:-1), c_float), single, k)
    call check(k == 1 .and. .not. allocated(single), "shapes that do not fit")
    call weft_matmul(n, n, single)
    call check(all(nint(single) == matmul(n, n)), "integers")
  end subroutine

  subroutine solutions
    real(c_double) :: a(5, 5), wanted(5, 2), big(10, 10)
    real(c_double), allocatable :: x(:,:), v(:)
    real(c_float), allocatable :: single(:)
    complex(c_double), allocatable :: z(:)
    complex(c_float), allocatable :: narrow(:)
    integer :: j, k, state
    do j = 1, 5
      do k = 1, 5
        a(j, k) = merge(6d0, sin(1d0 * (j + 7 * k)), j == k)
      end do
    end do
    wanted = reshape([(1d0 * k, k = 1, 10)], [5, 2])
    call weft_solve(a, matmul(a, wanted), x)
    call check(same(x, wanted, 1d-13), "two right sides")
    big = 99
    big(9:1:-2, 2::2) = a
    call weft_solve(big(9:1:-2, 2::2), matmul(a, wanted(5:1:-1, 1)), v)
    call check(all(abs(v - wanted(5:1:-1, 1)) <= 1d-13), "a matrix that is a section")
    call weft_solve(real(a, c_float), real(matmul(a, wanted(:, 1)), c_float), single)
    call check(all(abs(single - wanted(:, 1)) <= 1e-4), "real32")
    call weft_solve(a, matmul(a, wanted(:, 1)) * (0d0, 1d0), z)
    call check(all(abs(z - (0d0, 1d0) * wanted(:, 1)) <= 1d-13), "complex64")
    call weft_solve(a, matmul(a, wanted(:, 2)) * (0d0, 1d0), narrow)
    call check(all(abs(narrow - (0d0, 1d0) * wanted(:, 2)) <= 1e-4), "complex32")
    a(:, 2) = a(:, 1)
    call weft_solve(a, wanted, x, state)
    call check(state == 5 .and. same(x, wanted, 1d-13), "a singular matrix leaves the result as it was")
  end subroutine

  ! Each type that has an element type in weft, through sums.
  subroutine kinds
    type(weft_formula) :: f
    integer(c_int8_t), target :: i8(3) = [1_c_int8_t, -2_c_int8_t, 3_c_int8_t]
    integer(c_int16_t), target :: i16(3) = [1000_c_int16_t, -2_c_int16_t, 3_c_int16_t]
    integer(c_int32_t), target :: i32(3) = [100000, -2, 3]
    integer(c_int64_t), target :: i64(3) = [10000000000_c_int64_t, -2_c_int64_t, 3_c_int64_t]
    logical(c_bool), target :: b(3) = [.true._c_bool, .false._c_bool, .true._c_bool]
    real(c_float), target :: r32(3) = [0.5, -2.0, 3.0]
    call weft_parse(f, "sum(x)")
    call weft_bind(f, "x", i8)
    call is(f, 2d0, "int8")
    call weft_bind(f, "x", i16(3:1:-2))
    call is(f, 1003d0, "int16")
    call weft_bind(f, "x", i32)
    call is(f, 100001d0, "int32")
    call weft_bind(f, "x", i64)
    call is(f, 10000000001d0, "int64")
    call weft_bind(f, "x", b)
    call is(f, 2d0, "logical")
    call weft_bind(f, "x", r32(2:3))
    call is(f, 1d0, "real32")
    call weft_free(f)
  end subroutine
  subroutine is(f, wanted, what)
    type(weft_formula), intent(in) :: f
    real(c_double), intent(in) :: wanted
    character(*), intent(in) :: what
    real(c_double) :: value
    value = huge(value)
    call weft_number(f, value)
    call check(value == wanted, what)
  end subroutine

  subroutine errors
    type :: pair
      complex(c_double) :: z
      real(c_double) :: value
    end type
    type(pair), target :: pairs(3) = [pair((1, 2), 3), pair((2, 3), 4), pair((3, 4), 5)]
    type(weft_formula) :: f
    real(c_double), target :: x(3) = 1
    real(c_double), allocatable :: r(:), matrix(:,:)
    character(4), target :: words(2) = "word"
    character(200) :: text
    integer :: state
    integer(c_int32_t), target :: whole(3) = 7
    call weft_parse(f, "1 + * x", state, text)
    call check(state == 6 .and. index(text, "column") > 0, "text that is no formula")
    call weft_evaluate(f, r, state, text)
    call check(state == 8 .and. index(text, "weft_evaluate: the formula has no text") > 0, "a formula without text")
    call weft_parse(f, "2 "//c_null_char//"* 1000", state, text)
    call check(state == 6 .and. index(text, "code 0") > 0, "text with a character of code 0")
    call weft_parse(f, "x + 1")
    call weft_evaluate(f, r, state, text)
    call check(state == 9 .and. index(text, "'x'") > 0 .and. .not. allocated(r), "a name without a value")
    call weft_bind(f, "y", x, state, text)
    call check(state == 9 .and. index(text, "'y'") > 0, "a name that is not there")
    call weft_bind(f, "x", x, state, text)
    call check(state == 0, "no error")
    call weft_evaluate(f, matrix, state, text)
    call check(state == 1 .and. index(text, "rank") > 0, "another rank")
    call weft_assign(f, whole, state, text)
    call check(state == 4 .and. all(whole == 7), "into integers")
    call weft_assign(f, x(1:2), state)
    call check(state == 1 .and. all(x == 1), "into a shorter array")
    call weft_bind(f, "x", words, state, text)
    call check(state == 4 .and. index(text, "real or complex") > 0, "characters")
    call weft_bind(f, "x", pairs(3:1:-1)%value)
    call weft_assign(f, x)
    call check(all(x == [6, 5, 4]), "a component whose strides are a multiple")
    call weft_bind(f, "x", pairs%z, state, text)
    call check(state == 3 .and. index(text, "weft_bind: x: the distance") > 0, "a component whose strides are no multiple")
    call weft_evaluate(f, r)
    call check(all(r == [6, 5, 4]), "after all that the formula is as it was")
    call weft_free(f)
  end subroutine
end program
