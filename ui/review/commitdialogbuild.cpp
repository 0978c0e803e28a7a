// The parts of the commit dialog, and its list of commits.
#include "core/project/session/projectcommits.h"
#include "ui/review/commitdialog.h"
#include "ui/theme/celldelegate.h"

#include "ui/review/handoffdialog.h"
#include "ui/theme/windowfit.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLocale>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace rocport {

namespace {

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

QVBoxLayout* columnOf(QWidget* widget)
{
    auto* column = new QVBoxLayout(widget);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(6);
    return column;
}

} // namespace

void CommitDialog::build()
{
    setObjectName(QStringLiteral("commitDialog"));
    setWindowTitle(tr("Commit decisions"));
    resize(m_provider.theme().scaled(1240), m_provider.theme().scaled(720));
    const std::shared_ptr<const ProjectState> state = m_session.state();
    auto* where = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, this);
    where->setWordWrap(true);
    where->setText(tr("They are committed to the branch %1. Your checkout, index and branches are "
                      "not changed.%2")
                       .arg(state ? state->meta.portBranch : QString(),
                            state && !state->meta.worktree.isEmpty()
                                ? tr(" The worktree is %1.").arg(state->meta.worktree)
                                : QString()));
    m_checkout = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::warn, this);
    m_checkout->setObjectName(QStringLiteral("commitCheckout"));
    m_checkout->setWordWrap(true);
    m_checkout->hide();
    m_problem = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::crit, this);
    m_problem->setObjectName(QStringLiteral("commitProblem"));
    m_problem->setWordWrap(true);
    m_problem->hide();
    auto* halves = new QSplitter(Qt::Horizontal, this);
    halves->setChildrenCollapsible(false);
    halves->addWidget(buildFiles());
    halves->addWidget(buildMessage());
    halves->setStretchFactor(0, 1);
    halves->setStretchFactor(1, 1);
    halves->setHandleWidth(1);
    halves->setSizes({m_provider.theme().scaled(590), m_provider.theme().scaled(600)});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addWidget(where);
    layout->addWidget(m_checkout);
    layout->addWidget(halves, 3);
    layout->addWidget(buildPeople());
    layout->addWidget(buildCommits(), 1);
    layout->addWidget(m_problem);
    layout->addWidget(buildButtons());
}

QWidget* CommitDialog::buildFiles()
{
    auto* half = new QWidget(this);
    auto* column = columnOf(half);
    m_tree = new QTreeWidget(half);
    m_tree->setObjectName(QStringLiteral("commitFiles"));
    m_tree->setAccessibleName(tr("Commits to make and their files"));
    m_tree->setColumnCount(3);
    m_tree->setHeaderLabels({tr("Commits and files"), tr("Added"), tr("Removed")});
    m_tree->setAllColumnsShowFocus(true);
    fitColumns(*m_tree, m_provider,
               {{ElideAs::Path, true, true, false, 160},
                {ElideAs::Name, true, false, false, 72},
                {ElideAs::Name, true, false, false, 78}},
               24);
    m_tree->headerItem()->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    m_tree->headerItem()->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
    m_total = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, half);
    m_total->setObjectName(QStringLiteral("commitTotal"));
    m_total->setWordWrap(true);
    column->setContentsMargins(0, 0, 12, 0);
    column->addWidget(m_tree, 1);
    column->addWidget(m_total);
    connect(m_tree, &QTreeWidget::itemChanged, this, &CommitDialog::itemChanged);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, &CommitDialog::showPhase);
    return half;
}

QWidget* CommitDialog::buildMessage()
{
    auto* half = new QWidget(this);
    auto* column = columnOf(half);
    column->setContentsMargins(12, 0, 0, 0);
    m_messageTitle = new TextLabel(m_provider, TextStep::BodyStrong, {}, &ThemeColours::text, half);
    m_form = new QComboBox(half);
    m_form->setObjectName(QStringLiteral("commitForm"));
    m_form->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_form->setAccessibleName(tr("How the phase is committed"));
    m_formWhy = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, half);
    m_formWhy->setObjectName(QStringLiteral("commitFormWhy"));
    m_formWhy->setWordWrap(true);
    m_message = new QPlainTextEdit(half);
    m_message->setProperty("field", true);
    m_message->setFont(m_provider.theme().font(TextStep::Code));
    m_message->setAccessibleName(tr("Commit message"));
    m_message->setObjectName(QStringLiteral("commitMessage"));
    m_message->setTabChangesFocus(true);
    m_message->setPlaceholderText(tr("Tick the phase to commit it"));
    m_signOffLine = new TextLabel(m_provider, TextStep::Code, {}, &ThemeColours::text2, half);
    m_signOffLine->setObjectName(QStringLiteral("commitSignOffLine"));
    m_signOffLine->setWordWrap(true);
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_messageTitle, 1);
    row->addWidget(m_form);
    column->addLayout(row);
    column->addWidget(m_formWhy);
    column->addWidget(m_message, 1);
    column->addWidget(m_signOffLine);
    connect(m_form, &QComboBox::activated, this, &CommitDialog::formChosen);
    connect(m_message, &QPlainTextEdit::textChanged, this, &CommitDialog::messageTyped);
    return half;
}

