! The questions answered by Fortran's whole-array expressions, over memory that fortran.cpp brings. What lies by rows in
! C lies by columns here.
module questions
  use iso_c_binding, only: size => c_ptrdiff_t, r8 => c_double, r4 => c_float, i4 => c_int, c8 => c_double_complex
  implicit none
contains
  subroutine fused_double(n, d, a, b, c) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n), b(n), c(n)
    real(r8), intent(inout) :: d(n)
    d = a * b + c * 2 - a / (b + 1)
  end subroutine
  subroutine fused_float(n, d, a, b, c) bind(c)
    integer(size), value :: n
    real(r4), intent(in) :: a(n), b(n), c(n)
    real(r4), intent(inout) :: d(n)
    d = a * b + c * 2 - a / (b + 1)
  end subroutine
  subroutine fused_static(d, a, b, c) bind(c)
    real(r8), intent(in) :: a(16), b(16), c(16)
    real(r8), intent(inout) :: d(16)
    d = a * b + c * 2 - a / (b + 1)
  end subroutine

  subroutine function_double(which, n, d, a, b) bind(c)
    integer(i4), value :: which
    integer(size), value :: n
    real(r8), intent(in) :: a(n), b(n)
    real(r8), intent(inout) :: d(n)
    select case (which)
    case (0); d = 2 * exp(a) + b
    case (1); d = 2 * log(a) + b
    case (2); d = 2 * sin(a) + b
    case (3); d = 2 * cos(a) + b
    case (4); d = 2 * tan(a) + b
    case (5); d = 2 * tanh(a) + b
    case (6); d = 2 * erf(a) + b
    case (7); d = 2 * atan(a) + b
    case (8); d = 2 * sqrt(a) + b
    case (9); d = 2 * a**1.7_r8 + b
    end select
  end subroutine
  subroutine function_float(which, n, d, a, b) bind(c)
    integer(i4), value :: which
    integer(size), value :: n
    real(r4), intent(in) :: a(n), b(n)
    real(r4), intent(inout) :: d(n)
    select case (which)
    case (0); d = 2 * exp(a) + b
    case (1); d = 2 * log(a) + b
    case (2); d = 2 * sin(a) + b
    case (3); d = 2 * cos(a) + b
    case (4); d = 2 * tan(a) + b
    case (5); d = 2 * tanh(a) + b
    case (6); d = 2 * erf(a) + b
    case (7); d = 2 * atan(a) + b
    case (8); d = 2 * sqrt(a) + b
    case (9); d = 2 * a**1.7_r4 + b
    end select
  end subroutine

  subroutine broadcast(n, out, x, row, column) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: x(n, n), row(n), column(n)
    real(r8), intent(inout) :: out(n, n)
    integer(size) :: j
    do j = 1, n
      out(:, j) = x(:, j) * row + column(j)
    end do
  end subroutine
  subroutine add_transposed(n, out, a, b) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n, n), b(n, n)
    real(r8), intent(inout) :: out(n, n)
    out = transpose(a) + b
  end subroutine
  subroutine permute(n, out, a) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n, n, n)
    real(r8), intent(inout) :: out(n, n, n)
    integer(size) :: i
    do i = 1, n
      out(:, i, :) = 2 * transpose(a(:, i, :))
    end do
  end subroutine
  subroutine stencil(n, out, u) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: u(0:n+1, 0:n+1)
    real(r8), intent(inout) :: out(0:n+1, 0:n+1)
    out(1:n, 1:n) = 0.2_r8 * (u(1:n, 1:n) + u(0:n-1, 1:n) + u(2:n+1, 1:n) + u(1:n, 0:n-1) + u(1:n, 2:n+1))
  end subroutine
  subroutine strided(n, d, a, b) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n), b(n)
    real(r8), intent(inout) :: d(n)
    d(1:n:2) = a(1:n:2) + 2 * b(2:n:2)
  end subroutine
  subroutine choose(n, d, a, b, c) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n), b(n), c(n)
    real(r8), intent(inout) :: d(n)
    d = merge(a * c, b + c, a > b)
  end subroutine
  subroutine mixed(n, d, a, b, c) bind(c)
    integer(size), value :: n
    real(r4), intent(in) :: a(n)
    integer(i4), intent(in) :: b(n)
    real(r8), intent(in) :: c(n)
    real(r8), intent(inout) :: d(n)
    d = real(a, r8) * b + c
  end subroutine
  subroutine integers(n, d, a, b, c) bind(c)
    integer(size), value :: n
    integer(i4), intent(in) :: a(n), b(n), c(n)
    integer(i4), intent(inout) :: d(n)
    d = a * b + c
  end subroutine
  subroutine complex_multiply_add(n, d, a, b, c) bind(c)
    integer(size), value :: n
    complex(c8), intent(in) :: a(n), b(n), c(n)
    complex(c8), intent(inout) :: d(n)
    d = a * b + c
  end subroutine
  subroutine rows(n, c, a, b) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(32, n), b(32, n)
    real(r8), intent(inout) :: c(32, n)
    integer(size) :: i
    do i = 1, n
      c(:, i) = a(:, i) + 2 * b(:, i)
    end do
  end subroutine

  real(r8) function reduction(which, n, a, b) bind(c)
    integer(i4), value :: which
    integer(size), value :: n
    real(r8), intent(in) :: a(n), b(n)
    select case (which)
    case (0); reduction = sum(a)
    case (1); reduction = dot_product(a, b)
    case (2); reduction = sum((a - sum(a) / n)**2) / n
    case (3); reduction = maxval(a)
    case (4); reduction = maxloc(a, 1) - 1
    case (5); reduction = dot_product(a, b) / sum(b)
    end select
  end function
  real(r8) function sum_transposed(n, a, b) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n, n), b(n, n)
    sum_transposed = sum(transpose(a) * b)
  end function
  subroutine sum_axis(axis, outer, n, inner, s, a) bind(c)
    integer(i4), value :: axis
    integer(size), value :: outer, n, inner
    real(r8), intent(in) :: a(inner, n, outer)
    real(r8), intent(inout) :: s(inner, outer)
    if (axis == 1) s(:, 1) = sum(a(:, :, 1), 1)
    if (axis == 2) s = sum(a, 2)
  end subroutine
  subroutine softmax(n, out, x) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: x(n, n)
    real(r8), intent(inout) :: out(n, n)
    integer(size) :: j
    do j = 1, n
      out(:, j) = exp(x(:, j) - maxval(x(:, j)))
      out(:, j) = out(:, j) / sum(out(:, j))
    end do
  end subroutine
  subroutine layer_norm(n, out, x) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: x(n, n)
    real(r8), intent(inout) :: out(n, n)
    integer(size) :: j
    do j = 1, n
      out(:, j) = x(:, j) - sum(x(:, j)) / n
      out(:, j) = out(:, j) / sqrt(sum(out(:, j)**2) / n + 1e-5_r8)
    end do
  end subroutine
  subroutine distances(n, out, x) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: x(8, n)
    real(r8), intent(inout) :: out(n, n)
    integer(size) :: i, j
    do j = 1, n
      do i = 1, n
        out(i, j) = sqrt(sum((x(:, i) - x(:, j))**2))
      end do
    end do
  end subroutine

  subroutine gemm(n, c, a, b) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n, n), b(n, n)
    real(r8), intent(inout) :: c(n, n)
    c = matmul(b, a)
  end subroutine
  subroutine gemm_float(n, c, a, b) bind(c)
    integer(size), value :: n
    real(r4), intent(in) :: a(n, n), b(n, n)
    real(r4), intent(inout) :: c(n, n)
    c = matmul(b, a)
  end subroutine
  subroutine gemm_update(n, c, a, b) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n, n), b(n, n)
    real(r8), intent(inout) :: c(n, n)
    c = 2 * matmul(transpose(b), a) + 0.5_r8 * c
  end subroutine
  subroutine gemv(n, y, a, x) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n, n), x(n)
    real(r8), intent(inout) :: y(n)
    y = matmul(x, a)
  end subroutine
  subroutine batch(n, c, a, b) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n, n, 1000), b(n, n, 1000)
    real(r8), intent(inout) :: c(n, n, 1000)
    integer(size) :: k
    do k = 1, 1000
      c(:, :, k) = matmul(b(:, :, k), a(:, :, k))
    end do
  end subroutine

  subroutine copy_ghosts(n, u)
    integer(size), value :: n
    real(r8), intent(inout) :: u(0:n+1, 0:n+1, 0:n+1)
    u(:, :, 0) = u(:, :, n)
    u(:, :, n+1) = u(:, :, 1)
    u(:, 0, :) = u(:, n, :)
    u(:, n+1, :) = u(:, 1, :)
    u(0, :, :) = u(n, :, :)
    u(n+1, :, :) = u(1, :, :)
  end subroutine
  subroutine heat_step(n, u, next) bind(c)
    integer(size), value :: n
    real(r8), intent(inout) :: u(0:n+1, 0:n+1, 0:n+1), next(0:n+1, 0:n+1, 0:n+1)
    call copy_ghosts(n, u)
    next(1:n, 1:n, 1:n) = u(1:n, 1:n, 1:n) + 0.1_r8 * (u(0:n-1, 1:n, 1:n) + u(2:n+1, 1:n, 1:n) &
      + u(1:n, 0:n-1, 1:n) + u(1:n, 2:n+1, 1:n) + u(1:n, 1:n, 0:n-1) + u(1:n, 1:n, 2:n+1) - 6 * u(1:n, 1:n, 1:n))
  end subroutine
  subroutine water(n, h, start, u, v, next) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: start(n, n)
    real(r8), intent(inout) :: h(n, n), u(n, n), v(n, n), next(n, n)
    integer(size) :: m, step
    m = n - 1
    h = start
    next = start
    u = 0
    v = 0
    do step = 1, 10, 2
      call one_step(h, next)
      call one_step(next, h)
    end do
  contains
    subroutine one_step(h, next)
      real(r8), intent(in) :: h(n, n)
      real(r8), intent(inout) :: next(n, n)
      u(2:m, 2:m) = u(2:m, 2:m) - 0.05_r8 * (h(3:n, 2:m) - h(1:m-1, 2:m))
      v(2:m, 2:m) = v(2:m, 2:m) - 0.05_r8 * (h(2:m, 3:n) - h(2:m, 1:m-1))
      next(2:m, 2:m) = h(2:m, 2:m) - 0.05_r8 * (h(3:n, 2:m) * u(3:n, 2:m) - h(1:m-1, 2:m) * u(1:m-1, 2:m) &
        + h(2:m, 3:n) * v(2:m, 3:n) - h(2:m, 1:m-1) * v(2:m, 1:m-1))
    end subroutine
  end subroutine
  subroutine conjugate_gradient(n, b, u, r, p, q) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: b(n, n)
    real(r8), intent(inout) :: u(n, n), r(n, n), p(n, n), q(n, n)
    real(r8) :: a, rr, next
    integer(size) :: m, step
    m = n - 1
    u = 0
    r = b
    p = b
    rr = sum(r * r)
    do step = 1, 20
      q(2:m, 2:m) = 4 * p(2:m, 2:m) - p(1:m-1, 2:m) - p(3:n, 2:m) - p(2:m, 1:m-1) - p(2:m, 3:n)
      a = rr / sum(p * q)
      u = u + a * p
      r = r - a * q
      next = sum(r * r)
      p = r + next / rr * p
      rr = next
    end do
  end subroutine
  subroutine k_means(x, centre) bind(c)
    real(r8), intent(in) :: x(64, 1797)
    real(r8), intent(inout) :: centre(64, 10)
    real(r8) :: sums(64, 10), count(10), distance(10)
    integer :: step, i, c
    centre = x(:, 1:10)
    do step = 1, 5
      sums = 0
      count = 0
      do i = 1, 1797
        do c = 1, 10
          distance(c) = sum((x(:, i) - centre(:, c))**2)
        end do
        c = minloc(distance, 1)
        sums(:, c) = sums(:, c) + x(:, i)
        count(c) = count(c) + 1
      end do
      do c = 1, 10
        centre(:, c) = sums(:, c) / count(c)
      end do
    end do
  end subroutine

  subroutine shift(n, v, c) bind(c)
    integer(size), value :: n
    real(r4), intent(in) :: c(56, n)
    real(r4), intent(inout) :: v(56, n)
    v(2:, :) = c(:55, :)
  end subroutine
  subroutine block(n, a, b) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: b(n/2, n/2)
    real(r8), intent(inout) :: a(n, n)
    a(n/4+1:n/4+n/2, n/4+1:n/4+n/2) = b
  end subroutine
  subroutine without_means(n, out, x) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: x(n, 64)
    real(r8), intent(inout) :: out(n, 64)
    integer :: k
    do k = 1, 64
      out(:, k) = x(:, k) - sum(x(:, k)) / n
    end do
  end subroutine
  subroutine greatest_of_columns(n, m, a) bind(c)
    integer(size), value :: n
    real(r8), intent(in) :: a(n, n)
    real(r8), intent(inout) :: m(n)
    m = maxval(a, 2)
  end subroutine
  real(r8) function laplace(n, u, old) bind(c)
    integer(size), value :: n
    real(r8), intent(inout) :: u(n, n), old(n, n)
    integer(size) :: m
    m = n - 1
    old = u
    u(2:m, 2:m) = ((old(2:m, 1:m-1) + old(2:m, 3:n)) * 1.25_r8 + (old(1:m-1, 2:m) + old(3:n, 2:m)) * 0.75_r8) * 0.25_r8
    laplace = norm2(u - old)
  end function
end module
