#pragma once

#include "core/facts/factrows.h"
#include "core/project/session/projectstate.h"

namespace rocport {

/// What the tables of CUDA and HIP names say about a name that a rule points at here.
struct RuleFact
{
    QString cuda;
    QString rocm;   ///< the name in ROCm, "None", "The include goes away", …
    QString note;   ///< since when, or what differs with a wavefront of 64 lanes; may be empty
    QString source; ///< the table of resources/facts that `rocm` is from
    int places = 0; ///< places of the rule that name it
};

struct RuleFacts
{
    QVector<RuleFact> facts; ///< about the names that occur most often
    int more = 0;            ///< names that are left out
    /// What the rule is based on, for any release (rocm_facts.tsv); those that hold for the target
    /// first.
    QVector<FactRow> behind;
    Version rocm; ///< of the target
};

/// Facts behind the places of a rule; none if the tables do not know what it points at.
RuleFacts factsBehind(const ProjectState& state, const QString& ruleId);

/// One line of a comparison.
struct CodeRow
{
    int before = 0; ///< 1-based; 0: added
    int after = 0;  ///< 1-based; 0: removed
    QString text;
};

/// Lines that differ, with some context, unified; gaps between are left out. At most `most` lines.
QVector<CodeRow> unifiedRows(const QByteArray& before, const QByteArray& after, int most = 40);

} // namespace rocport
