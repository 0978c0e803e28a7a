#include "ui/plan/evidencemodel.h"

namespace rocport {

EvidenceModel::EvidenceModel(ThemeProvider& provider, QObject* parent)
    : QAbstractTableModel(parent), m_provider(provider)
{
}

void EvidenceModel::setSubject(const PlanSubject& subject)
{
    beginResetModel();
    m_rows = subject.evidence;
    m_steps = subject.isPhase ? subject.checklist : QStringList();
    m_done.clear();
    endResetModel();
}

void EvidenceModel::setDone(const QVector<bool>& done, bool writable)
{
    m_done = done;
    m_writable = writable;
    if (rowCount() > 0) {
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
        Q_EMIT headerDataChanged(Qt::Horizontal, SourceColumn, SourceColumn);
    }
}

QString EvidenceModel::step(int row) const
{
    return m_rows.isEmpty() ? m_steps.value(row) : QString();
}

Qt::ItemFlags EvidenceModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
    const bool checkable =
        index.column() == PlaceColumn && m_writable && !step(index.row()).isEmpty();
    return checkable ? usual | Qt::ItemIsUserCheckable : usual;
}

bool EvidenceModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    const QString text = step(index.row());
    if (role != Qt::CheckStateRole || text.isEmpty() || !m_writable) {
        return false;
    }
    Q_EMIT stepToggled(text, value.toInt() == Qt::Checked);
    return true;
}

Evidence EvidenceModel::evidence(int row) const
{
    return m_rows.value(row);
}

int EvidenceModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_rows.isEmpty() ? m_steps.size() : m_rows.size());
}

int EvidenceModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant EvidenceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid()) {
        return {};
    }
    const Theme& theme = m_provider.theme();
    if (m_rows.isEmpty()) { // steps
        if (role == Qt::DisplayRole || role == Qt::ToolTipRole) {
            if (index.column() == PlaceColumn) {
                return role == Qt::DisplayRole ? QString::number(index.row() + 1) : QVariant();
            }
            return index.column() == SourceColumn ? m_steps.value(index.row()) : QVariant();
        }
        if (role == Qt::CheckStateRole && index.column() == PlaceColumn) {
            return isDone(index.row()) ? Qt::Checked : Qt::Unchecked;
        }
        if (role == Qt::ForegroundRole && isDone(index.row())) {
            return theme.muted;
        }
        if (role == Qt::AccessibleTextRole && index.column() == PlaceColumn) {
            return isDone(index.row()) ? tr("Step %1, done").arg(index.row() + 1)
                                       : tr("Step %1, open").arg(index.row() + 1);
        }
        return {};
    }
    const Evidence& row = m_rows.at(index.row());
    const QString place =
        QStringLiteral("%1:%2").arg(row.path.display(), QString::number(row.line));
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == PlaceColumn) {
            return place;
        }
        return index.column() == SourceColumn ? QVariant(row.text) : QVariant(row.count);
    case Qt::ToolTipRole:
        return index.column() == SourceColumn ? row.text : place;
    case Qt::AccessibleTextRole:
        if (index.column() == PlaceColumn) {
            return tr("%1, line %2").arg(row.path.display(), QString::number(row.line));
        }
        return {};
    case Qt::FontRole:
        return theme.font(TextStep::Code);
    case Qt::ForegroundRole:
        return index.column() == PlaceColumn ? theme.accent : theme.text;
    case Qt::TextAlignmentRole:
        return index.column() == CountColumn ? int(Qt::AlignRight | Qt::AlignVCenter)
                                             : int(Qt::AlignLeft | Qt::AlignVCenter);
    default:
        return {};
    }
}

QVariant EvidenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return section == CountColumn ? int(Qt::AlignRight | Qt::AlignVCenter)
                                      : int(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    const bool steps = m_rows.isEmpty() && !m_steps.isEmpty();
    switch (section) {
    case PlaceColumn:
        return steps ? tr("Checklist") : tr("Evidence");
    case SourceColumn:
        return steps
                   ? tr("%1 of %2 done")
                         .arg(QString::number(m_done.count(true)), QString::number(m_steps.size()))
                   : tr("Source");
    case CountColumn:
        return steps ? QVariant() : tr("Count");
    default:
        return {};
    }
}

} // namespace rocport
