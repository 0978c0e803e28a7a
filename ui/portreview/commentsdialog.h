#pragma once

#include "core/base/cancel.h"
#include "core/project/session/projectreviews.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QPlainTextEdit;

namespace rocport {

/// Takes the comments of a port review elsewhere: own threads, what was found about hunks, and the
/// places that the port does not touch, as Markdown, as a request of GitHub or as those of GitLab.
/// What is to be taken is put together in a worker thread. Nothing is sent.
class CommentsDialog : public QDialog
{
    Q_OBJECT

public:
    /// What is chosen at first.
    enum class Topic : quint8 { Threads, Missing };

    CommentsDialog(ProjectReviews& reviews, Topic topic, ThemeProvider& provider,
                   QWidget* parent = nullptr);
    ~CommentsDialog() override;

    struct Made;

private:
    void fill();
    void showMade(const Made& made);
    void save();

    ProjectReviews& m_reviews;
    ThemeProvider& m_provider;
    QCheckBox* m_threads;
    QCheckBox* m_found;
    QCheckBox* m_missing;
    QComboBox* m_format;
    QPlainTextEdit* m_text;
    TextLabel* m_note;
    QPushButton* m_copy;
    QPushButton* m_save;
    QString m_all; ///< that Copy and Save take; what is shown may end before
    CancelToken m_cancel;
};

} // namespace rocport
