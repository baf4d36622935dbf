! SPDX-License-Identifier: Apache-2.0
!
! The calls of mpi_f08, of each kind: with and without buffers, with large counts, completion, probes, communicators, collectives in their
! three forms. Checks what they do; 2 ranks or more. mpi_f08 reaches MPI by other entry points than C does.
module checking
  use mpi_f08
  implicit none
  integer :: rank, size, left, right
contains
  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    if (holds) return
    print *, 'calls_f08: rank', rank, 'does not hold: ', what
    call MPI_Abort(MPI_COMM_WORLD, 9)
  end subroutine
end module

module messages
  use checking
  implicit none
  integer :: sent(5), got(5)
  type(MPI_Request) :: requests(2)
contains
  subroutine prepare(seed)
    integer, intent(in) :: seed
    integer :: i
    sent = [(1000 * rank + 10 * seed + i, i = 1, 5)]
    got = -1
  end subroutine

  subroutine finish(seed, what)
    integer, intent(in) :: seed
    character(*), intent(in) :: what
    integer :: i
    call check(all(got == [(1000 * left + 10 * seed + i, i = 1, 5)]), what)
  end subroutine

  subroutine blocking()
    type(MPI_Status) :: status
    integer :: i
    do i = 1, 4
      call prepare(i)
      call MPI_Irecv(got, 5, MPI_INTEGER, left, i, MPI_COMM_WORLD, requests(1))
      call MPI_Barrier(MPI_COMM_WORLD)
      if (i == 1) call MPI_Send(sent, 5, MPI_INTEGER, right, i, MPI_COMM_WORLD)
      if (i == 2) call MPI_Bsend(sent, 5, MPI_INTEGER, right, i, MPI_COMM_WORLD)
      if (i == 3) call MPI_Ssend(sent, 5, MPI_INTEGER, right, i, MPI_COMM_WORLD)
      if (i == 4) call MPI_Rsend(sent, 5_MPI_COUNT_KIND, MPI_INTEGER, right, i, MPI_COMM_WORLD)
      call MPI_Wait(requests(1), status)
      call check(status%MPI_SOURCE == left, 'source of a blocking send')
      call finish(i, 'blocking send')
    end do
    call prepare(5)
    call MPI_Sendrecv(sent, 5, MPI_INTEGER, right, 5, got, 5, MPI_INTEGER, left, MPI_ANY_TAG, MPI_COMM_WORLD, status)
    call finish(5, 'sendrecv')
    call prepare(6)
    got = sent
    call MPI_Sendrecv_replace(got, 5, MPI_INTEGER, right, 6, left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
    call finish(6, 'sendrecv_replace')
  end subroutine

  subroutine nonblocking()
    integer :: i
    do i = 1, 4
      call prepare(i)
      call MPI_Irecv(got, 5, MPI_INTEGER, MPI_ANY_SOURCE, 10 + i, MPI_COMM_WORLD, requests(1))
      call MPI_Barrier(MPI_COMM_WORLD)
      if (i == 1) call MPI_Isend(sent, 5_MPI_COUNT_KIND, MPI_INTEGER, right, 11, MPI_COMM_WORLD, requests(2))
      if (i == 2) call MPI_Ibsend(sent, 5, MPI_INTEGER, right, 12, MPI_COMM_WORLD, requests(2))
      if (i == 3) call MPI_Issend(sent, 5, MPI_INTEGER, right, 13, MPI_COMM_WORLD, requests(2))
      if (i == 4) call MPI_Irsend(sent, 5, MPI_INTEGER, right, 14, MPI_COMM_WORLD, requests(2))
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
      call finish(i, 'nonblocking send')
    end do
    call prepare(7)
    call MPI_Isendrecv(sent, 5, MPI_INTEGER, right, 17, got, 5, MPI_INTEGER, left, 17, MPI_COMM_WORLD, requests(1))
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
    call finish(7, 'isendrecv')
    call prepare(8)
    got = sent
    call MPI_Isendrecv_replace(got, 5, MPI_INTEGER, right, 18, left, 18, MPI_COMM_WORLD, requests(1))
    call MPI_Wait(requests(1), MPI_STATUS_IGNORE)
    call finish(8, 'isendrecv_replace')
  end subroutine

  subroutine persistent()
    integer :: i, repeat
    do i = 1, 3
      call MPI_Recv_init(got, 5, MPI_INTEGER, left, 20 + i, MPI_COMM_WORLD, requests(1))
      if (i == 1) call MPI_Send_init(sent, 5, MPI_INTEGER, right, 21, MPI_COMM_WORLD, requests(2))
      if (i == 2) call MPI_Bsend_init(sent, 5, MPI_INTEGER, right, 22, MPI_COMM_WORLD, requests(2))
      if (i == 3) call MPI_Ssend_init(sent, 5, MPI_INTEGER, right, 23, MPI_COMM_WORLD, requests(2))
      do repeat = 1, 2
        call prepare(repeat)
        if (repeat == 1) call MPI_Startall(2, requests)
        if (repeat == 2) call MPI_Start(requests(1))
        if (repeat == 2) call MPI_Start(requests(2))
        call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE)
        call finish(repeat, 'persistent send')
      end do
      call MPI_Request_free(requests(1))
      call MPI_Request_free(requests(2))
    end do
  end subroutine

  subroutine probing()
    type(MPI_Message) :: message
    type(MPI_Status) :: status
    logical :: flag
    integer :: i
    do i = 1, 4
      flag = .false.
      call prepare(i)
      call MPI_Isend(sent, 5, MPI_INTEGER, right, 30 + i, MPI_COMM_WORLD, requests(2))
      select case (i)
      case (1)
        call MPI_Probe(MPI_ANY_SOURCE, 31, MPI_COMM_WORLD, status)
        call MPI_Recv(got, 5, MPI_INTEGER, status%MPI_SOURCE, 31, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
      case (2)
        do while (.not. flag)
          call MPI_Iprobe(left, 32, MPI_COMM_WORLD, flag, status)
        end do
        call MPI_Recv(got, 5_MPI_COUNT_KIND, MPI_INTEGER, left, 32, MPI_COMM_WORLD, status)
      case (3)
        call MPI_Mprobe(left, 33, MPI_COMM_WORLD, message, status)
        call MPI_Mrecv(got, 5, MPI_INTEGER, message, status)
      case (4)
        do while (.not. flag)
          call MPI_Improbe(left, 34, MPI_COMM_WORLD, flag, message, status)
        end do
        call MPI_Imrecv(got, 5, MPI_INTEGER, message, requests(1))
        call MPI_Wait(requests(1), status)
      end select
      call MPI_Wait(requests(2), MPI_STATUS_IGNORE)
      call finish(i, 'probe')
    end do
    call MPI_Irecv(got, 5, MPI_INTEGER, left, 40, MPI_COMM_WORLD, requests(1))
    call MPI_Cancel(requests(1))
    call MPI_Wait(requests(1), status)
    call MPI_Test_cancelled(status, flag)
    call check(flag, 'cancelled')
  end subroutine

  subroutine completing()
    type(MPI_Status) :: status, statuses(2)
    integer :: way, done, index, count, indices(2)
    logical :: flag
    do way = 1, 6
      call prepare(way)
      call MPI_Irecv(got, 5, MPI_INTEGER, left, 50, MPI_COMM_WORLD, requests(1))
      call MPI_Isend(sent, 5, MPI_INTEGER, right, 50, MPI_COMM_WORLD, requests(2))
      flag = .false.
      done = 0
      do while (done < 2)
        select case (way)
        case (1)
          call MPI_Test(requests(done + 1), flag, status)
          if (flag) done = done + 1
        case (2)
          call MPI_Testall(2, requests, flag, statuses)
          if (flag) done = 2
        case (3)
          call MPI_Testany(2, requests, index, flag, status)
          if (flag) done = done + 1
        case (4)
          call MPI_Testsome(2, requests, count, indices, statuses)
          done = done + count
        case (5)
          call MPI_Waitany(2, requests, index, status)
          done = done + 1
        case (6)
          call MPI_Request_get_status(requests(1), flag, status)
          if (.not. flag) cycle
          call MPI_Waitsome(2, requests, count, indices, statuses)
          done = done + count
        end select
      end do
      call finish(way, 'completion')
    end do
  end subroutine
end module

module together
  use checking
  implicit none
contains
  subroutine collectives()
    integer :: in(8), out(64), i, counts(64), places(64), total
    type(MPI_Request) :: request
    total = size * (size - 1) / 2; counts = 1
    places = [(i - 1, i = 1, 64)]
    in = rank
    call MPI_Bcast(in, 8, MPI_INTEGER, 0, MPI_COMM_WORLD)
    call check(all(in == 0), 'bcast')
    in = rank
    call MPI_Ibcast(in, 8, MPI_INTEGER, 0, MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call check(all(in == 0), 'ibcast')
    call MPI_Bcast_init(in, 8, MPI_INTEGER, 0, MPI_COMM_WORLD, MPI_INFO_NULL, request)
    in = rank
    call MPI_Start(request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call MPI_Request_free(request)
    call check(all(in == 0), 'bcast_init')
    in = rank
    call MPI_Allreduce(in, out, 3_MPI_COUNT_KIND, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call check(all(out(1:3) == total), 'allreduce with large counts')
    out(1:3) = rank
    call MPI_Allreduce(MPI_IN_PLACE, out, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call check(all(out(1:3) == total), 'allreduce in place')
    call MPI_Reduce(in, out, 3, MPI_INTEGER, MPI_SUM, 0, MPI_COMM_WORLD)
    call check(rank /= 0 .or. all(out(1:3) == total), 'reduce')
    call MPI_Scan(in, out, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call check(out(1) == rank * (rank + 1) / 2, 'scan')
    call MPI_Exscan(in, out, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call check(rank == 0 .or. out(1) == rank * (rank - 1) / 2, 'exscan')
    call MPI_Gatherv(in, 1, MPI_INTEGER, out, counts, places, MPI_INTEGER, 0, MPI_COMM_WORLD)
    call check(rank /= 0 .or. all(out(1:size) == places(1:size)), 'gatherv')
    call MPI_Scatterv(places, counts, places, MPI_INTEGER, out, 1, MPI_INTEGER, 0, MPI_COMM_WORLD)
    call check(out(1) == rank, 'scatterv')
    call MPI_Allgather(in, 1, MPI_INTEGER, out, 1, MPI_INTEGER, MPI_COMM_WORLD)
    call check(all(out(1:size) == places(1:size)), 'allgather')
    call MPI_Iallgatherv(in, 1, MPI_INTEGER, out, counts, places, MPI_INTEGER, MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
    call check(all(out(1:size) == places(1:size)), 'iallgatherv')
    call MPI_Alltoall(spread(rank, 1, 64), 1, MPI_INTEGER, out, 1, MPI_INTEGER, MPI_COMM_WORLD)
    call check(all(out(1:size) == places(1:size)), 'alltoall')
    call MPI_Reduce_scatter_block(spread(rank, 1, 64), out, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
    call check(out(1) == total, 'reduce_scatter_block')
    call MPI_Ibarrier(MPI_COMM_WORLD, request)
    call MPI_Wait(request, MPI_STATUS_IGNORE)
  end subroutine

  subroutine communicators()
    type(MPI_Comm) :: comm, half, between, cart
    type(MPI_Group) :: group
    integer :: value, got
    call MPI_Comm_dup(MPI_COMM_WORLD, comm)
    call use_it(comm)
    call MPI_Comm_free(comm)
    call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), -rank, half)
    call MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, merge(size - 1 - mod(size, 2), size - 2 + mod(size, 2), &
                                                            mod(rank, 2) == 0), 3, between)
    value = rank
    call MPI_Allreduce(value, got, 1, MPI_INTEGER, MPI_MAX, between)
    call check(mod(got, 2) /= mod(rank, 2), 'allreduce between groups')
    call MPI_Intercomm_merge(between, mod(rank, 2) == 1, comm)
    call use_it(comm)
    call MPI_Comm_free(comm)
    call MPI_Comm_free(between)
    call use_it(half)
    call MPI_Comm_free(half)
    call MPI_Comm_group(MPI_COMM_WORLD, group)
    call MPI_Comm_create(MPI_COMM_WORLD, group, comm)
    call use_it(comm)
    call MPI_Comm_free(comm)
    call MPI_Group_free(group)
    call MPI_Cart_create(MPI_COMM_WORLD, 1, [size], [.true.], .false., cart)
    call use_it(cart)
    call MPI_Comm_free(cart)
  end subroutine

  subroutine use_it(comm)
    type(MPI_Comm), intent(in) :: comm
    integer :: me, many, got
    call MPI_Comm_rank(comm, me)
    call MPI_Comm_size(comm, many)
    call MPI_Sendrecv(me, 1, MPI_INTEGER, mod(me + 1, many), 9, got, 1, MPI_INTEGER, mod(me + many - 1, many), 9, comm, &
                      MPI_STATUS_IGNORE)
    call check(got == mod(me + many - 1, many), 'ring in a communicator')
    call MPI_Barrier(comm)
  end subroutine
end module

program calls_f08
  use messages
  use together
  use iso_c_binding, only: c_ptr
  implicit none
  character, target, save :: buffer(65536)
  type(c_ptr) :: detached
  integer :: length
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  right = mod(rank + 1, size)
  left = mod(rank + size - 1, size)
  call MPI_Buffer_attach(buffer, 65536)
  call blocking()
  call nonblocking()
  call persistent()
  call probing()
  call completing()
  call MPI_Buffer_detach(detached, length)
  call collectives()
  call communicators()
  call MPI_Finalize()
  if (rank == 0) print '(a)', 'calls_f08: every call did what it should'
end program
