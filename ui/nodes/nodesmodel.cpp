#include "ui/nodes/nodesmodel.h"

#include "core/remote/nodekinds.h"
#include "ui/nodes/nodetext.h"
#include "ui/theme/twolinedelegate.h"

#include <algorithm>

namespace rocport {

namespace {

QString joined(QStringList parts, const QString& between)
{
    parts.removeAll(QString());
    return parts.join(between);
}

} // namespace

void NodesModel::setState(const std::shared_ptr<const RemoteState>& state)
{
    QVector<Row> rows;
    for (const NodeKind* kind : nodeKinds()) {
        bool titled = false;
        for (int i = 0; i < state->nodes.size(); ++i) {
            const Node& node = state->nodes[i].node;
            if (&groupKind(node) != kind) {
                continue;
            }
            if (!titled) {
                rows.append({kind->group, -1, {}});
                titled = true;
            }
            rows.append({{}, i, node.id});
        }
    }
    const bool same = std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(),
                                 [](const Row& a, const Row& b) {
                                     return a.id == b.id && a.title == b.title && a.node == b.node;
                                 });
    if (!same) {
        beginResetModel();
    }
    m_state = state;
    m_rows = std::move(rows);
    if (!same) {
        endResetModel();
    } else if (!m_rows.isEmpty()) {
        Q_EMIT dataChanged(index(0), index(rowCount() - 1));
    }
}

QModelIndex NodesModel::indexOf(const QString& nodeId) const
{
    for (int row = 0; row < m_rows.size(); ++row) {
        if (!nodeId.isEmpty() && m_rows[row].id == nodeId) {
            return index(row);
        }
    }
    return {};
}

QModelIndex NodesModel::first() const
{
    return m_rows.size() > 1 ? index(1) : QModelIndex();
}

int NodesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant NodesModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Row& row = m_rows[index.row()];
    if (row.node >= 0) {
        return nodeData(m_state->nodes[row.node], role);
    }
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return row.title;
    case TwoLineDelegate::HeaderRole:
        return true;
    default:
        return {};
    }
}

QVariant NodesModel::nodeData(const NodeEntry& entry, int role) const
{
    const bool current = entry.node.id == m_state->currentNode;
    switch (role) {
    case Qt::DisplayRole:
        return entry.node.name;
    case Qt::ToolTipRole:
        return joined({transportOf(entry.node)->address(), entry.sentence}, QStringLiteral("\n"));
    case Qt::AccessibleTextRole:
        return joined({entry.node.name, nodeStateWord(entry.state), nodeSummary(entry),
                       current ? tr("in use for jobs") : QString()},
                      QStringLiteral(", "));
    case NodeIdRole:
        return entry.node.id;
    case TwoLineDelegate::DetailRole:
        return nodeSummary(entry);
    case TwoLineDelegate::WordRole:
        return nodeStateWord(entry.state);
    case TwoLineDelegate::GlyphRole:
        return static_cast<int>(nodeGlyph(entry.node));
    case TwoLineDelegate::MarkRole:
        return QVariant::fromValue(nodeStateMark(entry.state));
    case TwoLineDelegate::CodeRole:
        return true;
    case TwoLineDelegate::StrongRole:
        return current;
    default:
        return {};
    }
}

Qt::ItemFlags NodesModel::flags(const QModelIndex& index) const
{
    if (!index.isValid() || m_rows[index.row()].node < 0) {
        return Qt::NoItemFlags;
    }
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace rocport
