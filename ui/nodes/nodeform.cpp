#include "ui/nodes/nodeform.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>

#include <algorithm>

namespace rocport {

NodeForm::NodeForm(NodeFormContext context) : m_context(std::move(context)) {}

void NodeForm::refresh(const Node& now)
{
    if (kind().isPlace) {
        rows().setAllShown(isOfKind(now, kind()));
    }
}

QVector<QString*> NodeForm::neededTexts(Node& /*node*/) const
{
    return {};
}

void NodeForm::follow(QLineEdit* field)
{
    connect(field, &QLineEdit::textChanged, this, &NodeForm::changed);
}

void NodeForm::follow(QPlainTextEdit* field)
{
    connect(field, &QPlainTextEdit::textChanged, this, &NodeForm::changed);
}

void NodeForm::follow(QComboBox* field)
{
    connect(field, &QComboBox::currentTextChanged, this, &NodeForm::changed);
}

const QVector<NodeFormKind>& nodeFormKinds()
{
    static const QVector<NodeFormKind> kinds{
#define ROCPORT_NODE_KIND(Name) nodeForm##Name(),
#include "core/remote/nodekinds.def"
#undef ROCPORT_NODE_KIND
    };
    return kinds;
}

const NodeFormKind& nodeFormKind(const NodeKind& kind)
{
    const auto& kinds = nodeFormKinds();
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const NodeFormKind& one) { return one.kind == &kind; });
    Q_ASSERT(found != kinds.end()); // both tables are made of nodekinds.def
    return *found;
}

} // namespace rocport
