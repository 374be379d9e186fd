# Writes the source that names the commit the program is built from; leaves it as it is when it is right.
#     cmake -DSOURCE=FOLDER -DFILE=FILE -P commit.cmake
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
  OUTPUT_VARIABLE commit ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed)
if(failed OR NOT EXISTS ${SOURCE}/.git)
  set(commit "built without git")
else()
  string(PREPEND commit "commit ")
endif()
file(CONFIGURE OUTPUT ${FILE} @ONLY CONTENT
  "#include \"bot/program/command_line.h\"\n\nconst char command_line_commit[] = \"@commit@\";\n")
