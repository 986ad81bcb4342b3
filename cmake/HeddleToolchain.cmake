# Language level, warnings, sanitizers, linker and compiler cache: one setting for all of our code.
# Dependencies are imported targets, whose headers are system headers: our warnings do not reach them.

set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)

include_directories(${CMAKE_SOURCE_DIR}/src)
add_compile_options(-Wall -Wextra -Wpedantic -Wshadow -Wconversion)
# Under a sanitizer the program is run, not judged: the builds `release` and `clang` do that.
if(NOT HEDDLE_SANITIZE)
  add_compile_options(-Werror)
endif()

if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
  # std::stable_sort of libstdc++ 12 uses what its own standard has declared old.
  add_compile_options(-Wthread-safety -Wno-deprecated-declarations)
elseif(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlapping copies in std::string concatenation that are not there (GCC bug 105651),
  # and copies beyond a string or a small vector that are not there either.
  add_compile_options(-Wno-restrict -Wno-array-bounds -Wno-stringop-overflow
    -Wno-stringop-overread)
endif()

if(HEDDLE_VERIFY_IR)
  add_compile_definitions(HEDDLE_VERIFY_IR=1)
endif()

if(HEDDLE_SANITIZE)
  add_compile_definitions(HEDDLE_SANITIZED=1)
  add_compile_options(
    -fsanitize=${HEDDLE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${HEDDLE_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Instrumented code hides initialisations from g++; the release build keeps this warning.
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()

if(HEDDLE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "HEDDLE_FUZZ needs clang, for libFuzzer: use the preset `asan`.")
  endif()
endif()

find_program(HEDDLE_CCACHE ccache)
if(HEDDLE_CCACHE)
  # Paths below the root count from there, so that a second checkout finds what the first has compiled.
  set(HEDDLE_CCACHE_SETTINGS CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1)
  if(HEDDLE_PRECOMPILE)
    # The cache takes no part with precompiled headers unless it is told that their macros are ours
    # and that no source prints the time of its build.
    list(APPEND HEDDLE_CCACHE_SETTINGS CCACHE_SLOPPINESS=pch_defines,time_macros)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
      add_compile_options("SHELL:-Xclang -fno-pch-timestamp")
    else()
      add_compile_options(-fpch-preprocess)
    endif()
  endif()
  set(CMAKE_CXX_COMPILER_LAUNCHER
    ${CMAKE_COMMAND} -E env ${HEDDLE_CCACHE_SETTINGS} ${HEDDLE_CCACHE})
endif()

find_program(HEDDLE_MOLD mold)
if(HEDDLE_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
