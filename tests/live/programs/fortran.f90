! SPDX-License-Identifier: Apache-2.0
! A program in Fortran, with the module mpi: messages, collectives, requests, tests, probes, a reduction of its own, names
! and clocks. Rank 0 prints "ok NAME" or "wrong NAME" for each.
program fortran
  use mpi
  implicit none
  integer :: rank, ranks, code
  call MPI_Init(code)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks, code)
  call messages()
  call collectives()
  call requests()
  call clocks()
  call MPI_Finalize(code)
contains
  subroutine tell(name, right)
    character(*), intent(in) :: name
    logical, intent(in) :: right
    logical :: all
    call MPI_Allreduce(right, all, 1, MPI_LOGICAL, MPI_LAND, MPI_COMM_WORLD, code)
    if (rank == 0) then
      if (all) then
        write (*, '(2A)') 'ok ', name
      else
        write (*, '(2A)') 'wrong ', name
      end if
    end if
  end subroutine
  subroutine messages()
    integer :: status(MPI_STATUS_SIZE), from, number
    double precision :: out(1000), in(1000)
    out = rank
    in = -1
    from = mod(rank + ranks - 1, ranks)
    call MPI_Sendrecv(out, 1000, MPI_DOUBLE_PRECISION, mod(rank + 1, ranks), 3, in, 1000, MPI_DOUBLE_PRECISION, &
                      MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, status, code)
    call MPI_Get_count(status, MPI_DOUBLE_PRECISION, number, code)
    call tell('messages', all(in == from) .and. status(MPI_SOURCE) == from .and. status(MPI_TAG) == 3 .and. number == 1000)
  end subroutine
  subroutine longest(from, into, length, type)
    integer, intent(in) :: length, type
    integer, intent(in) :: from(length)
    integer, intent(inout) :: into(length)
    if (type == MPI_INTEGER) into = max(from, into)
  end subroutine
  subroutine collectives()
    integer :: operation, mine(2), found(2), everybody(ranks), i
    call MPI_Op_create(longest, .true., operation, code)
    mine = [rank, -rank]
    call MPI_Allreduce(mine, found, 2, MPI_INTEGER, operation, MPI_COMM_WORLD, code)
    call MPI_Op_free(operation, code)
    call MPI_Allgather(rank, 1, MPI_INTEGER, everybody, 1, MPI_INTEGER, MPI_COMM_WORLD, code)
    call tell('collectives', all(found == [ranks - 1, 0]) .and. all(everybody == [(i, i = 0, ranks - 1)]))
  end subroutine
  subroutine requests()
    integer :: pending(2), value
    logical :: done
    value = -1
    call MPI_Irecv(value, 1, MPI_INTEGER, mod(rank + ranks - 1, ranks), 4, MPI_COMM_WORLD, pending(1), code)
    call MPI_Isend(rank, 1, MPI_INTEGER, mod(rank + 1, ranks), 4, MPI_COMM_WORLD, pending(2), code)
    done = .false.
    do while (.not. done)
      call MPI_Testall(2, pending, done, MPI_STATUSES_IGNORE, code)
    end do
    call tell('requests', value == mod(rank + ranks - 1, ranks))
  end subroutine
  subroutine clocks()
    double precision :: begin
    integer(8) :: first, last, rate
    call MPI_Barrier(MPI_COMM_WORLD, code)
    begin = MPI_Wtime()
    call system_clock(first, rate)
    call sleep(2)
    call system_clock(last)
    call tell('clocks', abs(MPI_Wtime() - begin - 2) < 0.01d0 .and. abs(dble(last - first) / rate - 2) < 0.01d0)
  end subroutine
end program
