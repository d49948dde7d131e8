! The step in Fortran: rows first ... stop - 1.
subroutine step_in_fortran(nx, ny, nz, rate, now, next, first, stop) bind(c)
  use iso_c_binding, only: c_double, c_ptrdiff_t
  implicit none
  integer(c_ptrdiff_t), value :: nx, ny, nz, first, stop
  real(c_double), intent(in) :: rate(nz), now(0:nx+1, 0:ny+1, 0:nz+1)
  real(c_double), intent(inout) :: next(0:nx+1, 0:ny+1, 0:nz+1)
  real(c_double) :: c(0:nz), pivot
  integer(c_ptrdiff_t) :: i, j, k

  do k = 1, nz
    do j = first, stop - 1
      do i = 1, nx
        next(i, j, k) = now(i, j, k) + rate(k) * (now(i-1, j, k) + now(i+1, j, k) + now(i, j-1, k) + now(i, j+1, k) &
                                                  - 4 * now(i, j, k))
      end do
    end do
  end do

  c(0) = 0
  do k = 1, nz
    pivot = 1 / (1 + 2 * rate(k) - rate(k) * c(k-1))
    c(k) = rate(k) * pivot
    next(1:nx, first:stop-1, k) = pivot * (next(1:nx, first:stop-1, k) + rate(k) * next(1:nx, first:stop-1, k-1))
  end do
  do k = nz, 1, -1
    next(1:nx, first:stop-1, k) = next(1:nx, first:stop-1, k) + c(k) * next(1:nx, first:stop-1, k+1)
  end do
end subroutine
