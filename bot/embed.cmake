# belfry_embed(TARGET SYMBOL FILE...): makes the files (paths from the project's root) part of TARGET as
# `const struct embedded_file SYMBOL[]` (bot/embedded.h), ended by an entry with a name of NULL. The
# declaration of SYMBOL stands in bot/embedded.h.
#
# Run as a script (cmake -DROOT=… -DSYMBOL=… -DOUTPUT=… -DFILES=a|b -P bot/embed.cmake) it writes the C file.

if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(BELFRY_EMBED_SCRIPT ${CMAKE_CURRENT_LIST_FILE})

  function(belfry_embed target symbol)
    set(output ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.c)
    list(TRANSFORM ARGN PREPEND ${PROJECT_SOURCE_DIR}/ OUTPUT_VARIABLE paths)
    list(JOIN ARGN "|" files)
    add_custom_command(
      OUTPUT ${output}
      COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR} -DSYMBOL=${symbol} -DOUTPUT=${output}
              "-DFILES=${files}" -P ${BELFRY_EMBED_SCRIPT}
      DEPENDS ${paths} ${BELFRY_EMBED_SCRIPT}
      COMMENT "Embedding ${symbol}"
      VERBATIM)
    target_sources(${target} PRIVATE ${output})
  endfunction()
  return()
endif()

string(REPLACE "|" ";" FILES "${FILES}")
set(arrays "")
set(table "")
set(number 0)
foreach(name IN LISTS FILES)
  file(READ ${ROOT}/${name} bytes HEX)
  file(SIZE ${ROOT}/${name} size)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  # The zero after the last byte makes an empty file a valid array; it isn't counted.
  string(APPEND arrays "static const unsigned char file_${number}[] = {\n${bytes}0};\n")
  string(APPEND table "    {\"${name}\", file_${number}, ${size}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE ${OUTPUT} "#include \"bot/embedded.h\"\n\n${arrays}\n"
  "const struct embedded_file ${SYMBOL}[] = {\n${table}    {NULL, NULL, 0},\n};\n")
