#pragma once

#include "core/base/cancel.h"
#include "core/project/session/session.h"
#include "ui/editor/difflexer.h"
#include "ui/theme/widgets.h"

#include <QTimer>

#include <memory>

class QsciScintilla;
class QTreeView;

namespace rocport {

class PackResultModel;
struct PackCheck;

/// The text of a rule pack of the project or the user. While it is edited, its problems and what
/// the rule at the cursor would find are computed in the session's pool; saving writes the file and
/// scans. Unsaved changes are kept when another pack is shown.
class PackEditor : public QWidget, private DiffLines
{
    Q_OBJECT

public:
    /// Collaborators outlive it.
    PackEditor(ProjectSession& session, ThemeProvider& provider, QWidget* parent = nullptr);
    ~PackEditor() override;

    /// Shows a pack with a line in view; if it is shown already, only scrolls there.
    void show(const QString& file, int line);
    /// Reads the file again unless there are unsaved changes.
    void reload();
    void save();
    void revert();
    [[nodiscard]] QString file() const { return m_file; }
    [[nodiscard]] bool isChanged() const;
    /// Files of packs with unsaved changes.
    [[nodiscard]] QStringList unsaved() const;
    /// Drops unsaved changes, and the pack that is shown.
    void dropChanges();
    [[nodiscard]] QString text() const;
    void setText(const QString& text);
    void setLine(int line);
    [[nodiscard]] PackResultModel& results() { return *m_results; }

Q_SIGNALS:
    /// A place in the repository was chosen.
    void placeRequested(const rocport::RepoPath& path, int line);
    void saved(const QString& file);
    void failed(const rocport::Error& error);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void restyle();
    void textChanged();
    void cursorMoved(int line);
    void load(int line);
    void begin(const QString& text, bool changed, int line);
    void check();
    void preview();
    void showMarkers();
    void activate(const QModelIndex& index);
    void updateButtons();
    void stop();

    [[nodiscard]] int lineCount() const override;
    [[nodiscard]] int lineStart(int line) const override;
    [[nodiscard]] QByteArrayView lineBytes(int line) const override;
    [[nodiscard]] bool isFiller(int /*line*/) const override { return false; }
    [[nodiscard]] bool isStruck(int /*line*/) const override { return false; }
    [[nodiscard]] QPair<int, int> visibleLines() const override;

    /// Unsaved text, and where the cursor was.
    struct Draft
    {
        QString text;
        int line = 1;
    };

    static constexpr int kProblemMark = 2; ///< marker of lines with a problem

    ProjectSession& m_session;
    ThemeProvider& m_provider;
    SyntaxRepository* m_syntax;
    PanelHeader* m_header;
    ElidedLabel* m_title;
    Chip* m_changed;
    QPushButton* m_save;
    QPushButton* m_revert;
    QsciScintilla* m_editor;
    DiffLexer* m_lexer;
    PackResultModel* m_results;
    QTreeView* m_list;
    QString m_file;
    QByteArray m_text;
    QVector<int> m_starts;
    QHash<QString, Draft> m_drafts;
    std::shared_ptr<const PackCheck> m_check; ///< of the current text; null: not done yet
    QString m_previewed;                      ///< rule whose places are shown or being computed
    int m_line = 1;
    quint64 m_serial = 0;
    CancelToken m_cancel;        ///< of the check in progress
    CancelToken m_cancelPreview; ///< of the preview in progress
    QTimer m_timer;
    bool m_saving = false;
};

} // namespace rocport
