#pragma once

#include "core/project/port/comparetrees.h"

#include <QJsonObject>
#include <QStringList>

namespace rocport {

/// Whether all files, and those of each commit, are proved.
bool allProved(const RangeProof& proof);
/// The macros that decided something in any file, sorted.
QStringList macrosMet(const QVector<FileProof>& files);

/// {"path", "verdict", "reason", "tokensEqual", "tokensTotal"}, and where they say something
/// "differsAtLine" and "macros".
QJsonObject fileProofToJson(const FileProof& file);
/// What is proved in all and file by file: "proved", "verdict", "macros" (those of `macros`),
/// "macrosMet", "files", and for a range "base", "tip" and "commits".
QJsonObject rangeProofToJson(const RangeProof& proof, const GuardMacros& macros);

} // namespace rocport
