#include "ui/review/commitdialog.h"

#include "ui/messages/messages.h"

#include <QCheckBox>
#include <QFileDialog>
#include <QLocale>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QVBoxLayout>

namespace rocport {

namespace {

int uncommitted(const ProjectState& state, Phase phase)
{
    int count = 0;
    for (const Hunk& hunk : state.scan->hunks) {
        count += hunk.phase == phase && isTaken(state.decisions.kind(hunk.key)) &&
                         !state.isCommitted(hunk.key)
                     ? 1
                     : 0;
    }
    return count;
}

void clearRows(QVBoxLayout& layout)
{
    while (QLayoutItem* item = layout.takeAt(0)) {
        if (QWidget* widget = item->widget()) {
            widget->hide();
            widget->deleteLater();
        }
        delete item;
    }
}

} // namespace

CommitDialog::CommitDialog(ProjectSession& session, ThemeProvider& provider, QWidget* parent)
    : QDialog(parent),
      m_session(session),
      m_provider(provider),
      m_phaseRows(new QVBoxLayout),
      m_commitRows(new QVBoxLayout),
      m_phasesTitle(new TextLabel(provider, TextStep::BodyStrong, tr("One commit a phase"),
                                  &ThemeColours::text, this)),
      m_commitsTitle(new TextLabel(provider, TextStep::BodyStrong, tr("Commits made"),
                                   &ThemeColours::text, this)),
      m_message(new QPlainTextEdit(this)),
      m_problem(new TextLabel(provider, TextStep::Small, {}, &ThemeColours::crit, this)),
      m_commit(makeButton({}, ButtonKind::Primary, this)),
      m_export(makeButton(tr("Export patch series…"), ButtonKind::Normal, this))
{
    setObjectName(QStringLiteral("commitDialog"));
    setWindowTitle(tr("Commit decisions"));
    resize(provider.theme().scaled(760), provider.theme().scaled(560));
    m_message->setReadOnly(true);
    m_message->setFont(provider.theme().font(TextStep::Code));
    m_message->setAccessibleName(tr("Commit message"));
    m_message->setObjectName(QStringLiteral("commitMessage"));
    m_message->setTabChangesFocus(true);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_commit->setObjectName(QStringLiteral("commitNow"));
    m_commit->setDefault(true);
    auto* close = makeButton(tr("Close"), ButtonKind::Normal, this);
    close->setAutoDefault(false);
    m_export->setAutoDefault(false);
    connect(m_commit, &QPushButton::clicked, this, &CommitDialog::commit);
    connect(m_export, &QPushButton::clicked, this, &CommitDialog::exportPatches);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);

    const std::shared_ptr<const ProjectState> state = session.state();
    auto* where = new TextLabel(provider, TextStep::Small, {}, &ThemeColours::text2, this);
    where->setWordWrap(true);
    where->setText(
        tr("They go to the branch %1. Your checkout, index and branches stay as they are.%2")
            .arg(state ? state->meta.portBranch : QString(),
                 state && !state->meta.worktree.isEmpty()
                     ? tr(" The worktree is %1.").arg(state->meta.worktree)
                     : QString()));
    m_phaseRows->setSpacing(2);
    m_commitRows->setSpacing(2);
    auto* commits = new QWidget(this);
    commits->setLayout(m_commitRows);
    m_commitRows->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(commits);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Commits made"));
    auto* buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_export);
    buttons->addStretch();
    buttons->addWidget(close);
    buttons->addWidget(m_commit);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(where);
    layout->addWidget(m_phasesTitle);
    layout->addLayout(m_phaseRows);
    layout->addWidget(m_message, 2);
    layout->addWidget(m_commitsTitle);
    layout->addWidget(scroll, 1);
    layout->addWidget(m_problem);
    layout->addLayout(buttons);

    connect(&session, &ProjectSession::stateChanged, this, &CommitDialog::refresh);
    connect(&session, &ProjectSession::taskFinished, this, [this] {
        m_busy = false;
        updateButtons();
    });
    connect(&session, &ProjectSession::failed, this, [this](const Error& error) {
        m_busy = false;
        showProblem(messageFor(error));
        updateButtons();
    });
    connect(&session, &ProjectSession::closed, this, &QDialog::reject);
    refresh();
}

void CommitDialog::refresh()
{
    m_state = m_session.state();
    if (!m_state || !m_state->scan) {
        return;
    }
    refreshPhases();
    refreshCommits();
    loadMessages();
    updateButtons();
}

