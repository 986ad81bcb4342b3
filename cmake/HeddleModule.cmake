# One folder = one library = one namespace, described by the single line of its CMakeLists.txt:
#
#   heddle_module(archive RANK 1 USES base LIBRARIES libdeflate fmt::fmt)
#
# What the folder holds decides what is built; files are globbed, never listed:
#
#   *.cc                              the static library heddle_archive, alias heddle::archive
#   *_test.cc                         the GoogleTest program archive_test, registered with ctest
#   *_test_only.cc                    what archive_test and the tests of others share
#   zip_fuzz.cc                       the libFuzzer program zip_fuzz, only when HEDDLE_FUZZ is on
#   main.cc                           the program heddle
#
# RANK        the module's rank: it may use modules of a strictly lower one
# USES        each module it includes; tools/check_includes holds every #include to this list
# LIBRARIES   targets, or names that pkg-config knows
# TEST_USES   modules whose *_test_only headers its tests include, or that only its tests include,
#             of any rank
# TEST_LIBRARIES  more libraries that only its tests need
# THREADS     it runs threads of its own, or its tests do: its tests run under ThreadSanitizer too,
#             which has nothing to say of the others

function(heddle_module name)
  cmake_parse_arguments(PARSE_ARGV 1 module
    "THREADS" "RANK" "USES;LIBRARIES;TEST_USES;TEST_LIBRARIES")
  if(NOT module_RANK MATCHES "^[0-9]+$" OR module_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "heddle_module(${name} …): want RANK <number> [USES …] [LIBRARIES …] "
                        "[TEST_USES …] [TEST_LIBRARIES …] [THREADS], got ${ARGN}")
  endif()
  heddle_record_module(${name} ${module_RANK} "${module_USES}" "${module_TEST_USES}")

  heddle_glob_sources(library tests test_only fuzzers main)
  heddle_link_names(links "${module_USES}" "${module_LIBRARIES}")
  heddle_link_names(test_links "${module_TEST_USES}" "${module_TEST_LIBRARIES}")
  foreach(used IN LISTS module_TEST_USES)
    list(PREPEND test_links $<TARGET_NAME_IF_EXISTS:heddle_${used}_test_only>)
  endforeach()

  heddle_module_library(${name} "${library}" "${links}")
  if(HEDDLE_FUZZ AND fuzzers)
    # What -fsanitize=fuzzer-no-link stands for, which would need precompiled headers of its own.
    target_compile_options(heddle_${name} PRIVATE
      -fsanitize-coverage=inline-8bit-counters,indirect-calls,trace-cmp,pc-table,stack-depth)
    foreach(source IN LISTS fuzzers)
      heddle_module_fuzzer(${name} ${source})
    endforeach()
  endif()
  if(test_only)
    add_library(heddle_${name}_test_only STATIC EXCLUDE_FROM_ALL ${test_only})
    target_link_libraries(heddle_${name}_test_only PUBLIC
      heddle::${name} ${test_links} GTest::gtest)
    heddle_precompile(heddle_${name}_test_only library)
    list(PREPEND test_links heddle_${name}_test_only)
  endif()
  if(HEDDLE_SANITIZE STREQUAL "thread" AND NOT module_THREADS)
    return()
  endif()
  if(tests)
    heddle_add_test(${name}_test "${tests}" "${test_links};heddle::${name}")
    heddle_precompile(${name}_test test)
  endif()
  if(main)
    add_executable(heddle ${main})
    target_link_libraries(heddle PRIVATE heddle::${name})
    target_compile_definitions(heddle PRIVATE HEDDLE_VERSION="${PROJECT_VERSION}")
  endif()
endfunction()

