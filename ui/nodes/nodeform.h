#pragma once

#include "core/project/nodes/remoteservice.h"
#include "core/remote/nodekinds.h"
#include "ui/nodes/formrows.h"
#include "ui/theme/glyph.h"

#include <functional>

class QComboBox;

namespace rocport {

/// What a form for a node is made with. All of it outlives the form.
struct NodeFormContext
{
    const NodeKind& kind; ///< whose fields it has
    RemoteService& remote;
    FormRows rows;              ///< where its rows go: among those of other places, or separately
    std::function<Node()> node; ///< the node as entered in all fields of the dialogue
};

/// The fields of one kind of node in the dialogue (NodeEditor): each kind is a class of its own.
class NodeForm : public QObject
{
    Q_OBJECT

public:
    explicit NodeForm(NodeFormContext context);

    [[nodiscard]] const NodeKind& kind() const { return m_context.kind; }
    /// Puts the node's settings into the fields.
    virtual void fill(const Node& node) = 0;
    /// Puts what the fields say into the node, which has no settings of this kind before. For
    /// places, only the form of the chosen one is used.
    virtual void take(Node& node) const = 0;
    /// Shows the rows that matter to a node with these settings. By default a place shows its rows
    /// if the node is of that kind.
    virtual void refresh(const Node& now);
    /// Texts that must not be empty; while nothing has been typed, an empty one is not shown as a
    /// mistake.
    [[nodiscard]] virtual QVector<QString*> neededTexts(Node& node) const;

Q_SIGNALS:
    /// The user changed a field.
    void changed();

protected:
    [[nodiscard]] FormRows& rows() { return m_context.rows; }
    [[nodiscard]] const NodeFormContext& context() const { return m_context; }
    /// Changes to these are announced by changed().
    void follow(QLineEdit* field);
    void follow(QPlainTextEdit* field);
    void follow(QComboBox* field);

private:
    NodeFormContext m_context;
};

/// How a kind of node looks.
struct NodeFormKind
{
    const NodeKind* kind = nullptr;
    Glyph glyph = Glyph::Server;
    std::unique_ptr<NodeForm> (*make)(const NodeFormContext& context) = nullptr;
};

#define ROCPORT_NODE_KIND(Name) NodeFormKind nodeForm##Name();
#include "core/remote/nodekinds.def"
#undef ROCPORT_NODE_KIND

/// One for each of nodeKinds(), in the same order.
const QVector<NodeFormKind>& nodeFormKinds();
/// The entry for a kind.
const NodeFormKind& nodeFormKind(const NodeKind& kind);

} // namespace rocport
