#pragma once

#include "core/remote/sshclient.h"
#include "core/remote/transport.h"

#include <optional>

namespace rocport {

class NodeFields;

/// One kind of node. What it does is its class, a Transport; here is what lists, forms, files and
/// the command line have to know to find that class.
struct NodeKind
{
    QString id;    ///< "ssh"; of a place, what Node::place holds
    QString title; ///< of one: "SSH host"
    QString group; ///< of several in a list: "SSH hosts"
    /// A place is a machine that is reached in its own way; each node is of one. Else it is a layer
    /// between the machine and a job (a container, a queue), of which a node may have several.
    bool isPlace = false;
    /// Of places: how a command line calls a node that is in no list: "local", "an ssh host".
    QString word;
    /// Of places: the node that a word of the command line stands for; nothing: it is not of this
    /// kind. Null: command lines know only nodes of the user's list.
    std::optional<Node> (*named)(const QString& word) = nullptr;
    /// Of layers: whether the node has it.
    bool (*isUsed)(const Node& node) = nullptr;
    /// Every setting, both ways.
    void (*fields)(NodeFields& fields, Node& node) = nullptr;
    /// What is wrong with the settings, a sentence each.
    QStringList (*problems)(const Node& node) = nullptr;
    /// `below`: what it lies on; null for places.
    std::shared_ptr<const Transport> (*make)(const Node& node, const SshSettings& ssh,
                                             std::shared_ptr<const Transport> below) = nullptr;
};

#define ROCPORT_NODE_KIND(Name) const NodeKind& nodeKind##Name();
#include "core/remote/nodekinds.def"
#undef ROCPORT_NODE_KIND

/// All kinds, in the order of lists (nodekinds.def).
const QVector<const NodeKind*>& nodeKinds();
/// The kind of that id; null: there is none.
const NodeKind* nodeKind(const QString& id);
/// Whether the node is of that kind: a place that is its own, or a layer that it has.
bool isOfKind(const Node& node, const NodeKind& kind);
/// The kind that lists put the node under: its outermost layer, else its place.
const NodeKind& groupKind(const Node& node);

/// How everything on the node is done. Without `ssh`, questions about the node are answered; what
/// runs does so with the user's OpenSSH as it is. Never null.
std::shared_ptr<const Transport> transportOf(const Node& node, const SshSettings& ssh = {});

/// The node that a word of a command line stands for, where it is in no list. Errors:
/// InvalidArgument (nodeProblems()).
Result<Node> nodeOfWord(const QString& word);
/// What such a word may be, for help texts: "local, a name in your list of nodes, or an ssh host".
QString nodeWordHelp();

} // namespace rocport
