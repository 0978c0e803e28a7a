#pragma once

#include "core/rules/cpp/cppfile.h"

#include <QByteArray>
#include <QSet>

namespace rocport {

class FileFeatures;

/// Adds the parts from which macros of the file paste CUDA names, and those that it passes to such
/// macros, each once. Which belong together is only known for a whole project: see pastedNames().
void addPastedNames(const CppFile& file, FileFeatures& features);

/// The CUDA names that macros make from these parts, those of all files of a project.
QSet<QByteArray> pastedNames(const QSet<QByteArray>& firsts, const QSet<QByteArray>& lasts);

} // namespace rocport
