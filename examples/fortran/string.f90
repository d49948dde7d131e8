! The shape of a loaded string, -u'' = f(x) with both ends fixed: the load is a formula in text, the matrix is an array of
! the program, and weft solves.
program string
  use weft
  use, intrinsic :: iso_c_binding, only: c_double
  implicit none
  integer, parameter :: n = 99
  real(c_double), parameter :: h = 1d0 / (n + 1)
  real(c_double), target :: x(n)
  real(c_double) :: matrix(n, n), largest
  real(c_double), allocatable, target :: u(:)
  real(c_double), allocatable :: load(:)
  type(weft_formula) :: f, error
  character(200) :: text
  integer :: k, stat

  x = [(k * h, k = 1, n)]
  matrix = 0
  do k = 1, n
    matrix(k, k) = 2 / h**2
    if (k > 1) then
      matrix(k, k - 1) = -1 / h**2
      matrix(k - 1, k) = -1 / h**2
    end if
  end do

  ! [a formula and a solution]
  call weft_parse(f, "pi^2 * sin(pi * x)")
  call weft_bind(f, "x", x)
  call weft_evaluate(f, load)
  call weft_solve(matrix, load, u)
  ! [end]
  print "(a,f8.6)", "u in the middle: ", u((n + 1) / 2)

  ! [a reduction]
  call weft_parse(error, "max(abs(u - sin(pi * x)))")
  call weft_bind(error, "x", x)
  call weft_bind(error, "u", u)
  call weft_number(error, largest)
  ! [end]
  print "(a,es7.1)", "largest difference from sin(pi x): ", largest

  ! [sections]
  call weft_parse(f, "x * x")
  call weft_bind(f, "x", x(n:1:-2))
  call weft_assign(f, u(1:n:2))
  ! [end]
  print "(a,2f8.4)", "first and last: ", u(1), u(n)

  ! [an error]
  call weft_solve(matrix, load(1:3), u, stat, text)
  if (stat /= 0) print "(a)", trim(text)
  ! [end]

  call weft_free(f)
  call weft_free(error)
end program
