#include "ui/review/handoffdialog.h"

#include "core/base/whendone.h"
#include "core/project/session/projectreports.h"
#include "core/remote/shellquote.h"
#include "core/report/handoff.h"
#include "core/vcs/remotes.h"
#include "core/vcs/repository.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QVBoxLayout>

namespace rocport {

namespace {

struct HandOff
{
    QString branch;
    QString command; ///< empty: there is no remote
    QString sign;    ///< that signs the commits; empty: git does not sign here
    QString title;
    QString text;
};

/// Rewrites the port's commits with signatures, merges kept, in the worktree where there is one.
QString signCommand(const ProjectMeta& meta)
{
    const bool worktree = !meta.worktree.isEmpty();
    QStringList command = {QStringLiteral("git"),
                           QStringLiteral("-C"),
                           worktree ? meta.worktree : meta.repositoryRoot,
                           QStringLiteral("rebase"),
                           QStringLiteral("--rebase-merges"),
                           QStringLiteral("--force-rebase"),
                           QStringLiteral("--gpg-sign"),
                           QString::fromLatin1(meta.baseCommit)};
    if (!worktree) {
        command.append(meta.portBranch);
    }
    return QString::fromUtf8(shellCommand(command));
}

HandOff handOffOf(const ReportModel& report)
{
    HandOff made;
    made.branch = report.meta.portBranch;
    const auto remote = pushRemote(report.meta.repositoryRoot);
    if (remote && !remote->isEmpty()) {
        made.command = QString::fromUtf8(shellCommand(QStringList{
            QStringLiteral("git"), QStringLiteral("-C"), report.meta.repositoryRoot,
            QStringLiteral("push"), QStringLiteral("-u"), *remote, report.meta.portBranch}));
    }
    const auto repository = Repository::open(report.meta.repositoryRoot);
    const auto identity =
        repository ? (*repository)->identity() : Result<GitIdentity>(GitIdentity{});
    if (identity && identity->signs) {
        made.sign = signCommand(report.meta);
    }
    made.title = handOffTitle(report);
    made.text = handOffText(report);
    return made;
}

} // namespace

HandOffDialog::HandOffDialog(ProjectSession& session, ThemeProvider& provider, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_provider(provider),
      m_command(new QLineEdit(this)),
      m_title(new QLineEdit(this)),
      m_text(new QPlainTextEdit(this)),
      m_note(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this)),
      m_copyCommand(makeButton(tr("Copy"), ButtonKind::Normal, this))
{
    setObjectName(QStringLiteral("handOffDialog"));
    setWindowTitle(tr("Hand over the port"));
    resize(provider.theme().scaled(720), provider.theme().scaled(520));
    m_command->setReadOnly(true);
    m_command->setFont(provider.theme().font(TextStep::Code));
    m_command->setObjectName(QStringLiteral("handOffCommand"));
    m_title->setObjectName(QStringLiteral("handOffTitle"));
    m_text->setObjectName(QStringLiteral("handOffText"));
    m_text->setProperty("field", true);
    m_text->setTabChangesFocus(true);
    m_text->setFont(provider.theme().font(TextStep::Code));
    m_note->setWordWrap(true);
    m_note->setObjectName(QStringLiteral("handOffNote"));
    m_note->setText(tr("Rocport does not push anything itself: run the command in a terminal, with "
                       "your own git and credentials, then open the pull request on the remote."));
    m_copyCommand->setObjectName(QStringLiteral("handOffCopyCommand"));
    m_copyCommand->setAccessibleName(tr("Copy the command"));
    auto* copyTitle = makeButton(tr("Copy"), ButtonKind::Normal, this);
    copyTitle->setAccessibleName(tr("Copy the title"));
    auto* copyText = makeButton(tr("Copy"), ButtonKind::Normal, this);
    copyText->setAccessibleName(tr("Copy the text"));
    copyText->setObjectName(QStringLiteral("handOffCopyText"));
    auto* close = makeButton(tr("Close"), ButtonKind::Normal, this);
    for (QPushButton* button : {m_copyCommand, copyTitle, copyText, close}) {
        button->setAutoDefault(false);
    }
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(6);
    addRow(*layout, tr("Push the branch"), m_command, m_copyCommand);
    layout->addWidget(m_note);
    addRow(*layout, tr("Title of the pull request"), m_title, copyTitle);
    addRow(*layout, tr("Text of the pull request, in Markdown"), m_text, copyText);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(close);
    layout->addLayout(buttons);
    const QList<QPushButton*> copies{m_copyCommand, copyTitle, copyText};
    const auto copy = [copies](const QString& text, QPushButton* from) {
        QGuiApplication::clipboard()->setText(text);
        for (QPushButton* button : copies) { // which of them the clipboard has
            button->setText(button == from ? tr("Copied") : tr("Copy"));
        }
    };
    connect(m_copyCommand, &QPushButton::clicked, this,
            [=, this] { copy(m_command->text(), m_copyCommand); });
    connect(copyTitle, &QPushButton::clicked, this,
            [=, this] { copy(m_title->text(), copyTitle); });
    connect(copyText, &QPushButton::clicked, this,
            [=, this] { copy(m_text->toPlainText(), copyText); });
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(&session, &ProjectSession::closed, this, &QDialog::reject);
    fill();
}

void HandOffDialog::addRow(QVBoxLayout& layout, const QString& title, QWidget* field,
                           QPushButton* copy)
{
    auto* head = new QHBoxLayout;
    head->addWidget(
        new TextLabel(m_provider, TextStep::BodyStrong, title, &ThemeColours::text, this), 1);
    head->addWidget(copy);
    copy->setProperty("compact", true);
    field->setAccessibleName(title);
    layout.addLayout(head);
    layout.addWidget(field, qobject_cast<QPlainTextEdit*>(field) != nullptr ? 1 : 0);
}

void HandOffDialog::fill()
{
    whenDoneInPool(m_session.reports().make(), this, &handOffOf, [this](const HandOff& made) {
        m_command->setText(made.command);
        m_command->setCursorPosition(0);
        m_copyCommand->setEnabled(!made.command.isEmpty());
        if (made.command.isEmpty()) {
            m_note->setText(tr("The repository has no remote to push the branch %1 to; add one "
                               "with \"git remote add origin URL\", then open this dialog "
                               "again.")
                                .arg(made.branch));
        }
        if (!made.sign.isEmpty()) {
            m_note->setText(tr("%1\n\ngit signs commits in this repository, Rocport does not. "
                               "When the port is complete, sign its commits before you push: "
                               "%2\nThey are new commits then, which Rocport no longer amends "
                               "or takes back.")
                                .arg(m_note->text(), made.sign));
            m_note->setTextInteractionFlags(Qt::TextSelectableByMouse |
                                            Qt::TextSelectableByKeyboard);
        }
        m_title->setText(made.title);
        m_text->setPlainText(made.text);
    });
}

} // namespace rocport
