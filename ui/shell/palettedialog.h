#pragma once

#include "ui/theme/widgets.h"

#include <QAbstractListModel>
#include <QDialog>
#include <QStyledItemDelegate>

#include <functional>

class QListView;

namespace rocport {

/// Something that the palette finds and can do.
struct PaletteEntry
{
    enum class Kind : quint8 { Command, File, Rule, Node, Job };
    Kind kind = Kind::Command;
    QString text;
    QString detail; ///< key of a command, folder of a file, id of a rule, state of a node or job
    bool enabled = true;
    std::function<void()> run;
};

/// The entries that match what was typed: all words must occur; those that match at the start of a
/// word come first. At most kMost rows.
class PaletteModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { DetailRole = Qt::UserRole, KindRole, EnabledRole };
    static constexpr int kMost = 200;

    using QAbstractListModel::QAbstractListModel;
    void setEntries(QVector<PaletteEntry> entries);
    void setQuery(const QString& query);
    [[nodiscard]] const PaletteEntry* entry(const QModelIndex& index) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;

private:
    QVector<PaletteEntry> m_entries;
    QStringList m_keys; ///< folded text to search in
    QVector<int> m_rows;
};

/// Ctrl+K: commands, files, rules, nodes and jobs in one list.
class PaletteDialog : public QDialog
{
    Q_OBJECT

public:
    PaletteDialog(ThemeProvider& provider, QWidget* parent);
    /// Fills the list, clears the field, and opens over the top of the parent.
    void openWith(QVector<PaletteEntry> entries);
    [[nodiscard]] QLineEdit* field() const { return m_field; }
    [[nodiscard]] PaletteModel* model() const { return m_model; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void runCurrent();
    ThemeProvider& m_provider;
    PaletteModel* m_model;
    SearchField* m_field;
    QListView* m_list;
    TextLabel* m_none;
};

} // namespace rocport
