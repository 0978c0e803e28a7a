#pragma once

#include "core/base/result.h"
#include "core/remote/nodesettings.h"

#include <QPair>
#include <QString>
#include <QStringList>
#include <QVector>

class QJsonObject;

namespace rocport {

/// A place where jobs run. A value; what is known about it (probe, state) is kept elsewhere, and
/// its transport (transportOf()) tells what can be done with it.
struct Node
{
    QString id;   ///< assigned once, never changes: letters, digits, '-'
    QString name; ///< as the user calls it
    /// Kind of the machine, and thus how it is reached: the id of one of nodeKinds() that is a
    /// place.
    QString place = QStringLiteral("ssh");
    NodeSettings settings; ///< of its kinds, including `place`
    QString workspace;     ///< folder for jobs and sources there; empty: ~/.cache/rocport
    QVector<QPair<QString, QString>> environment; ///< set for every job there

    /// The settings of one kind.
    template <typename Settings>
    [[nodiscard]] const Settings& of() const
    {
        return settings.of<Settings>();
    }
    template <typename Settings>
    [[nodiscard]] Settings& of()
    {
        return settings.of<Settings>();
    }

    friend bool operator==(const Node&, const Node&) = default;
};

/// Convert to and from JSON (docs/nodes.md). Reading checks every field. Errors: ParseFailed,
/// `object` is the field.
QJsonObject nodeToJson(const Node& node);
Result<Node> nodeFromJson(const QJsonObject& object);

/// The user's list of nodes. A missing file counts as an empty list. Errors: FileUnreadable,
/// ParseFailed.
Result<QVector<Node>> readNodeList(const QString& file);
/// Writes the list completely or not at all. Errors: FileWriteFailed, DiskFull.
Result<void> writeNodeList(const QString& file, const QVector<Node>& nodes);
/// A node for this machine ("local").
Node localNode();
/// What is wrong with a node's settings, a sentence each; empty: nothing. An option that begins
/// with '-' where a name is expected, a name with a line break and the like are refused here.
QStringList nodeProblems(const Node& node);

} // namespace rocport
