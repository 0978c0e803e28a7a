#pragma once

#include "core/base/place.h"
#include "core/project/session/projectreviews.h"
#include "ui/portreview/portdrafts.h"
#include "ui/theme/widgets.h"

class QPlainTextEdit;
class QScrollArea;
class QVBoxLayout;

namespace rocport {

/// The comment threads of the current hunk, below the diff, each with a link to its line; before
/// them the file's threads whose line is gone, marked "outdated". New comments and replies are
/// typed here. What was typed and not sent stays until it is sent or given up, and is shown again
/// with its hunk.
class ThreadsPanel : public QWidget
{
    Q_OBJECT

public:
    /// `drafts` outlives it: what is typed is kept there.
    ThreadsPanel(ThemeProvider& provider, PortDrafts& drafts, QWidget* parent = nullptr);

    /// `state` may be null, and `hunk` empty. The panel is hidden where there is nothing to show.
    void setHunk(const std::shared_ptr<const ReviewState>& state, const QByteArray& hunk);
    /// Opens the field for a comment at a line of the hunk; 0: at its file.
    void beginComment(bool onBase, int line);
    /// Opens the field again with a comment that could not be written.
    void giveBack(const QByteArray& hunk, bool onBase, int line, const QString& body);
    /// Opens the field again with a reply that could not be written.
    void giveBackReply(const QByteArray& thread, const QString& body);
    /// Pixels that the threads need to be seen whole.
    [[nodiscard]] int wantedHeight() const;

Q_SIGNALS:
    void commentWritten(const QByteArray& hunk, bool onBase, int line, const QString& body);
    void replyWritten(const QByteArray& thread, const QString& body);
    void resolvedChanged(const QByteArray& thread, bool resolved);
    void replyTakenBack(const QByteArray& thread);
    /// The user wants to see the line of a thread.
    void lineRequested(bool onBase, int line);
    /// A field was closed: the diff is to have the focus.
    void closed();
    void heightChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void returnFocus(bool toEditor, bool inside, bool any);
    void addThread(const ReviewThread& thread);
    void addReply(QVBoxLayout& column, const ReviewThread& thread, const ReviewReply& reply,
                  bool isFirst);
    void addButtons(QVBoxLayout& column, const ReviewThread& thread);
    void addEditor(QVBoxLayout& column, const QByteArray& id, const QString& title,
                   const QString& send);
    void openEditor(const QByteArray& id);
    [[nodiscard]] bool isHere(const ReviewThread& thread, const ReviewFile& file) const;
    [[nodiscard]] const PortDraft* draftFor(const QByteArray& id) const;
    void keepDraft(const QByteArray& id, const QString& text);
    void removeDraft(const QByteArray& id);
    void continueDraft();
    void closeEditor();
    void send();

    ThemeProvider& m_provider;
    PortDrafts& m_drafts;
    std::shared_ptr<const ReviewState> m_state;
    QByteArray m_hunk;
    QScrollArea* m_area;
    QWidget* m_content = nullptr;
    QPlainTextEdit* m_editor = nullptr; ///< the open field; null: none
    QPushButton* m_send = nullptr;
    QByteArray m_editing; ///< what it is for: id of a thread, or kNew
    bool m_onBase = false;
    int m_line = 0;
};

} // namespace rocport
