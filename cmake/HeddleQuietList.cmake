# heddle_embed_quiet_list(<module>): the file models/trace/quiet.toml becomes a source of that module,
# which defines what src/witness/quiet.h declares.
function(heddle_embed_quiet_list module)
  set(input ${CMAKE_SOURCE_DIR}/models/trace/quiet.toml)
  set(output ${CMAKE_CURRENT_BINARY_DIR}/quiet_list.cc)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${input})
  file(READ ${input} text)
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT "#include \"witness/quiet.h\"

namespace heddle::witness {

std::string_view built_in_quiet_list() { return R\"toml(@text@)toml\"; }

}  // namespace heddle::witness
")
  target_sources(heddle_${module} PRIVATE ${output})
endfunction()
