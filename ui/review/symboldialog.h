#pragma once

#include "ui/review/reviewsearch.h"
#include "ui/theme/widgets.h"

#include <QAbstractListModel>
#include <QDialog>
#include <QTimer>

class QListView;

namespace rocport {

/// "Function", "Kernel", "Class", "Macro".
QString symbolKindName(SymbolKind kind);

/// Symbols as they arrive, narrowed by what is typed: all words must occur in name, kind or path,
/// and names that begin with it come first. At most kMost rows.
class SymbolModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { PlaceRole = Qt::UserRole, KindRole };
    static constexpr int kMost = 300;

    using QAbstractListModel::QAbstractListModel;
    void append(const QVector<FoundLine>& symbols);
    void setQuery(const QString& query);
    [[nodiscard]] const FoundLine* symbol(const QModelIndex& index) const;
    /// All that have arrived.
    [[nodiscard]] qsizetype total() const { return m_symbols.size(); }
    /// How many match, even if there are more than rows.
    [[nodiscard]] qsizetype matching() const { return m_matching; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index,
                                int role = Qt::DisplayRole) const override;

private:
    void match();

    QVector<FoundLine> m_symbols;
    QStringList m_keys; ///< case-folded text to search in
    QString m_query;
    QVector<int> m_rows;
    qsizetype m_matching = 0;
};

/// Functions, kernels, classes and macros of one file, or of all, to go to. Files are read while it
/// is open; closing it ends that.
class SymbolDialog : public QDialog
{
    Q_OBJECT

public:
    /// `file`: the file whose symbols are listed; nothing: all files.
    SymbolDialog(ProjectSession& session, ThemeProvider& provider,
                 const std::optional<RepoPath>& file, QWidget* parent);
    [[nodiscard]] SymbolModel& model() const { return *m_model; }
    [[nodiscard]] QLineEdit* field() const { return m_field; }

Q_SIGNALS:
    void chosen(const rocport::FoundLine& symbol);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void done(int result) override;

private:
    void refresh();
    void updateStatus();
    void choose();

    ThemeProvider& m_provider;
    ReviewSearch m_search;
    std::optional<RepoPath> m_file;
    SymbolModel* m_model;
    SearchField* m_field;
    QListView* m_list;
    TextLabel* m_status;
    QVector<FoundLine> m_waiting; ///< arrived since the list was filled
    QTimer m_fill;
};

} // namespace rocport
