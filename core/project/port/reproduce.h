#pragma once

#include "core/project/session/projectstate.h"

namespace rocport {

/// A `rocport-cli propose` command that reproduces the changes of a commit from the commit before
/// it.
struct Reproduction
{
    QStringList arguments; ///< from "rocport-cli" on; empty: no command reproduces any of them
    int byHand = 0;        ///< changes that were edited, or chosen one by one
};

/// The command for the changes `keys` of `phase` in a tree that has the changes `committed`: for
/// the whole phase if all of its remaining changes are among `keys`, else for the rules whose
/// changes all are. It never makes a change that is not in `keys`. It spells out all target
/// settings, since defaults may change.
Reproduction reproduction(const ProjectState& state, const QSet<QByteArray>& committed, Phase phase,
                          const QVector<QByteArray>& keys);

/// The paragraph of a commit message for `made`, with lines of at most 72 characters where words
/// allow it. It begins with kReproducedBy, or is empty if there is nothing to say.
QString reproductionText(const Reproduction& made);
inline constexpr QLatin1StringView kReproducedBy{
    "To reproduce, run in the tree of the commit before:"};

} // namespace rocport
