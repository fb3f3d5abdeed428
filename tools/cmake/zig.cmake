# After project(): CMake takes the libraries of a compiler from what it prints when it links. zig prints those of its cache, and
# only when it has not linked the same before. It adds its own libraries by itself.
foreach(language IN ITEMS C CXX)
    set(CMAKE_${language}_IMPLICIT_LINK_LIBRARIES "")
    set(CMAKE_${language}_IMPLICIT_LINK_DIRECTORIES "")
endforeach()