# heddle_fixture_test(malformed USES workspace LIBRARIES fmt::fmt SANITIZED)
#
# The single line of tests/<name>/CMakeLists.txt: the *_test.cc in that folder become the GoogleTest
# program <name>_fixtures_test. It finds its folder as HEDDLE_FIXTURES and globs it; HEDDLE_PROGRAM
# is the path of the program heddle, which is built first. SANITIZED: runs under ASan too; without it
# the folder counts in plain builds only.
function(heddle_fixture_test name)
  cmake_parse_arguments(PARSE_ARGV 1 fixture "SANITIZED" "" "USES;LIBRARIES")
  if(HEDDLE_SANITIZE AND NOT (fixture_SANITIZED AND HEDDLE_SANITIZE MATCHES "address"))
    return()
  endif()
  heddle_glob_sources(library tests test_only fuzzers main)
  heddle_link_names(links "${fixture_USES}" "${fixture_LIBRARIES}")
  heddle_add_test(${name}_fixtures_test "${library};${tests};${test_only}" "${links}")
  heddle_precompile(${name}_fixtures_test library)
  target_compile_definitions(${name}_fixtures_test PRIVATE
    HEDDLE_FIXTURES="${CMAKE_CURRENT_SOURCE_DIR}")
  if(TARGET heddle)
    add_dependencies(${name}_fixtures_test heddle)
    target_compile_definitions(${name}_fixtures_test PRIVATE
      HEDDLE_PROGRAM="$<TARGET_FILE:heddle>")
  endif()
endfunction()

