! The steps of examples/simulation in Fortran, which bench/applications.cpp and bench/nas_mg.cpp time beside weft's. The
! headers there name the schemes. What lies by rows in C lies by columns here: the first subscript is C's last one.
module applications
  use iso_c_binding, only: size => c_ptrdiff_t, r8 => c_double
  implicit none
  private :: periodic_square, sweep_slow, sweep_fast, flux, jacobi, slope, sides
contains
  subroutine heat(n, next, u, r) bind(c, name="fortran_heat")
    integer(size), value :: n
    real(r8), value :: r
    real(r8), intent(inout) :: next(0:n+1, 0:n+1, 0:n+1), u(0:n+1, 0:n+1, 0:n+1)
    integer(size) :: i, j, k
    u(0, 1:n, 1:n) = u(n, 1:n, 1:n)
    u(n+1, 1:n, 1:n) = u(1, 1:n, 1:n)
    u(:, 0, 1:n) = u(:, n, 1:n)
    u(:, n+1, 1:n) = u(:, 1, 1:n)
    u(:, :, 0) = u(:, :, n)
    u(:, :, n+1) = u(:, :, 1)
    do k = 1, n
      do j = 1, n
        do i = 1, n
          next(i, j, k) = u(i, j, k) + r * (u(i, j, k-1) + u(i, j, k+1) + u(i, j-1, k) + u(i, j+1, k) &
            + u(i-1, j, k) + u(i+1, j, k) - 6 * u(i, j, k))
        end do
      end do
    end do
  end subroutine

  ! Shallow water: h is the depth, a and c are the momenta along and across the axis of the sweep.
  subroutine water(n, h, hu, hv, r) bind(c, name="fortran_water")
    integer(size), value :: n
    real(r8), value :: r
    real(r8), intent(inout) :: h(0:n+1, 0:n+1), hu(0:n+1, 0:n+1), hv(0:n+1, 0:n+1)
    call sweep_slow(n, h, hu, hv, r)
    call sweep_fast(n, h, hv, hu, r)
  end subroutine
  elemental subroutine flux(r, hl, al, cl, hr, ar, cr, mass, push, drag)
    real(r8), intent(in) :: r, hl, al, cl, hr, ar, cr
    real(r8), intent(out) :: mass, push, drag
    real(r8), parameter :: g = 9.81_r8
    real(r8) :: ul, ur, s
    ul = al / hl
    ur = ar / hr
    s = max(abs(ul) + sqrt(g * hl), abs(ur) + sqrt(g * hr))
    mass = r / 2 * (al + ar - s * (hr - hl))
    push = r / 2 * (al * ul + g / 2 * hl * hl + ar * ur + g / 2 * hr * hr - s * (ar - al))
    drag = r / 2 * (cl * ul + cr * ur - s * (cr - cl))
  end subroutine
  subroutine sweep_slow(n, h, a, c, r)
    integer(size), intent(in) :: n
    real(r8), intent(in) :: r
    real(r8), intent(inout) :: h(0:n+1, 0:n+1), a(0:n+1, 0:n+1), c(0:n+1, 0:n+1)
    real(r8) :: below(0:n+1, 3), above(0:n+1, 3)
    integer(size) :: i, j
    h(:, 0) = h(:, 1)
    a(:, 0) = -a(:, 1)
    c(:, 0) = c(:, 1)
    h(:, n+1) = h(:, n)
    a(:, n+1) = -a(:, n)
    c(:, n+1) = c(:, n)
    do j = 0, n
      do i = 0, n + 1
        call flux(r, h(i, j), a(i, j), c(i, j), h(i, j+1), a(i, j+1), c(i, j+1), above(i, 1), above(i, 2), above(i, 3))
      end do
      if (j > 0) then
        h(:, j) = h(:, j) - (above(:, 1) - below(:, 1))
        a(:, j) = a(:, j) - (above(:, 2) - below(:, 2))
        c(:, j) = c(:, j) - (above(:, 3) - below(:, 3))
      end if
      below = above
    end do
  end subroutine
  subroutine sweep_fast(n, h, a, c, r)
    integer(size), intent(in) :: n
    real(r8), intent(in) :: r
    real(r8), intent(inout) :: h(0:n+1, 0:n+1), a(0:n+1, 0:n+1), c(0:n+1, 0:n+1)
    real(r8) :: f(0:n, 3)
    integer(size) :: i, j
    do j = 0, n + 1
      h(0, j) = h(1, j)
      a(0, j) = -a(1, j)
      c(0, j) = c(1, j)
      h(n+1, j) = h(n, j)
      a(n+1, j) = -a(n, j)
      c(n+1, j) = c(n, j)
      do i = 0, n
        call flux(r, h(i, j), a(i, j), c(i, j), h(i+1, j), a(i+1, j), c(i+1, j), f(i, 1), f(i, 2), f(i, 3))
      end do
      h(1:n, j) = h(1:n, j) - (f(1:n, 1) - f(:n-1, 1))
      a(1:n, j) = a(1:n, j) - (f(1:n, 2) - f(:n-1, 2))
      c(1:n, j) = c(1:n, j) - (f(1:n, 3) - f(:n-1, 3))
    end do
  end subroutine

  subroutine cavity(n, f, next, lid, rate) bind(c, name="fortran_cavity")
    integer(size), value :: n
    real(r8), value :: lid, rate
    real(r8), intent(inout) :: f(0:n+1, 0:n+1, 0:8), next(0:n+1, 0:n+1, 0:8)
    integer, parameter :: x(0:8) = [0, 1, 0, -1, 0, 1, -1, -1, 1], y(0:8) = [0, 0, 1, 0, -1, 1, 1, -1, -1]
    integer, parameter :: opposite(0:8) = [0, 3, 4, 1, 2, 7, 8, 5, 6]
    real(r8), parameter :: w(0:8) = [4/9._r8, 1/9._r8, 1/9._r8, 1/9._r8, 1/9._r8, 1/36._r8, 1/36._r8, 1/36._r8, 1/36._r8]
    real(r8) :: rho, u, v, along
    integer(size) :: i, j, side, top
    integer :: k
    do j = 1, n
      do i = 1, n
        rho = f(i, j, 0) + f(i, j, 1) + f(i, j, 2) + f(i, j, 3) + f(i, j, 4) + f(i, j, 5) + f(i, j, 6) + f(i, j, 7) &
          + f(i, j, 8)
        u = (f(i, j, 1) - f(i, j, 3) + f(i, j, 5) - f(i, j, 6) - f(i, j, 7) + f(i, j, 8)) / rho
        v = (f(i, j, 2) - f(i, j, 4) + f(i, j, 5) + f(i, j, 6) - f(i, j, 7) - f(i, j, 8)) / rho
        do k = 0, 8
          along = 3 * (x(k) * u + y(k) * v)
          next(i+x(k), j+y(k), k) = f(i, j, k) + rate * (w(k) * rho &
            * (1 + along + along * along / 2 - 1.5_r8 * (u * u + v * v)) - f(i, j, k))
        end do
      end do
    end do
    do k = 1, 8
      side = merge(n + 1, 0_size, x(k) > 0)
      top = merge(n + 1, 0_size, y(k) > 0)
      if (x(k) /= 0) next(side-x(k), 1:n, opposite(k)) = next(side, 1+y(k):n+y(k), k)
      if (y(k) /= 0) next(1:n, top-y(k), opposite(k)) = next(1+x(k):n+x(k), top, k) &
        - merge(6 * w(k) * x(k) * lid, 0._r8, y(k) > 0)
    end do
  end subroutine

  subroutine jacobi(m, next, u, f, h)
    integer(size), intent(in) :: m
    real(r8), intent(in) :: u(m, m), f(m, m), h
    real(r8), intent(inout) :: next(m, m)
    integer(size) :: i, j
    do j = 2, m - 1
      do i = 2, m - 1
        next(i, j) = 0.2_r8 * (u(i, j) + u(i, j-1) + u(i, j+1) + u(i-1, j) + u(i+1, j) + h * h * f(i, j))
      end do
    end do
  end subroutine
  recursive subroutine poisson(m, u, f, h) bind(c, name="fortran_poisson")
    integer(size), value :: m
    real(r8), value :: h
    real(r8), intent(in) :: f(m, m)
    real(r8), intent(inout) :: u(m, m)
    real(r8) :: next(m, m), row(m), coarse(m/2+1, m/2+1), e(m/2+1, m/2+1)
    integer(size) :: i, j, n
    n = m / 2 + 1
    next = u
    call jacobi(m, next, u, f, h)
    call jacobi(m, u, next, f, h)
    if (n > 2) then
      do j = 2, m - 1
        do i = 2, m - 1
          next(i, j) = f(i, j) + (u(i, j-1) + u(i, j+1) + u(i-1, j) + u(i+1, j) - 4 * u(i, j)) / (h * h)
        end do
      end do
      coarse = 0
      do j = 2, n - 1
        row = 0.25_r8 * (next(:, 2*j-2) + next(:, 2*j)) + 0.5_r8 * next(:, 2*j-1)
        coarse(2:n-1, j) = 0.25_r8 * (row(2:m-3:2) + row(4:m-1:2)) + 0.5_r8 * row(3:m-2:2)
      end do
      e = 0
      call poisson(n, e, coarse, 2 * h)
      do j = 1, n
        u(1::2, 2*j-1) = u(1::2, 2*j-1) + e(:, j)
        u(2::2, 2*j-1) = u(2::2, 2*j-1) + 0.5_r8 * (e(:n-1, j) + e(2:, j))
      end do
      do j = 1, n - 1
        u(1::2, 2*j) = u(1::2, 2*j) + 0.5_r8 * (e(:, j) + e(:, j+1))
        u(2::2, 2*j) = u(2::2, 2*j) + 0.25_r8 * (e(:n-1, j) + e(2:, j) + e(:n-1, j+1) + e(2:, j+1))
      end do
    end if
    call jacobi(m, next, u, f, h)
    call jacobi(m, u, next, f, h)
  end subroutine

  subroutine periodic_square(n, u)
    integer(size), intent(in) :: n
    real(r8), intent(inout) :: u(0:n+1, 0:n+1)
    u(0, 1:n) = u(n, 1:n)
    u(n+1, 1:n) = u(1, 1:n)
    u(:, 0) = u(:, n)
    u(:, n+1) = u(:, 1)
  end subroutine
  subroutine gray_scott(n, next_u, next_v, u, v, feed, kill) bind(c, name="fortran_gray_scott")
    integer(size), value :: n
    real(r8), value :: feed, kill
    real(r8), intent(inout), dimension(0:n+1, 0:n+1) :: next_u, next_v, u, v
    real(r8) :: reaction
    integer(size) :: i, j
    call periodic_square(n, u)
    call periodic_square(n, v)
    do j = 1, n
      do i = 1, n
        reaction = u(i, j) * v(i, j)**2
        next_u(i, j) = u(i, j) + 0.16_r8 * (u(i, j-1) + u(i, j+1) + u(i-1, j) + u(i+1, j) - 4 * u(i, j)) - reaction &
          + feed * (1 - u(i, j))
        next_v(i, j) = v(i, j) + 0.08_r8 * (v(i, j-1) + v(i, j+1) + v(i-1, j) + v(i+1, j) - 4 * v(i, j)) + reaction &
          - (feed + kill) * v(i, j)
      end do
    end do
  end subroutine

  pure real(r8) function slope(a, b)
    real(r8), intent(in) :: a, b
    slope = merge(0._r8, merge(a, b, abs(a) < abs(b)), a * b <= 0)
  end function
  subroutine sides(n, a, l, r)
    integer(size), intent(in) :: n
    real(r8), intent(in) :: a(n)
    real(r8), intent(out) :: l(n-3), r(n-3)
    integer(size) :: i
    do i = 1, n - 3
      l(i) = a(i+1) + 0.5_r8 * slope(a(i+1) - a(i), a(i+2) - a(i+1))
      r(i) = a(i+2) - 0.5_r8 * slope(a(i+2) - a(i+1), a(i+3) - a(i+2))
    end do
  end subroutine
  ! The slopes of n cells, ghosts and all.
  subroutine sod(n, d, m, e, h, slope_d, slope_m, slope_e) bind(c, name="fortran_sod")
    integer(size), value :: n
    real(r8), value :: h
    real(r8), intent(in) :: d(n), m(n), e(n)
    real(r8), intent(inout) :: slope_d(n), slope_m(n), slope_e(n)
    real(r8), dimension(n) :: u, p
    real(r8), dimension(n-3) :: dl, dr, ul, ur, pl, pr, mass, push, work
    real(r8) :: cl, cr, low, high, ml, mr, el, er, scale
    integer(size) :: i
    u = m / d
    p = 0.4_r8 * (e - 0.5_r8 * m * u)
    call sides(n, d, dl, dr)
    call sides(n, u, ul, ur)
    call sides(n, p, pl, pr)
    do i = 1, n - 3
      cl = sqrt(1.4_r8 * pl(i) / dl(i))
      cr = sqrt(1.4_r8 * pr(i) / dr(i))
      low = min(ul(i) - cl, ur(i) - cr, 0._r8)
      high = max(ul(i) + cl, ur(i) + cr, 0._r8)
      ml = dl(i) * ul(i)
      mr = dr(i) * ur(i)
      el = pl(i) / 0.4_r8 + 0.5_r8 * ml * ul(i)
      er = pr(i) / 0.4_r8 + 0.5_r8 * mr * ur(i)
      scale = 1 / (h * (high - low))
      mass(i) = scale * (high * ml - low * mr + high * low * (dr(i) - dl(i)))
      push(i) = scale * (high * (ml * ul(i) + pl(i)) - low * (mr * ur(i) + pr(i)) + high * low * (mr - ml))
      work(i) = scale * (high * (el + pl(i)) * ul(i) - low * (er + pr(i)) * ur(i) + high * low * (er - el))
    end do
    slope_d(3:n-2) = mass(:n-4) - mass(2:)
    slope_m(3:n-2) = push(:n-4) - push(2:)
    slope_e(3:n-2) = work(:n-4) - work(2:)
  end subroutine
end module
