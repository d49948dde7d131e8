# weft_own_target(<target>): the warnings that weft's own code is free of. Never exported. GCC collects garbage after each
# 128 MB: units of templates spend a tenth of their time there.
function(weft_own_target target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wshadow $<$<BOOL:${WEFT_WERROR}>:-Werror>
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:SHELL:--param ggc-min-heapsize=1048576>")
endfunction()
