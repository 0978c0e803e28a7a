#include "ui/portreview/finishdialog.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "ui/messages/messages.h"

#include <QCheckBox>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace rocport {

namespace {

/// "port" of "main...port", "refs/heads/port" and "/tmp/port.bundle".
QString headName(const ReviewRequest& request)
{
    QString name = request.range.section(QStringLiteral(".."), -1);
    while (name.startsWith(u'.')) {
        name.remove(0, 1);
    }
    if (!request.bundle.isEmpty()) {
        name = request.bundleRef.isEmpty() ? request.bundle.section(u'/', -1).section(u'.', 0, 0)
                                           : request.bundleRef;
    } else if (!request.patches.isEmpty()) {
        name = request.patches.first()
                   .section(u'/', -1, -1, QString::SectionSkipEmpty)
                   .section(u'.', 0, 0);
    }
    for (const QString& prefix : {QStringLiteral("refs/heads/"), QStringLiteral("refs/remotes/")}) {
        if (name.startsWith(prefix)) {
            name.remove(0, prefix.size());
        }
    }
    return name;
}

} // namespace

QString FinishDialog::proposedBranch(const ReviewState& state)
{
    QString name = headName(state.kept.revisions.last().request).trimmed();
    // What git does not allow in names of branches (git-check-ref-format).
    for (QChar& one : name) {
        if (one.isSpace() || QStringLiteral("~^:?*[\\@{").contains(one) || one < u' ') {
            one = u'-';
        }
    }
    return QStringLiteral("review/") + (name.isEmpty() ? QStringLiteral("port") : name);
}

FinishDialog::FinishDialog(ProjectReviews& reviews, ThemeProvider& provider, QWidget* parent)
    : QDialog(parent),
      m_reviews(reviews),
      m_provider(provider),
      m_branch(new QLineEdit(this)),
      m_message(new QPlainTextEdit(this)),
      m_people(new QWidget(this)),
      m_name(new QLineEdit(m_people)),
      m_mail(new QLineEdit(m_people)),
      m_signOff(new QCheckBox(tr("Add &Signed-off-by"), this)),
      m_openAsBase(new QCheckBox(this)),
      m_counts(new TextLabel(provider, TextStep::Body, {}, &ThemeColours::text, this)),
      m_comments(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_problem(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::crit, this)),
      m_make(makeButton(tr("Make the branch"), ButtonKind::Primary, this))
{
    setObjectName(QStringLiteral("finishDialog"));
    setWindowTitle(tr("Finish review"));
    resize(provider.theme().scaled(640), provider.theme().scaled(460));
    build(*reviews.state());
    connect(&reviews, &ProjectReviews::changed, this, [this] {
        if (!m_reviews.state()) {
            reject();
        } else {
            refresh();
        }
    });
    refresh();
    m_branch->setFocus();
}

void FinishDialog::build(const ReviewState& state)
{
    const auto title = [this](const QString& text, QWidget* field) {
        auto* label =
            new TextLabel(m_provider, TextStep::BodyMedium, text, &ThemeColours::text, this);
        label->setBuddy(field);
        field->setAccessibleName(text);
        return label;
    };
    m_branch->setObjectName(QStringLiteral("finishBranch"));
    m_branch->setFont(m_provider.theme().font(TextStep::Code));
    m_branch->setText(proposedBranch(state));
    m_message->setObjectName(QStringLiteral("finishMessage"));
    m_message->setProperty("field", true);
    m_message->setTabChangesFocus(true);
    m_message->setFont(m_provider.theme().font(TextStep::Code));
    m_message->setPlainText(finishMessage(*state.review, state.kept.decisions));
    m_name->setObjectName(QStringLiteral("finishName"));
    m_name->setAccessibleName(tr("Name of the author"));
    m_name->setPlaceholderText(tr("Name"));
    m_mail->setObjectName(QStringLiteral("finishMail"));
    m_mail->setAccessibleName(tr("E-mail address of the author"));
    m_mail->setPlaceholderText(tr("E-mail address"));
    auto* people = new QHBoxLayout(m_people);
    people->setContentsMargins(0, 0, 0, 0);
    people->setSpacing(8);
    people->addWidget(m_name, 2);
    people->addWidget(m_mail, 3);
    m_people->hide(); // asked for where git knows nobody
    m_signOff->setObjectName(QStringLiteral("finishSignOff"));
    m_openAsBase->setObjectName(QStringLiteral("finishOpenAsBase"));
    m_counts->setObjectName(QStringLiteral("finishCounts"));
    m_counts->setWordWrap(true);
    m_comments->setObjectName(QStringLiteral("finishComments"));
    m_comments->setWordWrap(true);
    m_problem->setObjectName(QStringLiteral("finishProblem"));
    m_problem->setWordWrap(true);
    m_make->setObjectName(QStringLiteral("finishMake"));
    m_make->setDefault(true);
    auto* comments = makeButton(tr("Comments…"), ButtonKind::Normal, this);
    comments->setObjectName(QStringLiteral("finishCommentsButton"));
    comments->setAutoDefault(false);
    auto* cancel = makeButton(tr("Cancel"), ButtonKind::Normal, this);
    cancel->setAutoDefault(false);
    auto* about = new TextLabel(
        m_provider, TextStep::Small,
        tr("The branch has one commit on the base. Your checkout and the author's branch are not "
           "changed."),
        &ThemeColours::text2, this);
    about->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_comments, 1);
    row->addWidget(comments);
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_problem, 1);
    buttons->addWidget(cancel);
    buttons->addWidget(m_make);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(m_counts);
    layout->addWidget(m_openAsBase);
    layout->addWidget(title(tr("New branch"), m_branch));
    layout->addWidget(m_branch);
    layout->addWidget(about);
    layout->addWidget(title(tr("Message"), m_message));
    layout->addWidget(m_message, 1);
    layout->addWidget(m_people);
    layout->addWidget(m_signOff);
    layout->addLayout(row);
    layout->addLayout(buttons);
    connect(comments, &QPushButton::clicked, this, &FinishDialog::commentsRequested);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_make, &QPushButton::clicked, this, &FinishDialog::finish);
    connect(m_openAsBase, &QCheckBox::toggled, this, &FinishDialog::refresh);
    for (QLineEdit* field : {m_branch, m_name, m_mail}) {
        connect(field, &QLineEdit::textChanged, this, &FinishDialog::refresh);
    }
}

