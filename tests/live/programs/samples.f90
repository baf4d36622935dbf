! SPDX-License-Identifier: Apache-2.0
! What a program in Fortran says by fsin_live.f90.
program samples
  use mpi
  use fsin_live
  implicit none
  integer :: i, error, rank, ranks, computed
  double precision :: begin, took, total
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, error)
  computed = 0
  total = 0
  do i = 1, 50
    if (fsin_sample_local('first ', 7)) then
      computed = computed + 1
      call fsin_sample_end('first')
    end if
  end do
  call fsin_region_begin('delays')
  begin = MPI_Wtime()
  call fsin_delay('second', 1d9)
  took = MPI_Wtime() - begin
  call fsin_region_end('delays')
  do i = 1, 30
    call MPI_Allreduce(took, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, error)
  end do
  if (rank == 0) write (0, '(i0,f10.6)') computed, total / ranks
  call MPI_Finalize(error)
end program
