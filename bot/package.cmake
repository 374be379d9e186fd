# What `cmake --install` puts into the usual folders, and the Debian package that `bot/package` makes of it.
include(GNUInstallDirs)
set(unit_folder lib/systemd/system)
set(pages ${PROJECT_BINARY_DIR}/pages)

add_custom_command(OUTPUT ${pages}/belfry.1 ${pages}/belfry.spdx.json
  COMMAND ${CMAKE_CURRENT_LIST_DIR}/pages $<TARGET_FILE:belfry> ${pages}
  COMMAND ${CMAKE_CURRENT_LIST_DIR}/sbom $<TARGET_FILE:belfry> ${pages}/belfry.spdx.json
  DEPENDS belfry ${CMAKE_CURRENT_LIST_DIR}/pages ${CMAKE_CURRENT_LIST_DIR}/sbom ${CMAKE_CURRENT_LIST_DIR}/packages.runtime
  COMMENT "Writing man pages, completions and the list of components"
  VERBATIM)
add_custom_target(belfry_pages DEPENDS ${pages}/belfry.1)

file(READ ${PROJECT_SOURCE_DIR}/config/belfry.service unit)
string(REPLACE /usr/local/bin/ ${CMAKE_INSTALL_FULL_BINDIR}/ unit "${unit}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/belfry.service CONTENT "${unit}" @ONLY)
string(TIMESTAMP today "%a, %d %b %Y %H:%M:%S +0000" UTC) # that of SOURCE_DATE_EPOCH, if it is set
set(changelog ${PROJECT_BINARY_DIR}/changelog)
file(WRITE ${changelog} "belfry (${PROJECT_VERSION}) stable; urgency=medium\n\n"
  "  * /usr/share/doc/belfry/CHANGELOG.md.gz says what has changed.\n\n"
  " -- The Belfry authors <belfry@example.org>  ${today}\n")
file(COPY_FILE ${PROJECT_SOURCE_DIR}/config/CHANGELOG.md ${PROJECT_BINARY_DIR}/CHANGELOG.md)
set(compress ${PROJECT_BINARY_DIR}/compressed)
set(all ALL)
if(BUILD_TESTING)
  set(all) # a program with sanitizers is not installed
endif()
add_custom_target(belfry_documents ${all}
  COMMAND ${CMAKE_COMMAND} -E make_directory ${compress}
  COMMAND ${CMAKE_COMMAND} -E copy ${pages}/belfry.1 ${pages}/belfry.yaml.5 ${changelog}
    ${PROJECT_BINARY_DIR}/CHANGELOG.md ${compress}
  COMMAND ${CMAKE_COMMAND} -E chdir ${compress} gzip -9nf belfry.1 belfry.yaml.5 changelog CHANGELOG.md
  DEPENDS belfry_pages
  VERBATIM)

install(TARGETS belfry RUNTIME)
install(FILES ${PROJECT_BINARY_DIR}/belfry.service DESTINATION ${unit_folder})
install(FILES ${PROJECT_SOURCE_DIR}/config/package/sysusers.conf DESTINATION lib/sysusers.d RENAME belfry.conf)
install(FILES ${PROJECT_SOURCE_DIR}/config/package/tmpfiles.conf DESTINATION lib/tmpfiles.d RENAME belfry.conf)
install(FILES ${PROJECT_SOURCE_DIR}/config/belfry.example.yaml
  ${PROJECT_SOURCE_DIR}/config/monitoring/belfry.rules.yml ${PROJECT_SOURCE_DIR}/config/monitoring/grafana.json DESTINATION ${CMAKE_INSTALL_DOCDIR}/examples)
install(FILES ${PROJECT_SOURCE_DIR}/config/package/copyright ${PROJECT_SOURCE_DIR}/config/SETTINGS.md
  ${PROJECT_SOURCE_DIR}/config/TRUST.md ${compress}/changelog.gz ${compress}/CHANGELOG.md.gz
  ${pages}/belfry.spdx.json DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES ${compress}/belfry.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${compress}/belfry.yaml.5.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man5)
install(FILES ${pages}/belfry.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME belfry)
install(FILES ${pages}/_belfry DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${pages}/belfry.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

set(CPACK_GENERATOR DEB)
set(CPACK_SET_DESTDIR ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE
  GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGE_CONTACT "The Belfry authors <belfry@example.org>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "chat bot that runs tabletop games")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "Belfry runs tabletop games in IRC channels, in Discord and in the terminal.
People type short commands and get their cards in private; the channel shows
the table as text. Every move is on disk before anyone is told of it.")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What the program loads while it runs.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
  "ca-certificates, fonts-dejavu-core, libfreetype6, libpng16-16 | libpng16-16t64, libwebsockets-evlib-uv")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "systemd")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/config/package/postinst
  ${PROJECT_SOURCE_DIR}/config/package/prerm ${PROJECT_SOURCE_DIR}/config/package/postrm)
include(CPack)
