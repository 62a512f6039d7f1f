# Warnings for our own targets; errors under the dev preset only, so that a newer compiler never breaks a user's build.
function(sweetspot_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Wold-style-cast
    -Woverloaded-virtual -Wconversion -Wno-sign-conversion
    # g++ 12 sees uninitialised reads in an empty std::optional of an Eigen type.
    -Wno-maybe-uninitialized $<$<BOOL:${SWEETSPOT_WERROR}>:-Werror>)
endfunction()
