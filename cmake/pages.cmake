# SPDX-License-Identifier: Apache-2.0
# Manual pages and completion of FSIN_PROGRAMS, in the folder FSIN_PAGES: man1/, bash/, zsh/, fish/. Used by cmake --install.
file(REMOVE_RECURSE ${FSIN_PAGES}/man1 ${FSIN_PAGES}/bash ${FSIN_PAGES}/zsh ${FSIN_PAGES}/fish)
file(MAKE_DIRECTORY ${FSIN_PAGES}/man1 ${FSIN_PAGES}/bash ${FSIN_PAGES}/zsh ${FSIN_PAGES}/fish)
foreach(program IN LISTS FSIN_PROGRAMS)
  get_filename_component(name ${program} NAME)
  execute_process(COMMAND ${program} --man OUTPUT_FILE ${FSIN_PAGES}/man1/${name}.1 COMMAND_ERROR_IS_FATAL ANY)
  file(STRINGS ${FSIN_PAGES}/man1/${name}.1 pages REGEX "^\\\\fB${name}\\\\-.*\\(1\\)")
  foreach(page IN LISTS pages)
    string(REGEX REPLACE "^\\\\fB${name}\\\\-(.*)\\\\fR\\(1\\).*" "\\1" command "${page}")
    string(REPLACE "\\-" "-" command "${command}")
    execute_process(COMMAND ${program} --man ${command} OUTPUT_FILE ${FSIN_PAGES}/man1/${name}-${command}.1
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()
  execute_process(COMMAND ${program} --completion bash OUTPUT_FILE ${FSIN_PAGES}/bash/${name} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${program} --completion zsh OUTPUT_FILE ${FSIN_PAGES}/zsh/_${name} COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${program} --completion fish OUTPUT_FILE ${FSIN_PAGES}/fish/${name}.fish COMMAND_ERROR_IS_FATAL ANY)
endforeach()
