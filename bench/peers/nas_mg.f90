! The benchmark MG of NAS in Fortran, its loops as in the published program: sums over the neighbours of a row are kept
! for the row, so that each is used three times. Cubes have a layer of ghosts on each side.
module nas_mg
  use iso_c_binding, only: size => c_ptrdiff_t, r8 => c_double
  implicit none
  private :: periodic, beside, smooth, restrict_to, interpolate, solve
contains
  subroutine periodic(n, u)
    integer(size), intent(in) :: n
    real(r8), intent(inout) :: u(0:n+1, 0:n+1, 0:n+1)
    u(0, 1:n, 1:n) = u(n, 1:n, 1:n)
    u(n+1, 1:n, 1:n) = u(1, 1:n, 1:n)
    u(:, 0, 1:n) = u(:, n, 1:n)
    u(:, n+1, 1:n) = u(:, 1, 1:n)
    u(:, :, 0) = u(:, :, n)
    u(:, :, n+1) = u(:, :, 1)
  end subroutine
  ! Sums over the neighbours of the points of a row that share a face or an edge with them.
  subroutine beside(n, u, j, k, near, far)
    integer(size), intent(in) :: n, j, k
    real(r8), intent(in) :: u(0:n+1, 0:n+1, 0:n+1)
    real(r8), intent(out) :: near(0:n+1), far(0:n+1)
    integer(size) :: i
    do i = 0, n + 1
      near(i) = u(i, j-1, k) + u(i, j+1, k) + u(i, j, k-1) + u(i, j, k+1)
      far(i) = u(i, j-1, k-1) + u(i, j+1, k-1) + u(i, j-1, k+1) + u(i, j+1, k+1)
    end do
  end subroutine
  ! r = v - A u; r and v may be one array, as in the published program.
  subroutine residual(n, r, v, u) bind(c, name="fortran_mg_residual")
    integer(size), value :: n
    real(r8), intent(in) :: v(0:n+1, 0:n+1, 0:n+1), u(0:n+1, 0:n+1, 0:n+1)
    real(r8), intent(inout) :: r(0:n+1, 0:n+1, 0:n+1)
    real(r8) :: near(0:n+1), far(0:n+1)
    integer(size) :: i, j, k
    do k = 1, n
      do j = 1, n
        call beside(n, u, j, k, near, far)
        do i = 1, n
          r(i, j, k) = v(i, j, k) + 8 / 3._r8 * u(i, j, k) - (far(i) + near(i-1) + near(i+1)) / 6 &
            - (far(i-1) + far(i+1)) / 12
        end do
      end do
    end do
    call periodic(n, r)
  end subroutine
  subroutine smooth(n, u, r)
    integer(size), intent(in) :: n
    real(r8), intent(in) :: r(0:n+1, 0:n+1, 0:n+1)
    real(r8), intent(inout) :: u(0:n+1, 0:n+1, 0:n+1)
    real(r8) :: near(0:n+1), far(0:n+1)
    integer(size) :: i, j, k
    do k = 1, n
      do j = 1, n
        call beside(n, r, j, k, near, far)
        do i = 1, n
          u(i, j, k) = u(i, j, k) - 0.375_r8 * r(i, j, k) + (r(i-1, j, k) + r(i+1, j, k) + near(i)) / 32 &
            - (far(i) + near(i-1) + near(i+1)) / 64
        end do
      end do
    end do
    call periodic(n, u)
  end subroutine
  subroutine restrict_to(n, s, r)
    integer(size), intent(in) :: n
    real(r8), intent(in) :: r(0:2*n+1, 0:2*n+1, 0:2*n+1)
    real(r8), intent(out) :: s(0:n+1, 0:n+1, 0:n+1)
    real(r8) :: near(0:2*n+1), far(0:2*n+1)
    integer(size) :: i, j, k
    do k = 1, n
      do j = 1, n
        call beside(2 * n, r, 2 * j, 2 * k, near, far)
        do i = 1, n
          s(i, j, k) = 0.5_r8 * r(2*i, 2*j, 2*k) + 0.25_r8 * (r(2*i-1, 2*j, 2*k) + r(2*i+1, 2*j, 2*k) + near(2*i)) &
            + 0.125_r8 * (near(2*i-1) + near(2*i+1) + far(2*i)) + 0.0625_r8 * (far(2*i-1) + far(2*i+1))
        end do
      end do
    end do
    call periodic(n, s)
  end subroutine
  subroutine interpolate(n, u, s)
    integer(size), intent(in) :: n
    real(r8), intent(in) :: s(0:n+1, 0:n+1, 0:n+1)
    real(r8), intent(inout) :: u(0:2*n+1, 0:2*n+1, 0:2*n+1)
    real(r8), dimension(0:n+1) :: x, y, z
    integer(size) :: i, j, k
    do k = 0, n
      do j = 0, n
        do i = 0, n + 1
          x(i) = s(i, j+1, k) + s(i, j, k)
          y(i) = s(i, j, k+1) + s(i, j, k)
          z(i) = s(i, j+1, k+1) + s(i, j, k+1) + x(i)
        end do
        do i = 0, n
          u(2*i, 2*j, 2*k) = u(2*i, 2*j, 2*k) + s(i, j, k)
          u(2*i+1, 2*j, 2*k) = u(2*i+1, 2*j, 2*k) + 0.5_r8 * (s(i+1, j, k) + s(i, j, k))
        end do
        do i = 0, n
          u(2*i, 2*j+1, 2*k) = u(2*i, 2*j+1, 2*k) + 0.5_r8 * x(i)
          u(2*i+1, 2*j+1, 2*k) = u(2*i+1, 2*j+1, 2*k) + 0.25_r8 * (x(i) + x(i+1))
        end do
        do i = 0, n
          u(2*i, 2*j, 2*k+1) = u(2*i, 2*j, 2*k+1) + 0.5_r8 * y(i)
          u(2*i+1, 2*j, 2*k+1) = u(2*i+1, 2*j, 2*k+1) + 0.25_r8 * (y(i) + y(i+1))
        end do
        do i = 0, n
          u(2*i, 2*j+1, 2*k+1) = u(2*i, 2*j+1, 2*k+1) + 0.25_r8 * z(i)
          u(2*i+1, 2*j+1, 2*k+1) = u(2*i+1, 2*j+1, 2*k+1) + 0.125_r8 * (z(i) + z(i+1))
        end do
      end do
    end do
  end subroutine

  ! u = an approximation to the solution for the right-hand side r, which becomes the residual.
  recursive subroutine solve(n, u, r)
    integer(size), intent(in) :: n
    real(r8), intent(inout) :: u(0:n+1, 0:n+1, 0:n+1), r(0:n+1, 0:n+1, 0:n+1)
    real(r8), dimension(0:n/2+1, 0:n/2+1, 0:n/2+1) :: coarse_u, coarse_r
    u = 0
    if (n > 2) then
      call restrict_to(n / 2, coarse_r, r)
      call solve(n / 2, coarse_u, coarse_r)
      call interpolate(n / 2, u, coarse_u)
      call residual(n, r, r, u)
    end if
    call smooth(n, u, r)
  end subroutine
  ! One V-cycle; r is the residual of u.
  subroutine v_cycle(n, u, r, v) bind(c, name="fortran_mg")
    integer(size), value :: n
    real(r8), intent(in) :: v(0:n+1, 0:n+1, 0:n+1)
    real(r8), intent(inout) :: u(0:n+1, 0:n+1, 0:n+1), r(0:n+1, 0:n+1, 0:n+1)
    real(r8), dimension(0:n/2+1, 0:n/2+1, 0:n/2+1) :: coarse_u, coarse_r
    call restrict_to(n / 2, coarse_r, r)
    call solve(n / 2, coarse_u, coarse_r)
    call interpolate(n / 2, u, coarse_u)
    call residual(n, r, v, u)
    call smooth(n, u, r)
  end subroutine
end module
