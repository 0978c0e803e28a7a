#pragma once

#include "core/facts/factrows.h"
#include "core/project/session/projectstate.h"

namespace rocport {

/// What the tables of CUDA and HIP names hold of a name that a rule points at here.
struct RuleFact
{
    QString cuda;
    QString rocm;   ///< the name of ROCm, "None", "The include goes away", …
    QString note;   ///< since when, or what a wavefront of 64 lanes changes; may be empty
    QString source; ///< the table of resources/facts that `rocm` is from
    int places = 0; ///< of the rule that name it
};

struct RuleFacts
{
    QVector<RuleFact> facts; ///< of the names that occur most often
    int more = 0;            ///< names that are left out
    /// What the rule stands on, of any release (rocm_facts.tsv); first what holds for the target.
    QVector<FactRow> behind;
    Version rocm; ///< of the target
};

/// Facts behind the places of a rule; none where the tables do not know what it points at.
RuleFacts factsBehind(const ProjectState& state, const QString& ruleId);

/// One line of a comparison.
struct CodeRow
{
    int before = 0; ///< 1-based; 0: added
    int after = 0;  ///< 1-based; 0: removed
    QString text;
};

/// Lines that differ with a few around them, unified; gaps between are left out. At most `most`.
QVector<CodeRow> unifiedRows(const QByteArray& before, const QByteArray& after, int most = 40);

} // namespace rocport
