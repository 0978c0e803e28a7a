#pragma once

#include "core/project/session/rulepreview.h"
#include "core/rules/packs/packcheck.h"
#include "ui/theme/themeprovider.h"

#include <QAbstractItemModel>

#include <functional>

namespace rocport {

/// What there is to report on a pack being edited: its problems, and what the rule at the cursor
/// would find. Two groups with their rows; holds core values and only maps them to roles.
class PackResultModel : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role {
        LineRole = Qt::UserRole, ///< int, 1-based: in the pack for problems, else in the file
        PathRole,                ///< RepoPath; empty for problems
    };
    enum Column { PlaceColumn, TextColumn, ColumnCount };

    explicit PackResultModel(ThemeProvider& provider, QObject* parent = nullptr);
    void clear();
    void setProblems(const QVector<Error>& problems, int samples);
    /// Sets what the second group says while there is no preview; drops the previous preview.
    void setWaiting(const QString& text);
    void setPreview(const RulePreview& preview);
    [[nodiscard]] const QVector<Error>& problems() const { return m_problems; }

    [[nodiscard]] QModelIndex problemGroup() const { return index(0, 0); }
    [[nodiscard]] QModelIndex placeGroup() const { return index(1, 0); }

    [[nodiscard]] QModelIndex index(int row, int column,
                                    const QModelIndex& parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex& index) const override;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role) const override;

private:
    void replaceRows(int group, int rows, const std::function<void()>& change);
    [[nodiscard]] QString groupText(int group) const;
    [[nodiscard]] QVariant groupData(int group, int column, int role) const;

    ThemeProvider& m_provider;
    QVector<Error> m_problems;
    int m_samples = 0;
    bool m_checked = false;
    QString m_waiting;
    RulePreview m_preview;
};

} // namespace rocport
