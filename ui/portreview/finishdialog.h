#pragma once

#include "core/project/session/projectreviews.h"
#include "ui/theme/widgets.h"

#include <QDialog>

class QCheckBox;
class QPlainTextEdit;

namespace rocport {

/// Finishes a port review: makes a new branch with what was accepted and edited, on the base. Says
/// before what stays open and where the comments go.
class FinishDialog : public QDialog
{
    Q_OBJECT

public:
    FinishDialog(ProjectReviews& reviews, ThemeProvider& provider, QWidget* parent = nullptr);

    /// The branch that is proposed for a port: "review/port".
    static QString proposedBranch(const ReviewState& state);

Q_SIGNALS:
    /// The branch was made.
    void made(const QString& branch, const QByteArray& commit);
    void commentsRequested();

protected:
    void reject() override;

private:
    void build(const ReviewState& state);
    void refresh();
    void finish();
    void finished(const QString& branch, const Result<QByteArray>& result);

    ProjectReviews& m_reviews;
    ThemeProvider& m_provider;
    QLineEdit* m_branch;
    QPlainTextEdit* m_message;
    QWidget* m_people;
    QLineEdit* m_name;
    QLineEdit* m_mail;
    QCheckBox* m_signOff;
    QCheckBox* m_openAsBase;
    TextLabel* m_counts;
    TextLabel* m_comments;
    TextLabel* m_problem;
    QPushButton* m_make;
    bool m_running = false;
};

} // namespace rocport
