# One precompiled header for core and the command line, one for what has widgets, and each once more with QtTest for tests (option ROCPORT_PCH, on in the preset
# `release`): a cold build takes about half the time. Sources include what they need all the same; the other presets build
# without it.

set(rocport_pch_core_headers
  <QByteArray> <QDateTime> <QDir> <QFile> <QFileInfo> <QHash> <QJsonArray> <QJsonDocument> <QJsonObject> <QMap> <QObject>
  <QPair> <QRegularExpression> <QSet> <QString> <QStringList> <QTimer> <QVariant> <QVector>
  <algorithm> <array> <chrono> <functional> <memory> <optional> <utility> <variant>)
set(rocport_pch_window_headers ${rocport_pch_core_headers}
  <QAbstractItemModel> <QAction> <QApplication> <QBoxLayout> <QComboBox> <QDialog> <QLabel> <QLineEdit> <QMenu> <QPainter>
  <QPushButton> <QSplitter> <QStyledItemDelegate> <QTableView> <QToolButton> <QTreeView> <QWidget>)
set(rocport_pch_coretest_headers ${rocport_pch_core_headers} <QTest> <QSignalSpy> <QTemporaryDir>)
set(rocport_pch_windowtest_headers ${rocport_pch_window_headers} <QTest> <QSignalSpy> <QTemporaryDir>)

file(WRITE ${CMAKE_BINARY_DIR}/pch/pch.cpp.new "// Carries a precompiled header.\n")
configure_file(${CMAKE_BINARY_DIR}/pch/pch.cpp.new ${CMAKE_BINARY_DIR}/pch/pch.cpp COPYONLY)
foreach(kind IN ITEMS core window coretest windowtest)
  add_library(rocport_pch_${kind} OBJECT ${CMAKE_BINARY_DIR}/pch/pch.cpp)
  set_target_properties(rocport_pch_${kind} PROPERTIES AUTORCC OFF)
  target_precompile_headers(rocport_pch_${kind} PRIVATE ${rocport_pch_${kind}_headers})
endforeach()
# A test itself does little: without optimising it compiles in half the time. What it tests is as it is shipped.
set(rocport_test_options $<$<CONFIG:Release>:-O0>)
foreach(kind IN ITEMS coretest windowtest)
  target_compile_options(rocport_pch_${kind} PRIVATE ${rocport_test_options})
endforeach()
target_link_libraries(rocport_pch_core PRIVATE rocport_settings Qt6::Core)
target_link_libraries(rocport_pch_window PRIVATE rocport_settings Qt6::Widgets)
target_link_libraries(rocport_pch_coretest PRIVATE rocport_settings Qt6::Test)
target_link_libraries(rocport_pch_windowtest PRIVATE rocport_settings Qt6::Widgets Qt6::Test)

# rocport_precompile(FOLDER): lets every C++ target below FOLDER take the header that fits it.
function(rocport_precompile folder)
  get_property(targets DIRECTORY ${folder} PROPERTY BUILDSYSTEM_TARGETS)
  foreach(target IN LISTS targets)
    get_target_property(type ${target} TYPE)
    get_target_property(sources ${target} SOURCES)
    get_target_property(libraries ${target} LINK_LIBRARIES) # a helper of the build may do without Qt
    if(NOT type MATCHES "STATIC_LIBRARY|EXECUTABLE" OR NOT "${sources}" MATCHES "\\.cpp" OR NOT "${libraries}" MATCHES "rocport_|Qt6::"
        OR target MATCHES "_resources_|^tree_sitter")
      continue()
    endif()
    set(kind core)
    if("${folder}" MATCHES "/ui(/|$)|/app/window|/tests/(gui|hostile)" AND NOT "${folder}" MATCHES "/ui/messages"
       AND "${libraries}" MATCHES "Qt6::Widgets|rocport_(theme|editor|review|shell|window|[a-z]+area)")
      set(kind window)
    endif()
    if("${libraries}" MATCHES "Qt6::Test(;|$)" AND NOT "${folder}" MATCHES "/tests/bench")
      string(APPEND kind test)
      target_compile_options(${target} PRIVATE ${rocport_test_options})
    endif()
    target_precompile_headers(${target} REUSE_FROM rocport_pch_${kind})
  endforeach()
  get_property(subfolders DIRECTORY ${folder} PROPERTY SUBDIRECTORIES)
  foreach(subfolder IN LISTS subfolders)
    rocport_precompile(${subfolder})
  endforeach()
endfunction()

foreach(area IN ITEMS core ui app tests)
  rocport_precompile(${CMAKE_SOURCE_DIR}/${area})
endforeach()
