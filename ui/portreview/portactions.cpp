#include "ui/portreview/portactions.h"

#include "core/base/wording.h"
#include "ui/portreview/hunkdiff.h"
#include "ui/portreview/hunktree.h"
#include "ui/portreview/portcommands.h"
#include "ui/portreview/threadspanel.h"
#include "ui/theme/whynot.h"

#include <QAction>
#include <QMenu>
#include <QTreeView>

#include <algorithm>

namespace rocport {

namespace {

/// Whether the rules that point there ask for nothing but other names of a library: the NVIDIA path
/// is proved and what the rules would write means the same.
bool changesNamesOnly(const ReviewHunk& hunk)
{
    const auto isOfNames = [](const QString& rule) {
        return rule == QLatin1StringView("hipify-api") ||
               rule == QLatin1StringView("hipify-header");
    };
    return hunk.nvidia == NvidiaPath::Unchanged && !hunk.ruleIds.isEmpty() &&
           std::all_of(hunk.ruleIds.begin(), hunk.ruleIds.end(), isOfNames) &&
           (hunk.match == RuleMatch::Equal || hunk.match == RuleMatch::Similar);
}

} // namespace

PortActions::PortActions(const Parts& parts, QObject* parent)
    : QObject(parent),
      m_reviews(parts.reviews),
      m_commands(parts.commands),
      m_tree(parts.tree),
      m_diff(parts.diff),
      m_threads(parts.threads)
{
    addCommands();
    addGoing();
    connect(&m_diff, &HunkDiff::edited, this, [this](const QByteArray& id, const QByteArray& text) {
        if (m_reviews.decide({id}, DecisionKind::Edited, text)) {
            m_diff.closeEdit();
            m_diff.view().focusText();
        } // else failed() says why, and the text stays in the editor
    });
}

void PortActions::addCommands()
{
    const auto add = [this](const char* name, const QString& text, const QString& shortText,
                            PortCommands::Names keys, const std::function<void()>& run) {
        m_commands.add(QLatin1String(name), text, shortText, keys, run);
    };
    add("portAccept", tr("Accept hunk"), tr("Accept"), {"A"},
        [this] { decide(DecisionKind::Accepted); });
    add("portReject", tr("Reject hunk"), tr("Reject"), {"R"},
        [this] { decide(DecisionKind::Rejected); });
    add("portComment", tr("Comment on the line"), tr("Comment"), {"C"}, [this] {
        const HunkDiff::Line line = m_diff.commentLine();
        m_threads.beginComment(line.onBase, line.number);
    });
    add("portEdit", tr("Edit the lines of the hunk"), tr("Edit"), {"E"},
        [this] { m_diff.beginEdit(); });
    add("portUndo", tr("Undo"), tr("Undo"), {"U", "Ctrl+Z"}, [this] {
        Q_EMIT goingBack(true);
        if (!m_reviews.undo()) {
            Q_EMIT goingBack(false);
        }
    });
    add("portRedo", tr("Redo"), tr("Redo"), {"Shift+U", "Ctrl+Shift+Z"}, [this] {
        Q_EMIT goingBack(true);
        if (!m_reviews.redo()) {
            Q_EMIT goingBack(false);
        }
    });
    add("portReopen", tr("Open the hunk again"), tr("Reopen"), {"O"},
        [this] { decide(DecisionKind::Open); });
    add("portUseRule", tr("Use what the rule would write"), tr("Use this text"), {},
        [this] { useRuleText(); });
    add("portAcceptRule", tr("Accept all open hunks of this rule"), {}, {"Shift+A"},
        [this] { acceptSameRule(); });
    add("portAcceptEqual", tr("Accept all open hunks that equal the rules"), {}, {},
        [this] { acceptEqual(); });
    add("portAcceptNames", tr("Accept all open hunks that translate names alone"), {}, {},
        [this] { acceptNames(); });
}

void PortActions::addGoing()
{
    const auto add = [this](const char* name, const QString& text, const QString& shortText,
                            PortCommands::Names keys, const std::function<void()>& run) {
        m_commands.add(QLatin1String(name), text, shortText, keys, run);
    };
    const auto next = [this](int step) {
        goTo(m_tree.next(step), step > 0 ? tr("This is the last hunk that is listed.")
                                         : tr("This is the first hunk that is listed."));
    };
    const auto file = [this](int step) {
        goTo(m_tree.nextFile(step), step > 0 ? tr("This is the last file that is listed.")
                                             : tr("This is the first file that is listed."));
    };
    add("portNext", tr("Next hunk"), tr("Next hunk"), {"N"}, [next] { next(1); });
    add("portPrevious", tr("Previous hunk"), tr("Previous hunk"), {"P"}, [next] { next(-1); });
    add("portNextFile", tr("Next file of the port"), tr("Next file"), {"]"}, [file] { file(1); });
    add("portPreviousFile", tr("Previous file of the port"), tr("Previous file"), {"["},
        [file] { file(-1); });
    add("portFilter", tr("Filter hunks"), tr("Filter"), {"/"}, [this] {
        m_tree.field().setFocus(Qt::ShortcutFocusReason);
        m_tree.field().selectAll();
    });
}

const ReviewHunk* PortActions::current() const
{
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    return state ? state->hunk(m_tree.current()) : nullptr;
}

void PortActions::goTo(const QByteArray& id, const QString& none)
{
    if (id.isEmpty()) {
        Q_EMIT said(none);
    } else {
        m_tree.setCurrent(id);
    }
}

/// Decides what is chosen; a single hunk leads to the next open one.
void PortActions::decide(DecisionKind kind)
{
    const QVector<QByteArray> ids = m_tree.chosen();
    if (ids.isEmpty()) {
        return;
    }
    if (!m_reviews.decide(ids, kind)) {
        return; // failed() says why
    }
    if (ids.size() > 1) {
        Q_EMIT said(tr("%1: %2.").arg(counted(ids.size(), tr("hunk"), tr("hunks")),
                                      decisionName(kind).toLower()));
    } else if (kind != DecisionKind::Open) {
        const QByteArray next = m_tree.model().nextOpen(ids.first());
        goTo(next, tr("Every hunk that is listed is decided."));
    }
}

void PortActions::decideAll(const QVector<QByteArray>& ids, DecisionKind kind, const QString& none)
{
    if (ids.isEmpty()) {
        Q_EMIT said(none);
        return;
    }
    if (!m_reviews.decide(ids, kind)) {
        return;
    }
    Q_EMIT said(
        tr("%1 accepted; Undo takes it back.").arg(counted(ids.size(), tr("hunk"), tr("hunks"))));
}

QVector<QByteArray> PortActions::openOf(const std::function<bool(const ReviewHunk&)>& wanted) const
{
    QVector<QByteArray> ids;
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    for (const ReviewFile& file : state->review->files) {
        for (const ReviewHunk& hunk : file.hunks) {
            if (!isDecided(state->kindOf(hunk.id)) && wanted(hunk)) {
                ids.append(hunk.id);
            }
        }
    }
    return ids;
}

void PortActions::acceptEqual()
{
    decideAll(openOf([](const ReviewHunk& hunk) {
                  return hunk.match == RuleMatch::Equal && hunk.nvidia == NvidiaPath::Unchanged;
              }),
              DecisionKind::Accepted,
              tr("No open hunk equals what the rules would write with the NVIDIA path proved."));
}

void PortActions::acceptNames()
{
    decideAll(openOf(&changesNamesOnly), DecisionKind::Accepted,
              tr("No open hunk only translates names as the rules would."));
}

/// Those that the same rule leads, that compare with it in the same way, and that do the same to
/// the NVIDIA path.
void PortActions::acceptSameRule()
{
    const ReviewHunk* like = current();
    if (like == nullptr) {
        return;
    }
    decideAll(openOf([like](const ReviewHunk& hunk) {
                  return hunk.ruleIds.value(0) == like->ruleIds.value(0) &&
                         hunk.match == like->match && hunk.nvidia == like->nvidia;
              }),
              DecisionKind::Accepted, tr("No hunk of this rule is open."));
}

void PortActions::useRuleText()
{
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    const ReviewHunk* hunk = current();
    if (hunk == nullptr) {
        return;
    }
    if (const std::optional<QByteArray> text = ruleEdit(*state->fileOf(hunk->id), *hunk)) {
        if (m_reviews.decide({hunk->id}, DecisionKind::Edited, *text)) {
            Q_EMIT said(tr("The hunk is edited: it has what the rule would write."));
        }
    }
}

QString PortActions::whyNone() const
{
    if (m_reviews.isOpening()) {
        return tr("The port is still being opened.");
    }
    return !m_reviews.state() ? tr("No port is being reviewed.") : QString();
}

QString PortActions::whyNotCurrent() const
{
    return firstReason({whyNone(), current() == nullptr ? tr("No hunk is selected.") : QString()});
}

QString PortActions::whyNotWritable() const
{
    return firstReason(
        {whyNone(), m_reviews.isWritable() ? QString() : tr("The project is open read-only.")});
}

/// Those that decide what is selected.
void PortActions::updateDeciding() const
{
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    const QVector<QByteArray> chosen = state ? m_tree.chosen() : QVector<QByteArray>();
    const QString whyNot =
        firstReason({whyNotWritable(), chosen.isEmpty() ? tr("No hunk is selected.") : QString()});
    m_commands.enable({"portAccept", "portReject"}, whyNot);
    const bool open = std::none_of(chosen.begin(), chosen.end(), [&](const QByteArray& id) {
        return isDecided(state->kindOf(id));
    });
    m_commands.enable(
        {"portReopen"},
        firstReason({whyNot, !open               ? QString()
                             : chosen.size() > 1 ? tr("The hunks that are selected are open.")
                                                 : tr("The hunk is open.")}));
}

void PortActions::update() const
{
    const std::shared_ptr<const ReviewState> state = m_reviews.state();
    const ReviewHunk* hunk = current();
    updateDeciding();
    const QString whyNotHere = firstReason({whyNotWritable(), whyNotCurrent()});
    m_commands.enable({"portComment"}, whyNotHere);
    m_commands.enable({"portEdit"}, firstReason({whyNotHere, m_diff.whyNoEdit()}));
    QString whyNoRule = whyNotHere;
    if (whyNoRule.isEmpty() && hunk->match != RuleMatch::Different) {
        whyNoRule = hunk->match == RuleMatch::None ? tr("No rule writes anything here.")
                                                   : tr("The hunk is what the rule would write.");
    } else if (whyNoRule.isEmpty() && !ruleEdit(*state->fileOf(hunk->id), *hunk)) {
        whyNoRule = tr("The rule writes to more lines of the base than this hunk.");
    }
    m_commands.enable({"portUseRule"}, whyNoRule);
    m_commands.enable({"portAcceptRule"},
                      firstReason({whyNotHere, hunk != nullptr && hunk->ruleIds.isEmpty()
                                                   ? tr("No rule points at this place.")
                                                   : QString()}));
    m_commands.enable({"portAcceptEqual", "portAcceptNames"}, whyNotWritable());
    m_commands.enable(
        {"portNext", "portPrevious", "portNextFile", "portPreviousFile", "portFilter"}, whyNone());
    const QString undo = state ? state->undoLabel : QString();
    const QString redo = state ? state->redoLabel : QString();
    m_commands.enable({"portUndo"},
                      firstReason({whyNotWritable(),
                                   undo.isEmpty() ? tr("There is nothing to undo.") : QString()}));
    m_commands.enable({"portRedo"},
                      firstReason({whyNotWritable(),
                                   redo.isEmpty() ? tr("There is nothing to redo.") : QString()}));
    m_commands.at(QStringLiteral("portUndo"))
        .setText(undo.isEmpty() ? tr("Undo") : tr("Undo: %1").arg(undo));
    m_commands.at(QStringLiteral("portRedo"))
        .setText(redo.isEmpty() ? tr("Redo") : tr("Redo: %1").arg(redo));
}

void PortActions::showChanged(const ReviewState& before, const ReviewState& now)
{
    for (const ReviewFile& file : now.review->files) {
        for (const ReviewHunk& hunk : file.hunks) {
            const ReviewDecision was = before.kept.decisions.value(hunk.id);
            const ReviewDecision is = now.kept.decisions.value(hunk.id);
            if (was.kind != is.kind || was.editedText != is.editedText) {
                m_tree.setCurrent(hunk.id);
                return;
            }
        }
    }
}

void PortActions::fillMenu(QMenu& menu) const
{
    for (const PortCommands::Names names : std::initializer_list<PortCommands::Names>{
             {"portAccept", "portReject", "portReopen"},
             {"portEdit", "portUseRule", "portComment"},
             {"portAcceptRule", "portAcceptEqual", "portAcceptNames"},
             {"portUndo", "portRedo"}}) {
        if (!menu.isEmpty()) {
            menu.addSeparator();
        }
        for (const char* name : names) {
            menu.addAction(&m_commands.at(QLatin1String(name)));
        }
    }
}

} // namespace rocport
