program test_stop
  use weft
  implicit none
  type(weft_formula) :: f
  call weft_parse(f, "x + 1")
  call weft_bind(f, "unknown", 1.0)
end program
