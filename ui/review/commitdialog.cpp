#include "ui/review/commitdialog.h"

#include "core/base/whendone.h"
#include "core/base/wording.h"
#include "core/project/port/commit.h"
#include "core/project/port/commitplan.h"
#include "core/project/session/projectlocation.h"
#include "ui/messages/messages.h"
#include "ui/review/checkoutbanner.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QPlainTextEdit>
#include <QTreeWidget>

#include <algorithm>

namespace rocport {

namespace {

constexpr int kPhaseRole = Qt::UserRole;

QString changesText(int count)
{
    return counted(count, CommitDialog::tr("change"), CommitDialog::tr("changes"));
}

QString commitsText(qsizetype count)
{
    return counted(count, CommitDialog::tr("commit"), CommitDialog::tr("commits"));
}

QString shortId(const QByteArray& id)
{
    return QString::fromLatin1(id.left(8));
}

/// The first rows of a phase's files; a commit of thousands of files stays quick to show.
constexpr int kMostFiles = 500;

LineCounts addFiles(QTreeWidgetItem& parent, const QVector<CommitFileCount>& files, int height)
{
    LineCounts sum;
    int row = 0;
    for (const CommitFileCount& file : files) {
        sum.added += file.lines.added;
        sum.removed += file.lines.removed;
        if (row++ >= kMostFiles) {
            continue;
        }
        auto* item = new QTreeWidgetItem(&parent);
        item->setText(0, file.isNew ? CommitDialog::tr("%1 (new)").arg(file.path.display())
                                    : file.path.display());
        item->setText(1, file.lines.binary ? CommitDialog::tr("binary")
                                           : QStringLiteral("+%1").arg(file.lines.added));
        item->setText(2, file.lines.binary ? QString()
                                           : QStringLiteral("−%1").arg(file.lines.removed));
        item->setToolTip(0, file.path.display());
        item->setSizeHint(0, QSize(0, height));
        item->setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
        item->setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
        item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    }
    if (files.size() > kMostFiles) {
        auto* more = new QTreeWidgetItem(&parent);
        more->setText(0, CommitDialog::tr("and %1 more").arg(filesText(files.size() - kMostFiles)));
    }
    return sum;
}

void setCounts(QTreeWidgetItem& item, const LineCounts& sum, bool any)
{
    item.setText(1, any ? QStringLiteral("+%1").arg(sum.added) : QString());
    item.setText(2, any ? QStringLiteral("−%1").arg(sum.removed) : QString());
    item.setTextAlignment(1, Qt::AlignRight | Qt::AlignVCenter);
    item.setTextAlignment(2, Qt::AlignRight | Qt::AlignVCenter);
}

} // namespace

QString hindranceText(const PhasePreview& phase)
{
    const QString names = phase.where.join(QStringLiteral(", "));
    switch (phase.hindrance) {
    case RewriteHindrance::None:
    case RewriteHindrance::NoCommit:
    case RewriteHindrance::Outdated:
        return {};
    case RewriteHindrance::Shared:
        return CommitDialog::tr("The commits of this phase cannot be amended because they are also "
                                "on %1; make a new commit instead.")
            .arg(names);
    case RewriteHindrance::Foreign:
        return CommitDialog::tr(
                   "The commits of this phase cannot be amended because the branch was changed "
                   "outside Rocport (commit %1); make a new commit instead.")
            .arg(names);
    case RewriteHindrance::Upstream:
        return CommitDialog::tr("The commits of this phase cannot be amended because upstream "
                                "changes were merged after them; make a new commit instead.");
    }
    return {};
}

CommitDialog::CommitDialog(ProjectSession& session, ThemeProvider& provider, UiSettings& settings,
                           QWidget* parent)
    : QDialog(parent), m_session(session), m_provider(provider), m_settings(settings)
{
    m_state = session.state();
    build();
    connect(&session, &ProjectSession::stateChanged, this, [this](StateChange change) {
        if (change == StateChange::Commits) {
            m_choices.clear();
            forgetSent();
        }
        refresh();
    });
    connect(&session, &ProjectSession::taskFinished, this, [this] {
        m_busy = false;
        updateButtons();
    });
    connect(&session, &ProjectSession::failed, this, [this](const Error& error) {
        m_busy = false;
        m_sent.clear(); // what was typed stays
        showProblem(messageFor(error));
        updateButtons();
    });
    connect(&session, &ProjectSession::closed, this, &QDialog::reject);
    refresh();
    m_tree->setFocus();
}

CommitDialog::~CommitDialog()
{
    m_checkoutAsked.cancel();
}

void CommitDialog::refresh()
{
    m_state = m_session.state();
    if (!m_state || !m_state->scan) {
        return;
    }
    resetChoices();
    refreshCommits();
    askPreview();
    askCheckout();
}

void CommitDialog::resetChoices()
{
    for (const Phase phase : kPhases) {
        if (!m_choices.contains(int(phase))) {
            m_choices.insert(int(phase),
                             {uncommittedChanges(*m_state, phase) > 0, CommitForm::New});
        }
    }
}

QString CommitDialog::settingsKey(const QString& name) const
{
    const QString root = m_state ? m_state->meta.repositoryRoot : QString();
    return QStringLiteral("review/commit-%1/%2").arg(repositoryKey(root), name);
}

QString CommitDialog::messageKey(Phase phase) const
{
    return settingsKey(
        QStringLiteral("message-%1-%2").arg(int(phase)).arg(int(m_choices.value(int(phase)).form)));
}

GitPerson CommitDialog::typedAuthor() const
{
    return cleanedPerson({m_name->text(), m_mail->text()});
}

GitPerson CommitDialog::signer() const
{
    const GitPerson& git = m_preview.identity.committer;
    return git.isComplete() ? git : typedAuthor();
}

CommitWishes CommitDialog::wishes() const
{
    CommitWishes wishes;
    for (const Phase phase : kPhases) {
        const Choice choice = m_choices.value(int(phase));
        if (choice.wanted) {
            const QString key = messageKey(phase);
            wishes.phases.append(
                {phase, choice.form, m_typed.contains(key) ? m_typed[key] : QString()});
        }
    }
    wishes.author = typedAuthor();
    wishes.signOff = m_signOff->isChecked();
    return wishes;
}

void CommitDialog::askPreview()
{
    const int request = ++m_request;
    m_previewed = false;
    CommitWishes asked = wishes();
    for (CommitWish& wish : asked.phases) {
        wish.message = QString(); // what is typed is checked here; what is drafted comes back
    }
    updateButtons();
    whenDone(m_session.previewCommit(asked), this,
             [this, request](const Result<CommitPreview>& preview) {
                 if (request != m_request) {
                     return;
                 }
                 if (!preview) {
                     if (preview.error().code != ErrorCode::Cancelled) {
                         showProblem(messageFor(preview.error()));
                     }
                     return;
                 }
                 adoptPreview(*preview);
             });
}

void CommitDialog::askCheckout()
{
    m_checkoutAsked.cancel();
    m_checkoutAsked = CancelToken();
    const int request = ++m_checkoutRequest;
    whenDone(m_session.uncommittedFiles(m_checkoutAsked), this,
             [this, request](const Result<QVector<UncommittedFile>>& files) {
                 if (request != m_checkoutRequest || !files) {
                     return;
                 }
                 QStringList all;
                 for (const UncommittedFile& file : *files) {
                     all.append(file.change.path.display());
                 }
                 m_checkout->setText(
                     (files->size() == 1
                          ? tr("%1 in your checkout has uncommitted changes, which are "
                               "not part of the port: %2.")
                          : tr("%1 in your checkout have uncommitted changes, which are "
                               "not part of the port: %2."))
                         .arg(filesText(files->size()), pathsText(*files)));
                 m_checkout->setToolTip(all.mid(0, 40).join(u'\n'));
                 m_checkout->setVisible(!files->isEmpty());
             });
}

const PhasePreview* CommitDialog::previewOf(Phase phase) const
{
    const auto found =
        std::find_if(m_preview.phases.begin(), m_preview.phases.end(),
                     [&](const PhasePreview& preview) { return preview.phase == phase; });
    return found == m_preview.phases.end() ? nullptr : &*found;
}

void CommitDialog::adoptPreview(const CommitPreview& preview)
{
    m_preview = preview;
    m_previewed = true;
    for (const Phase phase : kPhases) {
        // What cannot be had any more is not wished any more.
        Choice& choice = m_choices[int(phase)];
        const PhasePreview* now = previewOf(phase);
        if (now == nullptr) {
            choice = Choice();
        } else if (choice.form == CommitForm::New && now->changes == 0) {
            choice.wanted = false;
        }
        const QString key = messageKey(phase);
        const QString kept = m_settings.value(key, QString()).toString();
        if (!m_typed.contains(key) && !kept.isEmpty()) {
            m_typed.insert(key, kept); // typed the last time, and not committed
        }
    }
    adoptPeople();
    fillTree();
    if (preview.problem && preview.problem->code != ErrorCode::NothingToCommit) {
        showProblem(messageFor(*preview.problem));
    } else {
        m_problem->hide();
    }
    updateSignOff();
    updateButtons();
}

void CommitDialog::adoptPeople()
{
    const GitPerson& git = m_preview.identity.author;
    m_authorWhy->setVisible(!git.isComplete());
    m_unsigned->setVisible(m_preview.identity.signs);
    if (m_peopleKnown) {
        return;
    }
    m_peopleKnown = true;
    const auto remembered = [&](const char* name) {
        return m_settings.value(settingsKey(QLatin1String(name)), QString()).toString();
    };
    m_name->setText(git.isComplete() ? git.name : remembered("author-name"));
    m_mail->setText(git.isComplete() ? git.mail : remembered("author-mail"));
    if (m_name->text().isEmpty()) {
        m_name->setText(git.name);
    }
    if (m_mail->text().isEmpty()) {
        m_mail->setText(git.mail);
    }
}

void CommitDialog::fillTree()
{
    m_filling = true;
    m_tree->clear();
    const int height = m_provider.theme().scaled(24);
    LineCounts sum;
    QSet<RepoPath> paths;
    const auto count = [&](const QVector<CommitFileCount>& files, QTreeWidgetItem& item) {
        const LineCounts lines = addFiles(item, files, height);
        item.setSizeHint(0, QSize(0, height));
        setCounts(item, lines, !files.isEmpty());
        sum.added += lines.added;
        sum.removed += lines.removed;
        for (const CommitFileCount& file : files) {
            paths.insert(file.path);
        }
    };
    if (!m_preview.refreshed.isEmpty() || m_preview.mergesUpstream) {
        auto* first = new QTreeWidgetItem(m_tree);
        first->setText(0, m_preview.mergesUpstream ? tr("First: a merge of the upstream changes")
                                                   : tr("First: files that are regenerated"));
        first->setData(0, kPhaseRole, -1);
        first->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        count(m_preview.refreshed, *first);
    }
    QTreeWidgetItem* current = nullptr;
    for (const PhasePreview& phase : std::as_const(m_preview.phases)) {
        const Choice choice = m_choices.value(int(phase.phase));
        auto* item = new QTreeWidgetItem(m_tree);
        item->setText(0,
                      tr("%1  %2, %3")
                          .arg(int(phase.phase))
                          .arg(phaseName(phase.phase),
                               phase.changes > 0 ? changesText(phase.changes) : tr("committed")));
        item->setData(0, kPhaseRole, int(phase.phase));
        const bool possible = phase.changes > 0 || !phase.amendable.isEmpty();
        item->setFlags(possible ? Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable
                                : Qt::ItemIsEnabled | Qt::ItemIsSelectable);
        if (possible) {
            item->setCheckState(0, choice.wanted ? Qt::Checked : Qt::Unchecked);
        }
        count(phase.files, *item);
        if (m_hasShown ? phase.phase == m_shownPhase : current == nullptr) {
            current = item;
        }
    }
    constexpr int kMostOpen = 300; // files; beyond, the phases are what fits into sight
    if (paths.size() <= kMostOpen) {
        m_tree->expandAll();
    }
    if (current == nullptr) {
        current = m_tree->topLevelItem(m_tree->topLevelItemCount() - 1);
    }
    m_tree->setCurrentItem(current);
    m_total->setText(
        paths.isEmpty()
            ? (m_preview.phases.isEmpty() ? tr("Every accepted change is committed") : QString())
            : tr("Total: %1, %2 added, %3 removed")
                  .arg(filesText(paths.size()), counted(sum.added, tr("line"), tr("lines")))
                  .arg(sum.removed));
    m_filling = false;
    showPhase();
}

void CommitDialog::itemChanged(QTreeWidgetItem* item)
{
    if (m_filling || item->parent() != nullptr || item->data(0, kPhaseRole).toInt() < 0) {
        return;
    }
    const int phase = item->data(0, kPhaseRole).toInt();
    Choice& choice = m_choices[phase];
    choice.wanted = item->checkState(0) == Qt::Checked;
    const PhasePreview* preview = previewOf(static_cast<Phase>(phase));
    if (choice.wanted && choice.form == CommitForm::New && preview != nullptr &&
        preview->changes == 0) {
        choice.form = CommitForm::Amend; // there is nothing to make a commit of its own from
    } else if (!choice.wanted && preview != nullptr && preview->changes == 0) {
        choice.form = CommitForm::New; // the commit stays as it is
    }
    m_shownPhase = static_cast<Phase>(phase);
    m_hasShown = true;
    // Once the view is done with the row, which is made anew.
    QMetaObject::invokeMethod(this, &CommitDialog::askPreview, Qt::QueuedConnection);
}

void CommitDialog::fillForms(const PhasePreview& phase)
{
    m_form->clear();
    m_form->addItem(phase.changes > 0 ? tr("New commit") : tr("Leave as committed"),
                    int(CommitForm::New));
    if (!phase.amendable.isEmpty()) {
        m_form->addItem(phase.changes > 0 ? tr("Amend %1").arg(shortId(phase.amendable))
                                          : tr("Reword %1").arg(shortId(phase.amendable)),
                        int(CommitForm::Amend));
    }
    if (phase.squashable.size() > 1) {
        m_form->addItem(tr("Squash %1 into one").arg(commitsText(phase.squashable.size())),
                        int(CommitForm::Squash));
    }
    m_form->setCurrentIndex(m_form->findData(int(m_choices.value(int(phase.phase)).form)));
    m_form->setVisible(m_form->count() > 1);
    m_formWhy->setText(hindranceText(phase));
    m_formWhy->setVisible(!m_formWhy->text().isEmpty());
}

void CommitDialog::showPhase()
{
    if (m_filling) {
        return;
    }
    QTreeWidgetItem* item = m_tree->currentItem();
    while (item != nullptr && item->parent() != nullptr) {
        item = item->parent();
    }
    const int number = item != nullptr ? item->data(0, kPhaseRole).toInt() : -1;
    const PhasePreview* phase = number >= 0 ? previewOf(static_cast<Phase>(number)) : nullptr;
    m_filling = true;
    if (phase == nullptr) {
        m_form->hide();
        m_formWhy->hide();
        m_messageTitle->setText(item != nullptr ? tr("Written by Rocport") : QString());
        m_message->clear();
        m_message->setReadOnly(true);
    } else {
        m_shownPhase = phase->phase;
        m_hasShown = true;
        fillForms(*phase);
        m_messageTitle->setText(tr("Message of phase %1").arg(number));
        const QString key = messageKey(phase->phase);
        m_message->setReadOnly(!phase->wanted);
        m_message->setPlaceholderText(
            phase->changes > 0 ? tr("Tick the phase to commit it")
                               : tr("Everything of this phase is committed; tick it to change the "
                                    "message of its commit"));
        m_message->setPlainText(!phase->wanted ? QString() : m_typed.value(key, phase->message));
    }
    m_filling = false;
    updateSignOff();
    updateButtons();
}

void CommitDialog::formChosen()
{
    Choice& choice = m_choices[int(m_shownPhase)];
    choice.form = static_cast<CommitForm>(m_form->currentData().toInt());
    const PhasePreview* phase = previewOf(m_shownPhase);
    choice.wanted = choice.form != CommitForm::New || phase == nullptr || phase->changes > 0;
    askPreview();
}

void CommitDialog::messageTyped()
{
    if (m_filling || m_message->isReadOnly()) {
        return;
    }
    const QString key = messageKey(m_shownPhase);
    const PhasePreview* phase = previewOf(m_shownPhase);
    const QString text = m_message->toPlainText();
    if (phase != nullptr && cleanedMessage(text) == cleanedMessage(phase->message)) {
        m_typed.remove(key);
        m_settings.setValue(key, {});
    } else {
        m_typed.insert(key, text.isNull() ? QLatin1StringView("") : text);
        m_settings.setValue(key, text);
    }
    updateSignOff();
    updateButtons();
}

void CommitDialog::updateSignOff()
{
    const PhasePreview* phase = previewOf(m_shownPhase);
    const GitPerson person = signer();
    const bool shown = m_signOff->isChecked() && person.isComplete() && phase != nullptr &&
                       phase->wanted && !m_message->isReadOnly();
    const QString text = m_message->toPlainText();
    const bool there = shown && signedOff(text, person) == cleanedMessage(text);
    m_signOffLine->setText(there ? tr("The message already has your Signed-off-by")
                                 : QStringLiteral("Signed-off-by: %1").arg(person.text()));
    m_signOffLine->setVisible(shown);
}

void CommitDialog::updateButtons()
{
    int changes = 0;
    int rewrites = 0;
    for (const PhasePreview& phase : std::as_const(m_preview.phases)) {
        const Choice choice = m_choices.value(int(phase.phase));
        changes += choice.wanted ? phase.changes : 0;
        if (choice.wanted && choice.form != CommitForm::New) {
            rewrites += choice.form == CommitForm::Squash ? int(phase.squashable.size()) : 1;
        }
    }
    m_commit->setText(
        changes + rewrites == 0 ? tr("Nothing to commit")
        : rewrites == 0         ? tr("Commit %1").arg(changesText(changes))
        : changes == 0
            ? tr("Rewrite %1").arg(commitsText(rewrites))
            : tr("Commit %1, rewrite %2").arg(changesText(changes), commitsText(rewrites)));
    const QString why = hindrance();
    if (!why.isEmpty()) {
        showProblem(why);
    } else if (m_problem->property("own").toBool()) {
        m_problem->hide();
    }
    m_problem->setProperty("own", !why.isEmpty());
    m_commit->setEnabled(changes + rewrites > 0 && !m_busy && m_previewed && why.isEmpty() &&
                         !m_preview.problem && m_state && !m_state->readOnly);
}

/// Where the sentence at the foot can be answered.
void CommitDialog::focusWhatIsMissing()
{
    if (const auto phase = phaseWithoutMessage()) {
        const QAbstractItemModel& rows = *m_tree->model();
        m_tree->setCurrentIndex(rows.match(rows.index(0, 0), kPhaseRole, int(*phase)).value(0));
        m_message->setFocus();
    } else if (m_peopleKnown && !typedAuthor().isComplete()) {
        (cleanedPerson({m_name->text(), {}}).name.isEmpty() ? m_name : m_mail)->setFocus();
    }
}

void CommitDialog::commit()
{
    if (!m_commit->isEnabled()) {
        focusWhatIsMissing();
        return;
    }
    const CommitWishes wanted = wishes();
    if (!m_preview.identity.author.isComplete()) {
        m_settings.setValue(settingsKey(QStringLiteral("author-name")), wanted.author.name);
        m_settings.setValue(settingsKey(QStringLiteral("author-mail")), wanted.author.mail);
    }
    for (const CommitWish& wish : wanted.phases) {
        m_sent.append(messageKey(wish.phase));
    }
    m_busy = true;
    m_problem->hide();
    updateButtons();
    m_session.commit(wanted);
}

void CommitDialog::forgetSent()
{
    for (const QString& key : std::as_const(m_sent)) {
        m_typed.remove(key);
        m_settings.setValue(key, {});
    }
    m_sent.clear();
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
