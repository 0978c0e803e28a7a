#pragma once

#include "core/remote/sshclient.h"
#include "core/remote/transport.h"

#include <optional>

namespace rocport {

class NodeFields;

/// One kind of node. Its class, a Transport, implements what it does; here is what lists, forms,
/// files and the command line need to know to find that class.
struct NodeKind
{
    QString id;    ///< "ssh"; for a place, the value of Node::place
    QString title; ///< for one node: "SSH host"
    QString group; ///< for a group in a list: "SSH hosts"
    /// A place is a kind of machine with its own way of reaching it; each node has exactly one.
    /// Otherwise the kind is a layer between the machine and a job (a container, a queue), of which
    /// a node may have several.
    bool isPlace = false;
    /// For places: what help for the command line calls a node that is in no list: "local", "an ssh
    /// host".
    QString word;
    /// For places: the node that a word on the command line stands for; nothing: it is not of this
    /// kind. Null: the command line only knows nodes from the user's list.
    std::optional<Node> (*named)(const QString& word) = nullptr;
    /// For places: a node that is offered before the user has a list, if this machine has what it
    /// needs; may look for files. Null: none is.
    std::optional<Node> (*offered)() = nullptr;
    /// For layers: whether the node has it.
    bool (*isUsed)(const Node& node) = nullptr;
    /// Visits every setting, for reading and writing.
    void (*fields)(NodeFields& fields, Node& node) = nullptr;
    /// What is wrong with the settings, a sentence each.
    QStringList (*problems)(const Node& node) = nullptr;
    /// Makes the transport. `below`: what it is built on; null for places.
    std::shared_ptr<const Transport> (*make)(const Node& node, const SshSettings& ssh,
                                             std::shared_ptr<const Transport> below) = nullptr;
};

#define ROCPORT_NODE_KIND(Name) const NodeKind& nodeKind##Name();
#include "core/remote/nodekinds.def"
#undef ROCPORT_NODE_KIND

/// All kinds, in the order of lists (nodekinds.def).
const QVector<const NodeKind*>& nodeKinds();
/// The kind with that id; null: there is none.
const NodeKind* nodeKind(const QString& id);
/// Whether the node is of that kind: it is the node's place, or a layer that the node has.
bool isOfKind(const Node& node, const NodeKind& kind);
/// The kind under which lists show the node: its outermost layer, else its place.
const NodeKind& groupKind(const Node& node);

/// The node's transport. Without `ssh` it answers questions about the node, and programs run with
/// the user's OpenSSH as configured. Never null.
std::shared_ptr<const Transport> transportOf(const Node& node, const SshSettings& ssh = {});

/// The node that a word on the command line stands for if it is in no list. Errors: InvalidArgument
/// (nodeProblems()).
Result<Node> nodeOfWord(const QString& word);
/// What such a word may be, for help texts: "local, a name in your list of nodes, or an ssh host".
QString nodeWordHelp();

} // namespace rocport
