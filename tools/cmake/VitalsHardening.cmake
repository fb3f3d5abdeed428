# What Debian's hardening=+all turns on, and protection of jumps and returns: each flag only where the
# compiler and the linker accept it. Sanitizers check more, and fortified calls would hide errors from
# them; builds for fuzzing should be fast.
option(VITALS_HARDENING "Harden the build; off for those who bring their own flags" ON)
if(NOT VITALS_HARDENING OR VITALS_SANITIZE OR VITALS_FUZZ)
    set(VITALS_HARDENED OFF)
    return()
endif()
set(VITALS_HARDENED ON)
include(CheckCCompilerFlag)
include(CheckCSourceCompiles)
include(CheckLinkerFlag)
include(CheckPIESupported)
get_property(languages GLOBAL PROPERTY ENABLED_LANGUAGES)
list(FILTER languages INCLUDE REGEX "^(C|CXX)$")
check_pie_supported(LANGUAGES ${languages})

# -fcf-protection is of x86, -mbranch-protection of ARM. A flag that the compiler ignores, with a warning, is not wanted.
set(CMAKE_REQUIRED_FLAGS -Werror)
foreach(flag IN ITEMS -fstack-protector-strong -fstack-clash-protection -fcf-protection=full
        -mbranch-protection=standard -Werror=format-security)
    string(MAKE_C_IDENTIFIER "VITALS_ACCEPTS${flag}" accepted)
    set(check ${flag})
    if(flag MATCHES "format-security")
        set(check "-Wformat -Werror=format-security")
    endif()
    check_c_compiler_flag("${check}" ${accepted})
    if(${accepted})
        separate_arguments(check)
        add_compile_options(${check})
    endif()
endforeach()
unset(CMAKE_REQUIRED_FLAGS)

# Level 3 needs a recent C library. Both levels need optimisation.
foreach(level IN ITEMS 3 2)
    set(CMAKE_REQUIRED_FLAGS "-O2 -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${level}")
    check_c_source_compiles("#include <string.h>\nint main(int n, char **v) { char b[9]; memcpy(b, v[0], (unsigned long)n); return b[0]; }"
        VITALS_ACCEPTS_FORTIFY_${level})
    unset(CMAKE_REQUIRED_FLAGS)
    if(VITALS_ACCEPTS_FORTIFY_${level})
        add_compile_options("$<$<CONFIG:Release,RelWithDebInfo,MinSizeRel>:-U_FORTIFY_SOURCE;-D_FORTIFY_SOURCE=${level}>")
        break()
    endif()
endforeach()

foreach(flag IN ITEMS relro now noexecstack)
    check_linker_flag(C "LINKER:-z,${flag}" VITALS_LINKER_ACCEPTS_${flag})
    if(VITALS_LINKER_ACCEPTS_${flag})
        add_link_options(LINKER:-z,${flag})
    endif()
endforeach()
