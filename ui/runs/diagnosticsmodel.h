#pragma once

#include "core/joblog/logdiagnostics.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractTableModel>

#include <functional>
#include <optional>

namespace rocport {

/// What a log says about the sources, in the order of the log. Holds core values and only maps them
/// to roles.
class DiagnosticsModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        SeverityColumn,
        LocationColumn,
        MessageColumn,
        ToolColumn,
        ChangeColumn,
        LineColumn,
        ColumnCount
    };
    /// The key of the change that made a line; empty: none.
    using HunkAt = std::function<QByteArray(const QString& file, int line)>;

    DiagnosticsModel(ThemeProvider& provider, HunkAt hunkAt, QObject* parent = nullptr);
    void set(const QVector<LogDiagnostic>& diagnostics);
    /// Shows only one severity, or all.
    void setFilter(std::optional<LogDiagnostic::Severity> severity);
    /// Null: no such row.
    [[nodiscard]] const LogDiagnostic* at(const QModelIndex& index) const;
    /// The row that a line of the log belongs to, or the nearest before it that covers it.
    [[nodiscard]] QModelIndex indexOfLogLine(qint64 line) const;
    [[nodiscard]] QByteArray hunkOf(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    void select();
    [[nodiscard]] QVector<int> fitting() const;
    [[nodiscard]] QString textOf(const LogDiagnostic& one, const QModelIndex& index) const;

    ThemeProvider& m_provider;
    HunkAt m_hunkAt;
    QVector<LogDiagnostic> m_all;
    QVector<int> m_shown; ///< indices
    std::optional<LogDiagnostic::Severity> m_filter;
};

/// "Error", "Warning", "Note".
QString diagnosticSeverityName(LogDiagnostic::Severity severity);
/// "csrc/a.hip:12:3"; empty: nowhere.
QString diagnosticPlace(const LogDiagnostic& diagnostic);

} // namespace rocport
