! SPDX-License-Identifier: Apache-2.0
!> What a program in Fortran can say to `fsin live` (fsin_live.h says what it means): compile this file with the program.
!>
!>   if (fsin_sample_local('rhs', 10)) then      ! every rank computes it 10 times; then the mean takes its place
!>     ...
!>     call fsin_sample_end('rhs')
!>   end if
!>   if (fsin_sample_global('rhs', 10)) ...      ! 10 times, by all ranks together
!>   call fsin_delay('lookup', 1d6)              ! the time of 1e6 flops (workload.cpu.speed)
!>   call fsin_region_begin('solve'); ... ; call fsin_region_end('solve')
!>
!> Outside `fsin live` everything is computed.
module fsin_live
  use, intrinsic :: iso_c_binding
  implicit none
  private
  public :: fsin_sample_local, fsin_sample_global, fsin_sample_end, fsin_delay, fsin_region_begin, fsin_region_end

  abstract interface
    function find_calls() bind(C) result(calls)
      import :: c_ptr
      type(c_ptr) :: calls
    end function
    function begin_sample(file, line, global, count, error) bind(C) result(computes)
      import :: c_char, c_int, c_long, c_double
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line, global
      integer(c_long), value :: count
      real(c_double), value :: error
      integer(c_int) :: computes
    end function
    function end_sample(file, line) bind(C) result(computes)
      import :: c_char, c_int
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
      integer(c_int) :: computes
    end function
    function delay(file, line, flops) bind(C) result(computes)
      import :: c_char, c_int, c_double
      character(kind=c_char), intent(in) :: file(*)
      integer(c_int), value :: line
      real(c_double), value :: flops
      integer(c_int) :: computes
    end function
    subroutine region(name) bind(C)
      import :: c_char
      character(kind=c_char), intent(in) :: name(*)
    end subroutine
  end interface

  interface
    function dlsym(handle, name) bind(C, name='dlsym') result(address)
      import :: c_ptr, c_funptr, c_char
      type(c_ptr), value :: handle
      character(kind=c_char), intent(in) :: name(*)
      type(c_funptr) :: address
    end function
  end interface

  !> As struct fsin_live_calls.
  type, bind(C) :: calls_type
    integer(c_int) :: version
    type(c_funptr) :: sample_begin, sample_end, delay, region_begin, region_end, shared_malloc, shared_free
  end type

  type(calls_type), pointer :: calls => null()
  logical :: looked_for = .false.

contains

  logical function is_live()
    type(c_funptr) :: address
    procedure(find_calls), pointer :: find
    if (.not. looked_for) then
      address = dlsym(c_null_ptr, 'fsin_live_program_calls' // c_null_char)
      if (c_associated(address)) then
        call c_f_procpointer(address, find)
        call take(find())
      end if
      looked_for = .true.
    end if
    is_live = associated(calls)
  end function

  subroutine take(found)
    type(c_ptr), intent(in) :: found
    if (c_associated(found)) call c_f_pointer(found, calls)
  end subroutine

  !> True where the block is to be computed; fsin_sample_end() stands at its end then.
  logical function fsin_sample_local(name, count, error)
    character(*), intent(in) :: name
    integer, intent(in) :: count
    double precision, intent(in), optional :: error
    fsin_sample_local = begins(name, 0_c_int, count, error)
  end function

  logical function fsin_sample_global(name, count, error)
    character(*), intent(in) :: name
    integer, intent(in) :: count
    double precision, intent(in), optional :: error
    fsin_sample_global = begins(name, 1_c_int, count, error)
  end function

  logical function begins(name, global, count, error)
    character(*), intent(in) :: name
    integer(c_int), intent(in) :: global
    integer, intent(in) :: count
    double precision, intent(in), optional :: error
    procedure(begin_sample), pointer :: begin
    real(c_double) :: wanted
    begins = .true.
    if (.not. is_live()) return
    wanted = 0
    if (present(error)) wanted = error
    call c_f_procpointer(calls%sample_begin, begin)
    begins = begin(trim(name) // c_null_char, 0_c_int, global, int(count, c_long), wanted) /= 0
  end function

  subroutine fsin_sample_end(name)
    character(*), intent(in) :: name
    procedure(end_sample), pointer :: finish
    integer(c_int) :: ignored
    if (.not. is_live()) return
    call c_f_procpointer(calls%sample_end, finish)
    ignored = finish(trim(name) // c_null_char, 0_c_int)
  end subroutine

  subroutine fsin_delay(name, flops)
    character(*), intent(in) :: name
    double precision, intent(in) :: flops
    procedure(delay), pointer :: wait_for
    integer(c_int) :: ignored
    if (.not. is_live()) return
    call c_f_procpointer(calls%delay, wait_for)
    ignored = wait_for(trim(name) // c_null_char, 0_c_int, flops)
  end subroutine

  subroutine fsin_region_begin(name)
    character(*), intent(in) :: name
    procedure(region), pointer :: mark
    if (.not. is_live()) return
    call c_f_procpointer(calls%region_begin, mark)
    call mark(trim(name) // c_null_char)
  end subroutine

  subroutine fsin_region_end(name)
    character(*), intent(in) :: name
    procedure(region), pointer :: mark
    if (.not. is_live()) return
    call c_f_procpointer(calls%region_end, mark)
    call mark(trim(name) // c_null_char)
  end subroutine
end module
