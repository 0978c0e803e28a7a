#pragma once

#include "core/rules/cpp/cppfile.h"

#include <QByteArray>
#include <QLatin1StringView>
#include <QSet>
#include <QStringList>

namespace rocport {

/// What FileAnalysis::features says of a file with macros that make names of CUDA from parts
/// ("cuda##call"): the first part.
inline constexpr QLatin1StringView kPastes{"cuda-pastes:"};
/// And of one that hands the last part of such a name to a macro, as in CHECK(Free(data)).
inline constexpr QLatin1StringView kPasted{"cuda-pasted:"};

/// Adds both to \a features, each once. Which parts come together is only known for a whole
/// project: see pastedNames().
void addPastedNames(const CppFile& file, QStringList& features);

/// The CUDA names that macros of these files make from parts, by the features of all files
/// of a project.
QSet<QByteArray> pastedNames(const QStringList& features);

} // namespace rocport
