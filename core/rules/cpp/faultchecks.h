#pragma once

#include "core/rules/analyse.h"
#include "core/rules/cpp/cppfile.h"
#include "core/rules/proposal.h"

#include <QStringList>

namespace rocport {

/// Whether `name` is one of the analyses of faults that appear at run time only, on a build without
/// an error (docs/fault-classes.md). Packs name them with kind = "builtin".
bool isFaultCheck(QStringView name);

/// The names of all of them.
QStringList faultCheckNames();

/// Runs the analyses that `rules` name over a file. They add findings and no edits. A file without
/// the words of an analysis costs a search for them and nothing else.
void findFaults(CppFile& file, const QVector<const Rule*>& rules, const AnalysisContext& context,
                ProposalWriter& writer);

} // namespace rocport
