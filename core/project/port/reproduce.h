#pragma once

#include "core/project/session/projectstate.h"

namespace rocport {

/// A `rocport-cli propose` that makes the changes of a commit again, from the commit before it.
struct Reproduction
{
    QStringList arguments; ///< from "rocport-cli" on; empty: no command makes any of them
    int byHand = 0;        ///< changes that were edited, or chosen one by one
};

/// The command for the changes `keys` of `phase` in the tree with the changes `committed`: the
/// whole phase where all of it that is not there is among them, else the rules whose changes all
/// are. It never makes a change that is not among them. The target's settings are all named, since
/// defaults change.
Reproduction reproduction(const ProjectState& state, const QSet<QByteArray>& committed, Phase phase,
                          const QVector<QByteArray>& keys);

/// The paragraph of a commit's message that gives `made`, with lines of at most 72 characters where
/// words allow it. It begins with kReproducedBy, or is empty where there is nothing to say.
QString reproductionText(const Reproduction& made);
inline constexpr QLatin1StringView kReproducedBy{
    "To reproduce, run in the tree of the commit before:"};

} // namespace rocport
