# The libraries a module may name after LIBRARIES. Those that ship no CMake package come through
# pkg-config and are found when a module first names them (heddle_find_library).

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(boost_headers 1.81 CONFIG REQUIRED)
find_package(GTest REQUIRED)
if(HEDDLE_BENCH)
  find_package(benchmark REQUIRED)
endif()

# heddle_find_library(<name> <result>): the target for a library named as a target (fmt::fmt), or
# as pkg-config knows it (libdeflate).
function(heddle_find_library name result)
  if(NOT TARGET ${name})
    string(REPLACE "PkgConfig::" "" package ${name})
    if(NOT TARGET PkgConfig::${package})
      pkg_check_modules(${package} REQUIRED QUIET IMPORTED_TARGET GLOBAL ${package})
    endif()
    set(name PkgConfig::${package})
  endif()
  set(${result} ${name} PARENT_SCOPE)
endfunction()
