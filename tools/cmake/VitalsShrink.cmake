# Binaryen makes a linked module smaller, where it is installed: numbers without padding, fewer locals and blocks.
find_program(VITALS_WASM_OPT wasm-opt)
if(VITALS_WASM_OPT)
    list(APPEND CMAKE_CXX_LINK_EXECUTABLE "${VITALS_WASM_OPT} -Oz --enable-bulk-memory --enable-mutable-globals \
--enable-nontrapping-float-to-int --enable-sign-ext --enable-simd <TARGET> -o <TARGET>")
endif()
