#include "ui/runs/diagnosticsmodel.h"

#include <QSize>

#include <algorithm>

namespace rocport {

QString diagnosticSeverityName(LogDiagnostic::Severity severity)
{
    switch (severity) {
    case LogDiagnostic::Severity::Error:
        return DiagnosticsModel::tr("Error");
    case LogDiagnostic::Severity::Warning:
        return DiagnosticsModel::tr("Warning");
    case LogDiagnostic::Severity::Note:
        break;
    }
    return DiagnosticsModel::tr("Note");
}

QString diagnosticPlace(const LogDiagnostic& diagnostic)
{
    QString place = diagnostic.file;
    if (!place.isEmpty() && diagnostic.line > 0) {
        place += QStringLiteral(":%1").arg(diagnostic.line);
        place += diagnostic.column > 0 ? QStringLiteral(":%1").arg(diagnostic.column) : QString();
    }
    return place;
}

DiagnosticsModel::DiagnosticsModel(ThemeProvider& provider, HunkAt hunkAt, QObject* parent)
    : QAbstractTableModel(parent), m_provider(provider), m_hunkAt(std::move(hunkAt))
{
}

QVector<int> DiagnosticsModel::fitting() const
{
    QVector<int> rows;
    for (int i = 0; i < m_all.size(); ++i) {
        if (!m_filter || m_all[i].severity == *m_filter) {
            rows.append(i);
        }
    }
    return rows;
}

void DiagnosticsModel::select()
{
    beginResetModel();
    m_shown = fitting();
    endResetModel();
}

void DiagnosticsModel::set(const QVector<LogDiagnostic>& diagnostics)
{
    // A log that grows adds at the end; selection and place of the view stay.
    const bool grew = diagnostics.size() >= m_all.size() &&
                      std::equal(m_all.begin(), m_all.end(), diagnostics.begin(),
                                 [](const LogDiagnostic& a, const LogDiagnostic& b) {
                                     return a.logLine == b.logLine && a.message == b.message;
                                 });
    m_all = diagnostics;
    if (!grew) {
        select();
        return;
    }
    const QVector<int> rows = fitting();
    const int before = static_cast<int>(m_shown.size());
    if (rows.size() > before) {
        beginInsertRows({}, before, static_cast<int>(rows.size()) - 1);
        m_shown = rows;
        endInsertRows();
    }
    if (before > 0) {
        Q_EMIT dataChanged(index(0, 0), index(before - 1, ColumnCount - 1));
    }
}

void DiagnosticsModel::setFilter(std::optional<LogDiagnostic::Severity> severity)
{
    m_filter = severity;
    select();
}

const LogDiagnostic* DiagnosticsModel::at(const QModelIndex& index) const
{
    return index.isValid() && index.row() < m_shown.size() ? &m_all[m_shown[index.row()]] : nullptr;
}

QModelIndex DiagnosticsModel::indexOfLogLine(qint64 line) const
{
    for (int row = 0; row < m_shown.size(); ++row) {
        const LogDiagnostic& one = m_all[m_shown[row]];
        if (line >= one.firstLine && line <= one.logLine) {
            return index(row, 0);
        }
    }
    return {};
}

QByteArray DiagnosticsModel::hunkOf(const QModelIndex& index) const
{
    const LogDiagnostic* one = at(index);
    return one != nullptr && !one->file.isEmpty() ? m_hunkAt(one->file, one->line) : QByteArray();
}

int DiagnosticsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_shown.size());
}

int DiagnosticsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString DiagnosticsModel::textOf(const LogDiagnostic& one, const QModelIndex& index) const
{
    switch (index.column()) {
    case SeverityColumn:
        return diagnosticSeverityName(one.severity);
    case LocationColumn:
        return diagnosticPlace(one);
    case MessageColumn:
        if (one.times > 1) {
            return tr("%1 (%2 times)").arg(one.message, QString::number(one.times));
        }
        return one.ledToNext ? tr("%1 (led to the next)").arg(one.message) : one.message;
    case ToolColumn:
        return one.tool;
    case ChangeColumn:
        return hunkOf(index).isEmpty() ? QString() : tr("Open change");
    case LineColumn:
        return QString::number(one.logLine + 1);
    default:
        return {};
    }
}

QVariant DiagnosticsModel::data(const QModelIndex& index, int role) const
{
    const LogDiagnostic* one = at(index);
    if (one == nullptr) {
        return {};
    }
    const Theme& theme = m_provider.theme();
    const bool link = index.column() == LocationColumn || index.column() == ChangeColumn;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(*one, index);
    case Qt::ToolTipRole:
        return index.column() == MessageColumn || index.column() == LocationColumn
                   ? QVariant(textOf(*one, index))
                   : QVariant();
    case Qt::DecorationRole:
        if (index.column() != SeverityColumn) {
            return {};
        }
        return one->severity == LogDiagnostic::Severity::Error
                   ? m_provider.icon(Glyph::SeverityCritical, &ThemeColours::crit)
               : one->severity == LogDiagnostic::Severity::Warning
                   ? m_provider.icon(Glyph::MarkAttention, &ThemeColours::warn)
                   : m_provider.icon(Glyph::SeverityInfo, &ThemeColours::text2);
    case Qt::SizeHintRole:
        return QSize(0, theme.scaled(28));
    case Qt::ForegroundRole:
        return link ? theme.accent : theme.text;
    case Qt::FontRole:
        return index.column() == LocationColumn || index.column() == LineColumn
                   ? theme.font(TextStep::Code)
                   : theme.font(TextStep::Body);
    case Qt::TextAlignmentRole:
        return index.column() == LineColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                            : QVariant();
    default:
        return {};
    }
}

QVariant DiagnosticsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal) {
        return {};
    }
    if (role == Qt::TextAlignmentRole) {
        return section == LineColumn ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                     : QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    }
    if (role != Qt::DisplayRole) {
        return {};
    }
    switch (section) {
    case SeverityColumn:
        return tr("Severity");
    case LocationColumn:
        return tr("Location");
    case MessageColumn:
        return tr("Message");
    case ToolColumn:
        return tr("Tool");
    case ChangeColumn:
        return tr("Change");
    case LineColumn:
        return tr("Log line");
    default:
        return {};
    }
}

} // namespace rocport
