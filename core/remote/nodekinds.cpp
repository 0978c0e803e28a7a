#include "core/remote/nodekinds.h"

#include <algorithm>

namespace rocport {

const QVector<const NodeKind*>& nodeKinds()
{
    static const QVector<const NodeKind*> kinds{
#define ROCPORT_NODE_KIND(Name) &nodeKind##Name(),
#include "core/remote/nodekinds.def"
#undef ROCPORT_NODE_KIND
    };
    return kinds;
}

const NodeKind* nodeKind(const QString& id)
{
    const auto& kinds = nodeKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const NodeKind* kind) { return kind->id == id; });
    return found == kinds.end() ? nullptr : *found;
}

bool isOfKind(const Node& node, const NodeKind& kind)
{
    return kind.isPlace ? node.place == kind.id : kind.isUsed(node);
}

const NodeKind& groupKind(const Node& node)
{
    const NodeKind* outermost = nodeKinds().constFirst();
    for (const NodeKind* kind : nodeKinds()) {
        if (isOfKind(node, *kind)) {
            outermost = kind;
        }
    }
    return *outermost;
}

std::shared_ptr<const Transport> transportOf(const Node& node, const SshSettings& ssh)
{
    const NodeKind* place = nodeKind(node.place);
    if (place == nullptr || !place->isPlace) {
        place = nodeKind(Node().place); // nodeProblems() refuses it before anything runs
    }
    std::shared_ptr<const Transport> transport = place->make(node, ssh, nullptr);
    for (const NodeKind* kind : nodeKinds()) {
        if (!kind->isPlace && kind->isUsed(node)) {
            transport = kind->make(node, ssh, std::move(transport));
        }
    }
    return transport;
}

Result<Node> nodeOfWord(const QString& word)
{
    for (const NodeKind* kind : nodeKinds()) {
        if (kind->named == nullptr) {
            continue;
        }
        if (const std::optional<Node> node = kind->named(word)) {
            if (const QStringList problems = nodeProblems(*node); !problems.isEmpty()) {
                return Error{ErrorCode::InvalidArgument, problems.first(), word};
            }
            return *node;
        }
    }
    return Error{ErrorCode::InvalidArgument, QStringLiteral("there is no such node"), word};
}

QString nodeWordHelp()
{
    QStringList words;
    for (const NodeKind* kind : nodeKinds()) {
        if (kind->named != nullptr) {
            words.append(kind->word);
        }
    }
    // The last one takes any word, so that the user's names come before it.
    words.insert(words.size() - 1, QStringLiteral("a name in your list of nodes"));
    return words.mid(0, words.size() - 1).join(QStringLiteral(", ")) + QStringLiteral(", or ") +
           words.constLast();
}

} // namespace rocport