void CommitDialog::refreshPhases()
{
    clearRows(*m_phaseRows);
    m_checks.clear();
    for (const Phase phase : kPhases) {
        const int count = uncommitted(*m_state, phase);
        if (count == 0) {
            continue;
        }
        const QString changes = count == 1 ? tr("1 change") : tr("%1 changes").arg(count);
        auto* check =
            new QCheckBox(tr("%1  %2, %3").arg(int(phase)).arg(phaseName(phase), changes), this);
        check->setChecked(true);
        check->setProperty("changes", count);
        check->installEventFilter(this);
        connect(check, &QCheckBox::toggled, this, [this, phase] {
            showMessage(phase);
            updateButtons();
        });
        m_phaseRows->addWidget(check);
        m_checks.append({phase, check});
    }
    m_phasesTitle->setText(m_checks.isEmpty() ? tr("Every accepted change is committed")
                                              : tr("One commit a phase"));
    m_message->setVisible(!m_checks.isEmpty());
}

void CommitDialog::refreshCommits()
{
    clearRows(*m_commitRows);
    int made = 0;
    for (qsizetype i = m_state->commits.size() - 1; i >= 0; --i) {
        const RecordedCommit& commit = m_state->commits[i];
        auto* row = new QWidget(this);
        auto* line = new QHBoxLayout(row);
        line->setContentsMargins(0, 0, 0, 0);
        line->setSpacing(8);
        line->addWidget(new TextLabel(m_provider, TextStep::Code,
                                      QString::fromLatin1(commit.id.left(8)), &ThemeColours::text2,
                                      row));
        auto* subject =
            new ElidedLabel(m_provider, TextStep::Body, commit.message.section(u'\n', 0, 0),
                            &ThemeColours::text, row);
        line->addWidget(subject, 1);
        line->addWidget(new TextLabel(
            m_provider, TextStep::Caption,
            commit.undone ? tr("undone")
                          : QLocale().toString(commit.time.toLocalTime(), QLocale::ShortFormat),
            &ThemeColours::muted, row));
        if (!commit.undone) {
            ++made;
            auto* undo = makeButton(tr("Undo"), ButtonKind::Normal, row);
            undo->setProperty("compact", true);
            undo->setAutoDefault(false);
            undo->setAccessibleName(tr("Undo commit %1").arg(subject->text()));
            undo->setEnabled(!m_state->readOnly);
            connect(undo, &QPushButton::clicked, this, [this, id = commit.id] {
                m_busy = true;
                updateButtons();
                m_session.undoCommit(id);
            });
            line->addWidget(undo);
        }
        m_commitRows->addWidget(row);
    }
    m_commitRows->addStretch();
    m_commitsTitle->setVisible(!m_state->commits.isEmpty());
    m_export->setEnabled(made > 0);
}

void CommitDialog::loadMessages()
{
    const int request = ++m_request;
    m_session.makeReport()
        .then(QtFuture::Launch::Async,
              [](const ReportModel& report) {
                  QHash<int, QString> messages;
                  for (const ReportPhase& phase : report.phases) {
                      messages.insert(int(phase.plan.phase),
                                      commitMessage(phase, report.projectName));
                  }
                  return messages;
              })
        .then(this, [this, request](const QHash<int, QString>& messages) {
            if (request == m_request) {
                m_messages = messages;
                showMessage(m_checks.isEmpty() ? m_shownPhase : m_checks.first().first);
            }
        });
}

void CommitDialog::showMessage(Phase phase)
{
    m_shownPhase = phase;
    m_message->setPlainText(m_messages.value(int(phase)));
}

QVector<Phase> CommitDialog::chosen() const
{
    QVector<Phase> phases;
    for (const auto& [phase, check] : m_checks) {
        if (check->isChecked()) {
            phases.append(phase);
        }
    }
    return phases;
}

void CommitDialog::updateButtons()
{
    int changes = 0;
    for (const auto& [phase, check] : m_checks) {
        changes += check->isChecked() ? check->property("changes").toInt() : 0;
    }
    m_commit->setText(changes == 1 ? tr("Commit 1 change") : tr("Commit %1 changes").arg(changes));
    m_commit->setEnabled(changes > 0 && !m_busy && m_state && !m_state->readOnly);
}

void CommitDialog::commit()
{
    m_busy = true;
    m_problem->hide();
    updateButtons();
    m_session.commitPhases(chosen());
}

void CommitDialog::exportPatches()
{
    auto* chooser = new QFileDialog(this, tr("Folder for the patch series"));
    chooser->setAttribute(Qt::WA_DeleteOnClose);
    chooser->setFileMode(QFileDialog::Directory);
    chooser->setOption(QFileDialog::ShowDirsOnly);
    connect(chooser, &QFileDialog::fileSelected, this, [this](const QString& folder) {
        m_session.exportReport({QStringLiteral("patches")}, folder);
    });
    chooser->open();
}

void CommitDialog::showProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_problem->show();
}

} // namespace rocport
