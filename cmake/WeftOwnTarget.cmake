# weft_own_target(<target>): the warnings that weft's own code is free of. Never exported.
function(weft_own_target target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow $<$<BOOL:${WEFT_WERROR}>:-Werror>)
endfunction()
