! SPDX-License-Identifier: Apache-2.0
! Calls of `use mpi_f08`, with and without choice buffers: a profiling library in C must see each of them once.
program profiled_f08
  use mpi_f08
  implicit none
  integer :: rank, ranks, received
  type(MPI_Request) :: requests(2)
  type(MPI_Status) :: statuses(2)
  type(MPI_Comm) :: half
  real(8) :: sent(10), got(10)

  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  sent = rank
  call MPI_Irecv(got, 10, MPI_DOUBLE_PRECISION, mod(rank + ranks - 1, ranks), 3, MPI_COMM_WORLD, requests(1))
  call MPI_Isend(sent, 10, MPI_DOUBLE_PRECISION, mod(rank + 1, ranks), 3, MPI_COMM_WORLD, requests(2))
  call MPI_Waitall(2, requests, statuses)
  call MPI_Get_count(statuses(1), MPI_DOUBLE_PRECISION, received)
  if (received /= 10 .or. any(got /= mod(rank + ranks - 1, ranks))) error stop 'a message of the ring is wrong'
  call MPI_Barrier(MPI_COMM_WORLD)
  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half)
  call MPI_Allreduce(MPI_IN_PLACE, sent, 10, MPI_DOUBLE_PRECISION, MPI_SUM, half)
  call MPI_Comm_free(half)
  call MPI_Finalize()
end program profiled_f08
