#pragma once

#include "ui/portreview/hunktexts.h"
#include "ui/portreview/portdrafts.h"
#include "ui/review/diffview.h"

class QStackedWidget;

namespace rocport {

/// The diff of the file that the current hunk is in, against the base or since a revision, with the
/// editor for a hunk's text. What has no lines is shown as a sentence about it. Files are read and
/// laid out in a worker thread; late results are dropped.
class HunkDiff : public QWidget
{
    Q_OBJECT

public:
    /// `drafts` outlives it: an edit that is left without saving is kept there.
    HunkDiff(ThemeProvider& provider, SyntaxRepository& syntax, PortDrafts& drafts,
             QWidget* parent = nullptr);

    /// `state` may be null. Shows the file anew only if what is seen of it differs.
    void setState(const std::shared_ptr<const ReviewState>& state);
    /// Shows a hunk; empty: none.
    void showHunk(const QByteArray& id);
    /// Shows a line of a file that the port changes; false: it changes no such file.
    bool showLine(const RepoPath& path, int line, bool onBase);
    /// Whether files are compared with the chosen revision rather than with the base.
    void setSince(bool since);
    void setUnified(bool unified);
    [[nodiscard]] bool isUnified() const { return m_unified; }

    [[nodiscard]] DiffView& view() const { return *m_view; }
    /// The hunk that is shown, or is on its way; empty: none.
    [[nodiscard]] const QByteArray& hunk() const { return m_current; }
    /// Whether the current hunk is the one that is seen.
    [[nodiscard]] bool showsCurrent() const;
    /// The line of the diff that a comment would be at: the caret's, if it is within the current
    /// hunk, else the hunk's last line.
    struct Line
    {
        bool onBase = false;
        int number = 0; ///< 1-based; 0: the file
    };
    [[nodiscard]] Line commentLine() const;

    /// Opens the editor over the current hunk. Nothing is done while another one is shown.
    void beginEdit();
    [[nodiscard]] QString whyNoEdit() const;
    /// Closes the editor, whose text was saved.
    void closeEdit();
    /// The hunk in whose open editor something is typed; empty: none.
    [[nodiscard]] QByteArray typing() const;

Q_SIGNALS:
    /// The user clicked on another hunk.
    void hunkRequested(const QByteArray& id);
    /// An edit is to be saved: whole lines in place of the base's lines of the hunk. The editor
    /// stays open until closeEdit().
    void edited(const QByteArray& id, const QByteArray& text);
    /// What is shown is another file, hunk or text.
    void shown();

private:
    struct Loaded
    {
        HunkTexts file;
        DiffLayout layout;
    };
    void load();
    void arrived(int request, const Result<Loaded>& loaded);
    void present();
    void select();
    void showCurrent();
    void saveEdit();
    void endEdit();
    void showFacts(Glyph glyph, const QString& title, const QString& text);
    [[nodiscard]] DiffDecisions decisions() const;
    [[nodiscard]] QVector<DiffScene::Info> infoOf(const DiffLayout& layout) const;
    [[nodiscard]] QVector<int> headLines() const;
    [[nodiscard]] int changeOf(const QByteArray& id) const;

    PortDrafts& m_drafts;
    QStackedWidget* m_pages;
    DiffView* m_view;
    EmptyState* m_facts;
    ErrorPanel* m_error;
    std::shared_ptr<const ReviewState> m_state;
    QByteArray m_current;
    QByteArray m_edited;                       ///< hunk whose editor is open, while it is
    std::shared_ptr<const ReviewState> m_held; ///< that is shown once the editor is closed
    HunkTexts m_shown;                         ///< empty path: nothing
    Place m_wanted;         ///< line to go to once its file is there; line 0: none
    RepoPath m_loading;     ///< file on its way; empty: none
    bool m_hasText = false; ///< the view has the file that is shown; else what was there before
    int m_request = 0;
    bool m_since = false;
    bool m_unified = true;
};

} // namespace rocport