void FinishDialog::refresh()
{
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    if (!state) {
        return;
    }
    const int accepted = state->count(DecisionKind::Accepted);
    const int edited = state->count(DecisionKind::Edited);
    const int rejected = state->count(DecisionKind::Rejected);
    const int open = state->review->hunkCount() - accepted - edited - rejected;
    m_counts->setText(tr("%1 accepted, %2 edited; %3 rejected stay as in the base.")
                          .arg(accepted)
                          .arg(edited)
                          .arg(rejected));
    m_openAsBase->setVisible(open > 0);
    m_openAsBase->setText(
        tr("Leave %1 that are open as in the base").arg(counted(open, tr("hunk"), tr("hunks"))));
    const auto threads =
        std::count_if(state->kept.threads.begin(), state->kept.threads.end(),
                      [](const ReviewThread& thread) { return !thread.isResolved; });
    m_comments->setText(
        threads == 0
            ? tr("There are no open comments.")
            : tr("%1 open. Nothing is sent from here: save them as Markdown or for GitHub.")
                  .arg(counted(threads, tr("comment thread is"), tr("comment threads are"))));
    QString why;
    if (accepted + edited == 0) {
        why = tr("No hunk is accepted, so the branch would be the base.");
    } else if (open > 0 && !m_openAsBase->isChecked()) {
        why = tr("%1 open.").arg(counted(open, tr("hunk is"), tr("hunks are")));
    } else if (m_branch->text().trimmed().isEmpty()) {
        why = tr("The branch needs a name.");
    } else if (!m_people->isHidden() &&
               (m_name->text().trimmed().isEmpty() || m_mail->text().trimmed().isEmpty())) {
        why = tr("git knows no author here: a commit needs a name and an e-mail address.");
    }
    m_make->setEnabled(why.isEmpty() && !m_running);
    m_problem->setText(why);
}

void FinishDialog::finish()
{
    ReviewFinish wishes;
    wishes.branch = m_branch->text().trimmed();
    wishes.message = m_message->toPlainText();
    if (!m_people->isHidden()) {
        wishes.author = {m_name->text().trimmed(), m_mail->text().trimmed()};
    }
    wishes.signOff = m_signOff->isChecked();
    wishes.openAsBase = m_openAsBase->isChecked();
    m_running = true;
    refresh();
    setEnabled(false); // it is a moment, and cannot be taken back
    whenDone(m_reviews.finish(wishes), this,
             [this, branch = wishes.branch](const Result<QByteArray>& result) {
                 finished(branch, result);
             });
}

void FinishDialog::reject()
{
    if (!m_running) {
        QDialog::reject();
    }
}

void FinishDialog::finished(const QString& branch, const Result<QByteArray>& result)
{
    m_running = false;
    setEnabled(true);
    if (!result) {
        if (result.error().object == QLatin1StringView("user.name")) {
            m_people->show();
        }
        refresh();
        m_problem->setText(messageFor(result.error()));
        return;
    }
    Q_EMIT made(branch, *result);
    accept();
}

} // namespace rocport
