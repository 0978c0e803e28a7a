#pragma once

#include "core/probe/probereport.h"

#include <QHash>

#include <optional>

namespace rocport {

/// A condition that holds: which rule, and what its texts are filled with.
struct ProbeHit
{
    QString rule;
    QHash<QString, QString> captures;
    QStringList notes;                               ///< symbols of the rule's notes, in order
    std::optional<Severity> severity = std::nullopt; ///< where the facts say another
    bool withCommand = true;
    QString variable; ///< it is about; empty: none
};

/// Conditions about variables, and about what the node is and has.
void addEnvironmentHits(const ProbeReport& report, QVector<ProbeHit>& hits);
void addNodeHits(const ProbeReport& report, const QVector<ImageRecord>& images,
                 QVector<ProbeHit>& hits);

/// The names of the allocator variables that this torch reads on this node, most telling first:
/// those that its libraries hold, else by version (facts of torch 2.3 to 2.14). Empty: not known.
QStringList allocatorVariables(const ProbeReport& report);
/// The value of a variable of the report; null: not set. Hidden ones are "(hidden)".
const ProbeVariable* findVariable(const ProbeReport& report, const QString& name);
/// A word as sh takes it: quoted where it has to be.
QString shellWord(const QString& text);

} // namespace rocport
