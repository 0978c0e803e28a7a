#include "ui/review/reviewdialogs.h"

#include "core/base/wording.h"
#include "ui/review/commitdialog.h"
#include "ui/review/diffview.h"
#include "ui/review/historydialog.h"
#include "ui/review/orphaneddialog.h"
#include "ui/review/proofdialog.h"
#include "ui/review/reviewcommands.h"
#include "ui/review/reviewdesk.h"
#include "ui/theme/whynot.h"
#include "ui/theme/windowfit.h"

#include <QAction>

namespace rocport {

ReviewDialogs::ReviewDialogs(ReviewDesk& desk, ReviewCommands& commands, DiffView& diff,
                             SyntaxRepository& syntax, ThemeProvider& provider,
                             UiSettings& settings, QWidget& window, QObject* parent)
    : QObject(parent),
      m_desk(desk),
      m_commands(commands),
      m_diff(diff),
      m_syntax(syntax),
      m_provider(provider),
      m_settings(settings),
      m_window(window)
{
    commands.add(
        QStringLiteral("history"), tr("History of changes…"), tr("History"), {"Ctrl+Alt+Z"},
        [this] { openDialog(*new HistoryDialog(m_desk.session(), m_provider, &m_window)); });
    commands.add(QStringLiteral("commit"), tr("Commit decisions…"), tr("Commit"),
                 {"Ctrl+Return", "Ctrl+Enter"}, [this] { openCommit(); });
    commands.add(QStringLiteral("explainProof"), tr("Explain the proof"), tr("Explain the proof"),
                 {"I"}, [this] { openProof(); });
    commands.add(QStringLiteral("lostDecisions"), tr("Decisions without a place…"), {}, {}, [this] {
        openDialog(*new OrphanedDialog(m_desk.session(), m_provider, &m_window));
    });
}

void ReviewDialogs::openCommit()
{
    // One that was closed a moment ago is still there.
    if (!m_commit || !m_commit->isVisible()) {
        m_commit = new CommitDialog(m_desk.session(), m_provider, m_settings, &m_window);
        openDialog(*m_commit);
        Q_EMIT commitOpened();
    }
}

void ReviewDialogs::openProof()
{
    if (m_desk.current() < 0) {
        return;
    }
    auto* dialog =
        new ProofDialog(m_desk.session(), m_provider, m_syntax, m_desk.currentKey(), &m_window);
    dialog->diff().setWrapped(m_diff.isWrapped());
    openDialog(*dialog);
}

void ReviewDialogs::update() const
{
    const ReviewCounts& counts = m_desk.model().totals();
    m_commands.enable({"history"}, m_commands.whyNoScan());
    m_commands.enable(
        {"explainProof"},
        firstReason({m_commands.whyNothing(), m_commands.whyOutOfSight(),
                     m_desk.current() >= 0 ? QString() : m_commands.noChangeSelected()}));
    // Commits that were made can be reworded, undone and handed over.
    const bool any = m_desk.state() && !m_desk.state()->commits.isEmpty();
    m_commands.at(QStringLiteral("commit"))
        .setIconText(
            counts.uncommitted > 0
                ? tr("Commit %1…").arg(counted(counts.uncommitted, tr("decision"), tr("decisions")))
            : any ? tr("Commits…")
                  : tr("Commit…"));
    m_commands.enable(
        {"commit"}, m_desk.isWritable() && (counts.uncommitted > 0 || any),
        firstReason({m_commands.whyNoDecision(), tr("There are no decisions to commit.")}));
    const qsizetype lost = m_desk.state() ? m_desk.state()->orphaned.size() : 0;
    m_commands.at(QStringLiteral("lostDecisions"))
        .setIconText(lost == 1 ? tr("1 decision no longer has a place")
                               : tr("%1 decisions no longer have a place").arg(lost));
    m_commands.enable({"lostDecisions"}, lost > 0, tr("Every decision has its place."));
}

} // namespace rocport