QWidget* CommitDialog::buildPeople()
{
    auto* part = new QWidget(this);
    auto* column = columnOf(part);
    m_name = new QLineEdit(part);
    m_name->setObjectName(QStringLiteral("commitAuthorName"));
    m_name->setAccessibleName(tr("Name of the author"));
    m_name->setPlaceholderText(tr("Name"));
    m_mail = new QLineEdit(part);
    m_mail->setObjectName(QStringLiteral("commitAuthorMail"));
    m_mail->setAccessibleName(tr("E-mail address of the author"));
    m_mail->setPlaceholderText(tr("E-mail address"));
    m_signOff = new QCheckBox(tr("Add &Signed-off-by"), part);
    m_signOff->setObjectName(QStringLiteral("commitSignOff"));
    m_signOff->setChecked(
        m_settings.value(settingsKey(QStringLiteral("sign-off")), false).toBool());
    m_authorWhy = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::warn, part);
    m_authorWhy->setObjectName(QStringLiteral("commitAuthorWhy"));
    m_authorWhy->setWordWrap(true);
    m_authorWhy->setText(tr("git has no name and e-mail address for commits in this repository, "
                            "and every commit needs both. Rocport remembers what you enter for "
                            "this repository; your git settings are not changed."));
    m_authorWhy->hide();
    auto* row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(
        new TextLabel(m_provider, TextStep::Body, tr("Author"), &ThemeColours::text, part));
    row->addWidget(m_name, 2);
    row->addWidget(m_mail, 3);
    row->addWidget(m_signOff);
    column->addLayout(row);
    column->addWidget(m_authorWhy);
    m_unsigned = new TextLabel(m_provider, TextStep::Small, {}, &ThemeColours::text2, part);
    m_unsigned->setObjectName(QStringLiteral("commitUnsigned"));
    m_unsigned->setWordWrap(true);
    m_unsigned->setText(tr("git signs commits in this repository (commit.gpgsign). These will not "
                           "be signed; Hand over has the command that signs them all."));
    m_unsigned->hide();
    column->addWidget(m_unsigned);
    const auto changed = [this] {
        updateSignOff();
        updateButtons();
    };
    connect(m_name, &QLineEdit::textChanged, this, changed);
    connect(m_mail, &QLineEdit::textChanged, this, changed);
    connect(m_signOff, &QCheckBox::toggled, this, [this, changed](bool on) {
        m_settings.setValue(settingsKey(QStringLiteral("sign-off")), on);
        changed();
    });
    return part;
}

QWidget* CommitDialog::buildCommits()
{
    m_commits = new QWidget(this);
    auto* column = columnOf(m_commits);
    m_commitsTitle = new TextLabel(m_provider, TextStep::BodyStrong, tr("Commits made"),
                                   &ThemeColours::text, m_commits);
    auto* rows = new QWidget(m_commits);
    m_commitRows = new QVBoxLayout(rows);
    m_commitRows->setSpacing(2);
    m_commitRows->setContentsMargins(0, 0, 0, 0);
    auto* scroll = new QScrollArea(m_commits);
    scroll->setWidget(rows);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setAccessibleName(tr("Commits made"));
    column->addWidget(m_commitsTitle);
    column->addWidget(scroll, 1);
    return m_commits;
}

