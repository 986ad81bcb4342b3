# heddle_embed_models(<module>): the files models/*.toml become a source of that module, which
# defines what src/model/built_in.h declares. It is written anew when one of them changes, comes or
# goes.
#
# The second half of this page is the script that writes it: cmake -DOUTPUT=… -DFILES=a|b -P.

function(heddle_embed_models module)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/built_in.cc)
  file(GLOB files CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/models/*.toml)
  list(SORT files)
  list(JOIN files "|" joined)
  add_custom_command(OUTPUT ${output} VERBATIM
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DFILES=${joined}
            -P ${CMAKE_SOURCE_DIR}/cmake/HeddleEmbed.cmake
    DEPENDS ${files} ${CMAKE_SOURCE_DIR}/cmake/HeddleEmbed.cmake
    COMMENT "Embedding models")
  target_sources(heddle_${module} PRIVATE ${output})
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()

file(WRITE ${OUTPUT} "#include \"model/built_in.h\"\n\n"
  "namespace heddle::model {\n\n"
  "std::span<const File> built_in_files() {\n"
  "  static const File files[] = {\n")
string(REPLACE "|" ";" FILES "${FILES}")
foreach(path IN LISTS FILES)
  cmake_path(GET path FILENAME name)
  file(READ ${path} text)
  file(APPEND ${OUTPUT} "{\"${name}\", R\"toml(${text})toml\"},\n")
endforeach()
file(APPEND ${OUTPUT} "  };\n  return files;\n}\n\n}  // namespace heddle::model\n")
