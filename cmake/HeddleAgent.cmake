# heddle_agent_library(<module> <used module>…): the shared library libheddle_agent.so beside the
# program, from the sources of the module and of those it uses, with the probes (java/) inside.
#
# The second half of this page is the script that makes a source of class files:
# cmake -DOUTPUT=… -DFOLDER=… -DNAMES=A|B -P.

function(heddle_agent_library module)
  set(java ${CMAKE_CURRENT_SOURCE_DIR}/java)
  set(classes ${CMAKE_CURRENT_BINARY_DIR}/classes)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/probe_classes.cc)
  file(GLOB probes CONFIGURE_DEPENDS ${java}/java/lang/*.java)
  set(table ${CMAKE_CURRENT_BINARY_DIR}/HeddleTable.java)
  set(calls ${CMAKE_SOURCE_DIR}/models/record/calls.toml)
  set(hooks ${CMAKE_SOURCE_DIR}/models/record/hooks.toml)
  set(hooks_table ${CMAKE_CURRENT_BINARY_DIR}/hooks_table.cc)
  cmake_path(REPLACE_FILENAME HEDDLE_JAVAC java OUTPUT_VARIABLE java_program)
  set(names HeddleTable)
  foreach(probe IN LISTS probes)
    cmake_path(GET probe STEM name)
    list(APPEND names ${name})
  endforeach()
  list(JOIN names "|" joined)
  add_custom_command(OUTPUT ${output} VERBATIM
    COMMAND ${java_program} ${java}/MakeCalls.java ${calls} ${table}
    COMMAND ${HEDDLE_JAVAC} -source 11 -target 11 -Xlint:-options -nowarn -g:none
            --patch-module java.base=${java} -d ${classes} ${probes} ${table}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFOLDER=${classes}/java/lang -DNAMES=${joined}
            -P ${CMAKE_SOURCE_DIR}/cmake/HeddleAgent.cmake
    DEPENDS ${probes} ${calls} ${java}/MakeCalls.java ${CMAKE_SOURCE_DIR}/cmake/HeddleAgent.cmake
    COMMENT "Compiling the probes")
  add_custom_command(OUTPUT ${hooks_table} VERBATIM
    COMMAND ${java_program} ${java}/MakeHooks.java ${hooks} ${hooks_table}
    DEPENDS ${hooks} ${java}/MakeHooks.java
    COMMENT "Making the table of hooks")

  target_include_directories(heddle_${module} SYSTEM PRIVATE ${HEDDLE_JVMTI} ${HEDDLE_JNI_MACHINE})
  target_include_directories(heddle_${module} PUBLIC ${CMAKE_SOURCE_DIR})

  set(sources ${output} ${hooks_table})
  foreach(each IN LISTS module ARGN)
    list(APPEND sources $<TARGET_PROPERTY:heddle_${each},SOURCES>)
  endforeach()
  add_library(heddle_agent_shared MODULE ${sources})
  target_include_directories(heddle_agent_shared SYSTEM PRIVATE
    ${HEDDLE_JVMTI} ${HEDDLE_JNI_MACHINE})
  target_include_directories(heddle_agent_shared PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(heddle_agent_shared PRIVATE
    PkgConfig::libzstd fmt::fmt Boost::headers Threads::Threads)
  # What runs for each operation, in a thread that the program waits for.
  set(hot recording/builder.cc recording/merger.cc trace/binary_sink.cc)
  list(TRANSFORM hot PREPEND ${CMAKE_SOURCE_DIR}/src/)
  set_source_files_properties(${hot} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O3>)
  set_target_properties(heddle_agent_shared PROPERTIES OUTPUT_NAME heddle_agent
    LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin
    POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()

file(WRITE ${OUTPUT} "#include \"agent/probe_classes.h\"

namespace heddle::agent {

std::span<const ProbeClass> probe_classes() {
")
string(REPLACE "|" ";" NAMES "${NAMES}")
foreach(name IN LISTS NAMES)
  file(READ ${FOLDER}/${name}.class hex HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
  file(APPEND ${OUTPUT} "  static const std::uint8_t bytes_of_${name}[] = {${bytes}};\n")
  string(APPEND all "      {\"java/lang/${name}\", bytes_of_${name}},\n")
endforeach()
file(APPEND ${OUTPUT} "  static const ProbeClass all[] = {
${all}  };
  return all;
}

}  // namespace heddle::agent
")