QWidget* CommitDialog::buildButtons()
{
    auto* part = new QWidget(this);
    auto* row = new QHBoxLayout(part);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    m_commit = makeButton({}, ButtonKind::Primary, part);
    m_commit->setObjectName(QStringLiteral("commitNow"));
    m_commit->setDefault(true);
    m_commit->setToolTip(tr("Ctrl+Enter"));
    m_export = makeButton(tr("Export patch series…"), ButtonKind::Normal, part);
    m_export->setAutoDefault(false);
    m_handOff = makeButton(tr("Hand over…"), ButtonKind::Normal, part);
    m_handOff->setObjectName(QStringLiteral("commitHandOff"));
    m_handOff->setToolTip(tr("The command to push the branch, and the text of a pull request"));
    m_handOff->setAutoDefault(false);
    connect(m_handOff, &QPushButton::clicked, this,
            [this] { openDialog(*new HandOffDialog(m_session, m_provider, this)); });
    auto* close = makeButton(tr("Close"), ButtonKind::Normal, part);
    close->setAutoDefault(false);
    connect(m_commit, &QPushButton::clicked, this, &CommitDialog::commit);
    connect(m_export, &QPushButton::clicked, this, &CommitDialog::exportPatches);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    for (const char* keys : {"Ctrl+Return", "Ctrl+Enter"}) {
        auto* shortcut = new QShortcut(QKeySequence(QLatin1String(keys)), this);
        connect(shortcut, &QShortcut::activated, this, &CommitDialog::commit);
    }
    row->addWidget(m_export);
    row->addWidget(m_handOff);
    row->addStretch();
    row->addWidget(close);
    row->addWidget(m_commit);
    return part;
}

void CommitDialog::addCommitRow(const RecordedCommit& commit, bool isNewest)
{
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(8);
    line->addWidget(new TextLabel(m_provider, TextStep::Code,
                                  QString::fromLatin1(commit.id.left(8)), &ThemeColours::text2,
                                  row));
    auto* subject = new ElidedLabel(m_provider, TextStep::Body, commit.message.section(u'\n', 0, 0),
                                    &ThemeColours::text, row);
    line->addWidget(subject, 1);
    const QString state =
        !commit.undone ? QLocale().toString(commit.time.toLocalTime(), QLocale::ShortFormat)
        : commit.replacedBy.isEmpty()
            ? tr("undone")
            : tr("replaced by %1").arg(QString::fromLatin1(commit.replacedBy.left(8)));
    line->addWidget(new TextLabel(m_provider, TextStep::Caption, state, &ThemeColours::muted, row));
    if (!commit.undone) {
        const bool rewritten =
            isNewest &&
            std::any_of(m_state->commits.begin(), m_state->commits.end(),
                        [&](const RecordedCommit& old) { return old.replacedBy == commit.id; });
        auto* undo =
            makeButton(rewritten ? tr("Undo rewriting") : tr("Undo"), ButtonKind::Normal, row);
        undo->setProperty("compact", true);
        undo->setAutoDefault(false);
        undo->setAccessibleName(rewritten
                                    ? tr("Undo the rewriting of commit %1").arg(subject->text())
                                    : tr("Undo commit %1").arg(subject->text()));
        undo->setToolTip(rewritten ? tr("The commits that it replaced are restored") : QString());
        undo->setEnabled(!m_state->readOnly);
        connect(undo, &QPushButton::clicked, this, [this, id = commit.id] {
            m_busy = true;
            m_problem->hide();
            updateButtons();
            m_session.commits().undo(id, typedAuthor());
        });
        line->addWidget(undo);
    }
    m_commitRows->addWidget(row);
}

void CommitDialog::refreshCommits()
{
    clearRows(*m_commitRows);
    bool any = false;
    QSet<QByteArray> shown; // one that came back on the branch is not also one that was replaced
    for (const RecordedCommit& commit : m_state->commits) {
        if (!commit.undone) {
            shown.insert(commit.id);
        }
    }
    for (qsizetype i = m_state->commits.size() - 1; i >= 0; --i) {
        const RecordedCommit& commit = m_state->commits[i];
        if (commit.undone && shown.contains(commit.id)) {
            continue;
        }
        shown.insert(commit.id);
        addCommitRow(commit, !commit.undone && !any);
        any = any || !commit.undone;
    }
    m_commitRows->addStretch();
    m_commits->setVisible(!m_state->commits.isEmpty());
    m_export->setEnabled(any);
    m_handOff->setEnabled(any);
}

std::optional<Phase> CommitDialog::phaseWithoutMessage() const
{
    for (const CommitWish& wish : wishes().phases) {
        if (!wish.message.isNull() && isEmptyMessage(wish.message)) {
            return wish.phase;
        }
    }
    return {};
}

QString CommitDialog::hindrance() const
{
    if (const auto phase = phaseWithoutMessage()) {
        return tr("The message of phase %1 is empty; describe what its commit does.")
            .arg(int(*phase));
    }
    if (m_peopleKnown && !typedAuthor().isComplete()) {
        return tr("The author is incomplete; enter a name and an e-mail address.");
    }
    return {};
}

} // namespace rocport