# heddle_add_folders(<parent> [names…]): adds each folder below <parent> that has a CMakeLists.txt.
function(heddle_add_folders parent)
  file(GLOB lists CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${parent}/*/CMakeLists.txt)
  foreach(list IN LISTS lists)
    cmake_path(GET list PARENT_PATH folder)
    cmake_path(GET folder FILENAME name)
    if(NOT ARGN OR name IN_LIST ARGN)
      add_subdirectory(${folder} ${CMAKE_BINARY_DIR}/${parent}/${name})
    endif()
  endforeach()
endfunction()

# Folders are read in any order, so what a module may use is checked when all of them are known.
function(heddle_check_ranks)
  get_property(names GLOBAL PROPERTY heddle_modules)
  foreach(name IN LISTS names)
    get_property(rank GLOBAL PROPERTY heddle_rank_${name})
    get_property(uses GLOBAL PROPERTY heddle_uses_${name})
    get_property(test_uses GLOBAL PROPERTY heddle_test_uses_${name})
    foreach(used IN LISTS uses test_uses)
      if(NOT used IN_LIST names)
        message(FATAL_ERROR "Module ${name} uses ${used}, and there is no src/${used}.")
      endif()
    endforeach()
    foreach(used IN LISTS uses)
      get_property(used_rank GLOBAL PROPERTY heddle_rank_${used})
      if(NOT used_rank LESS rank)
        message(FATAL_ERROR "Module ${name} (rank ${rank}) may not use ${used} (rank ${used_rank}): "
                            "a module uses only modules of a lower rank.")
      endif()
    endforeach()
  endforeach()
endfunction()

# --- what the functions above are made of --------------------------------------------------------

function(heddle_record_module name rank uses test_uses)
  set_property(GLOBAL APPEND PROPERTY heddle_modules ${name})
  set_property(GLOBAL PROPERTY heddle_rank_${name} ${rank})
  set_property(GLOBAL PROPERTY heddle_uses_${name} "${uses}")
  set_property(GLOBAL PROPERTY heddle_test_uses_${name} "${test_uses}")
endfunction()

# Sorts the sources of the current folder by what they are for.
function(heddle_glob_sources
         library_result tests_result test_only_result fuzzers_result main_result)
  file(GLOB library CONFIGURE_DEPENDS *.cc)
  set(tests ${library})
  set(test_only ${library})
  set(fuzzers ${library})
  set(main ${library})
  list(FILTER library EXCLUDE REGEX "(_test|_test_only|_fuzz|/main)\\.cc$")
  list(FILTER tests INCLUDE REGEX "_test\\.cc$")
  list(FILTER test_only INCLUDE REGEX "_test_only\\.cc$")
  list(FILTER fuzzers INCLUDE REGEX "_fuzz\\.cc$")
  list(FILTER main INCLUDE REGEX "/main\\.cc$")
  set(${library_result} ${library} PARENT_SCOPE)
  set(${tests_result} ${tests} PARENT_SCOPE)
  set(${test_only_result} ${test_only} PARENT_SCOPE)
  set(${fuzzers_result} ${fuzzers} PARENT_SCOPE)
  set(${main_result} ${main} PARENT_SCOPE)
endfunction()

# The targets to link for some modules and libraries. Modules go by their real target name: with
# an alias the folders would have to be read in order.
function(heddle_link_names result modules libraries)
  set(links)
  foreach(module IN LISTS modules)
    list(APPEND links heddle_${module})
  endforeach()
  foreach(library IN LISTS libraries)
    heddle_find_library(${library} target)
    list(APPEND links ${target})
  endforeach()
  set(${result} ${links} PARENT_SCOPE)
endfunction()

function(heddle_module_library name sources links)
  if(sources)
    add_library(heddle_${name} STATIC ${sources})
    target_link_libraries(heddle_${name} PUBLIC ${links})
    heddle_precompile(heddle_${name} library)
  else()
    add_library(heddle_${name} INTERFACE)
    target_link_libraries(heddle_${name} INTERFACE ${links})
  endif()
  add_library(heddle::${name} ALIAS heddle_${name})
  if(HEDDLE_SANITIZE)
    set_target_properties(heddle_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
  endif()
endfunction()

# heddle_precompile(<target> <library|test>): the target's sources see the headers of others already
# parsed, which is half of the time they take. One parse serves all targets. Our sources still include
# what they use: the build that ./dev lint makes has no such help.
#
# Tests are not optimised: they take long to compile, and what they call is the library.
function(heddle_precompile target kind)
  if(NOT HEDDLE_PRECOMPILE)
    return()
  endif()
  set(shared heddle_precompiled_${kind})
  if(NOT TARGET ${shared})
    file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/precompiled/${kind}.cc CONTENT "")
    add_library(${shared} OBJECT EXCLUDE_FROM_ALL ${CMAKE_BINARY_DIR}/precompiled/${kind}.cc)
    target_link_libraries(${shared} PRIVATE fmt::fmt Boost::headers)
    if(kind STREQUAL "test")
      target_link_libraries(${shared} PRIVATE GTest::gtest)
      target_compile_options(${shared} PRIVATE -O0)
    endif()
    target_precompile_headers(${shared} PRIVATE ${CMAKE_SOURCE_DIR}/cmake/precompiled_${kind}.h)
  endif()
  target_precompile_headers(${target} REUSE_FROM ${shared})
  if(kind STREQUAL "test")
    target_compile_options(${target} PRIVATE -O0)
  endif()
endfunction()

# Plain builds register each test of the program. Under a sanitizer the program is one test:
# starting a sanitized process costs more than most tests do. The test knows its build by a prefix,
# so that one ctest run can hold several builds.
function(heddle_add_test target sources links)
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE ${links} GTest::gtest_main)
  if(HEDDLE_SANITIZE)
    set(prefix asan)
    if(HEDDLE_SANITIZE STREQUAL "thread")
      set(prefix tsan)
    endif()
    add_test(NAME ${prefix}/${target} COMMAND ${target})
    set_tests_properties(${prefix}/${target} PROPERTIES TIMEOUT 900 ENVIRONMENT
      "UBSAN_OPTIONS=print_stacktrace=1;TSAN_OPTIONS=halt_on_error=1 second_deadlock_stack=1")
  else()
    gtest_discover_tests(${target} TEST_PREFIX ${target}/ PROPERTIES TIMEOUT 600
      DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60)
  endif()
endfunction()

# A fuzz target starts from the committed seeds in tests/fuzz/<target>/ and keeps what it learns in
# the build folder. As a test it runs for HEDDLE_FUZZ_SECONDS.
set(HEDDLE_FUZZ_SECONDS 10 CACHE STRING "How long ctest runs each fuzz target")
function(heddle_module_fuzzer module source)
  cmake_path(GET source STEM target)
  add_executable(${target} ${source})
  target_link_libraries(${target} PRIVATE heddle::${module})
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  if(NOT TARGET fuzzers)
    add_custom_target(fuzzers)
  endif()
  add_dependencies(fuzzers ${target})

  set(corpora ${CMAKE_BINARY_DIR}/corpus/${target})
  file(MAKE_DIRECTORY ${corpora})
  set(seeds ${CMAKE_SOURCE_DIR}/tests/fuzz/${target})
  if(IS_DIRECTORY ${seeds})
    list(APPEND corpora ${seeds})
  endif()
  add_test(NAME fuzz/${target} COMMAND ${target} -max_total_time=${HEDDLE_FUZZ_SECONDS}
    -seed=1 -timeout=10 -rss_limit_mb=2048 -print_final_stats=1
    -artifact_prefix=${CMAKE_BINARY_DIR}/ ${corpora})
endfunction()
