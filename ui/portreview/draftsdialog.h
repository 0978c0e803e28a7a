#pragma once

#include "ui/portreview/portdrafts.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QListWidget;
class QPlainTextEdit;

namespace rocport {

/// Lists what was typed about hunks that the newest revision no longer has, each with its text to
/// copy, to comment on the file with, or to drop.
class DraftsDialog : public QDialog
{
    Q_OBJECT

public:
    /// Collaborators outlive it. Closes itself when no draft is stranded.
    DraftsDialog(PortDrafts& drafts, const ProjectReviews& reviews, ThemeProvider& provider,
                 QWidget* parent = nullptr);

    /// A draft as a comment: an edit is a block of code.
    static QString commentOf(const PortDraft& draft);

Q_SIGNALS:
    /// The text is wanted as a comment on a hunk's file.
    void commentRequested(const QByteArray& hunk, const rocport::PortDraft& draft);

private:
    void fill();
    void showCurrent();
    [[nodiscard]] const PortDraft* current() const;
    /// A hunk of the draft's file; empty: the port does not change it any more.
    [[nodiscard]] QByteArray hunkOfFile(const PortDraft& draft) const;

    PortDrafts& m_drafts;
    const ProjectReviews& m_reviews;
    QVector<PortDraft> m_shown;
    QListWidget* m_list;
    QPlainTextEdit* m_text;
    TextLabel* m_why;
    QPushButton* m_drop;
    QPushButton* m_comment;
    QPushButton* m_copy;
};

} // namespace rocport
