#include "ui/portreview/armcheck.h"

#include "core/base/wording.h"
#include "core/lanes/laneverify.h"
#include "core/verify/gate.h"
#include "core/verify/verifyrun.h"
#include "ui/messages/messages.h"
#include "ui/portreview/armdialog.h"
#include "ui/portreview/hunktree.h"
#include "ui/portreview/lanerundialog.h"
#include "ui/portreview/portcommands.h"
#include "ui/portreview/portnotice.h"
#include "ui/theme/commandkeys.h"
#include "ui/theme/windowfit.h"

#include <QAction>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>

#include <algorithm>

namespace rocport {

namespace {

/// Whether all is equal and nothing was told of a port that is not so in the base.
bool isFine(const LaneVerification& lanes)
{
    return lanes.equal() &&
           std::all_of(lanes.sides.begin(), lanes.sides.end(), [&lanes](const LaneSide& side) {
               return side.original ||
                      std::all_of(side.run.complaints.begin(), side.run.complaints.end(),
                                  [&lanes](const LaneComplaint& complaint) {
                                      return lanes.originalToo(complaint);
                                  });
           });
}

const QString kCheck = QStringLiteral("portCheckArm");
const QString kCancel = QStringLiteral("portCancelCheck");

} // namespace

ArmCheck::ArmCheck(const Parts& parts, QObject* parent) : QObject(parent), m_parts(parts)
{
    parts.commands.add(kCheck, tr("Check the ROCm arm…"), tr("Check the ROCm arm…"), {"X"},
                       [this] { ask(); });
    parts.commands.add(kCancel, tr("Cancel the check of the ROCm arm"), {}, {},
                       [this] { m_parts.reviews.cancelCheck(); });
    parts.button.setObjectName(QStringLiteral("portCheckButton"));
    connect(&parts.button, &QPushButton::clicked, this, [this] {
        m_parts.commands.at(m_parts.reviews.isChecking() ? kCancel : kCheck).trigger();
    });
    connect(&parts.reviews, &ProjectReviews::checkingChanged, this, &ArmCheck::checkingChanged);
    connect(&parts.reviews, &ProjectReviews::checkProgress, this, &ArmCheck::showProgress);
    connect(&parts.reviews, &ProjectReviews::checked, this, &ArmCheck::ended);
    checkingChanged(false);
}

void ArmCheck::update(const QString& whyNone)
{
    m_whyNone = whyNone;
    const bool checking = m_parts.reviews.isChecking();
    m_parts.commands.enable({"portCheckArm"}, !whyNone.isEmpty() ? whyNone
                                              : checking ? tr("The ROCm arm is being checked.")
                                                         : QString());
    m_parts.commands.enable({"portCancelCheck"},
                            checking ? QString() : tr("The ROCm arm is not being checked."));
    m_parts.button.setEnabled(whyNone.isEmpty());
}

void ArmCheck::ask()
{
    if (!m_parts.reviews.state()) {
        return;
    }
    auto* dialog =
        new ArmDialog(m_parts.reviews, m_parts.provider, m_parts.settings, m_parts.page.window());
    connect(dialog, &ArmDialog::started, this, [this](const ReviewCheck& wishes) {
        m_compiles = wishes.compile;
        m_parts.reviews.check(wishes);
    });
    openDialog(*dialog);
}

void ArmCheck::checkingChanged(bool checking)
{
    QPushButton& button = m_parts.button;
    m_parts.tree.setChecking(checking && m_compiles); // a run on lanes says nothing of most
    button.setIcon(checking ? m_parts.provider.icon(Glyph::Cross) : QIcon());
    button.setText(!checking    ? tr("Check ROCm arm…")
                   : m_compiles ? tr("Compiling…")
                                : tr("Running on lanes…"));
    button.setToolTip(checking ? tr("Cancel the check of the ROCm arm")
                               : withKey(tr("Compile the port, or run it on lanes"),
                                         m_parts.commands.at(kCheck)));
    button.setAccessibleName(button.text());
    update(m_whyNone);
}

void ArmCheck::showProgress(const ReviewProgress& step)
{
    if (!m_parts.reviews.isChecking()) {
        return;
    }
    if (step.step == ReviewProgress::Step::Execute) {
        m_parts.button.setText(
            step.total > 0
                ? tr("Lanes: step %1 of %2")
                      .arg(countText(std::min(step.done + 1, step.total)), countText(step.total))
                : tr("Running on lanes…"));
        m_parts.button.setToolTip(tr("%1. Cancel the check of the ROCm arm").arg(step.currentFile));
    } else {
        m_parts.button.setText(step.total > 0
                                   ? tr("Compiling %1 of %2")
                                         .arg(countText(std::min(step.done + 1, step.total)),
                                              counted(step.total, tr("file"), tr("files")))
                                   : tr("Compiling…"));
    }
    m_parts.button.setAccessibleName(m_parts.button.text());
}

void ArmCheck::ended(const Result<void>& result)
{
    if (!result) {
        if (result.error().code == ErrorCode::Cancelled) {
            Q_EMIT said(tr("The check was cancelled; what was known before stays."));
            return;
        }
        m_parts.notice.showNotice({Glyph::SeverityCritical, &ThemeColours::crit},
                                  messageFor(result.error()));
        return;
    }
    const std::shared_ptr<const ReviewState> state = m_parts.reviews.state();
    const PortReview& review = *state->review;
    const bool wrong = (review.gate && review.gate->count(GateStatus::Failed) > 0) ||
                       (review.lanes && review.lanes->complete() && !isFine(*review.lanes));
    const bool none =
        (review.gate && !review.gate->compilerFound) || (review.lanes && !review.lanes->complete());
    m_parts.notice.showNotice(wrong  ? Mark{Glyph::Cross, &ThemeColours::crit}
                              : none ? Mark{Glyph::MarkAttention, &ThemeColours::warn}
                                     : Mark{Glyph::Check, &ThemeColours::ok},
                              summary());
}

QString ArmCheck::summary() const
{
    const std::shared_ptr<const ReviewState> state = m_parts.reviews.state();
    if (state->review->lanes) {
        return lanesSummary(*state->review->lanes);
    }
    const std::optional<GateResult>& gate = state->review->gate;
    if (!gate) {
        return {};
    }
    if (!gate->compilerFound) {
        return tr("There is no compiler for AMD GPUs on this machine. %1")
            .arg(gate->notes.join(u' '))
            .trimmed();
    }
    QStringList parts;
    const auto add = [&parts](int count, const QString& one, const QString& many) {
        if (count > 0) {
            parts.append(counted(count, one, many));
        }
    };
    add(gate->count(GateStatus::Failed), tr("file does not compile"), tr("files do not compile"));
    add(gate->count(GateStatus::NotChecked), tr("file was not checked"),
        tr("files were not checked"));
    add(gate->count(GateStatus::Passed), tr("file compiles"), tr("files compile"));
    return tr("%1, for %2 with %3.")
        .arg(parts.isEmpty() ? tr("There was nothing to compile")
                             : parts.join(QStringLiteral(", ")),
             gate->architectures.join(QStringLiteral(", ")), gate->compiler.version);
}

QString ArmCheck::lanesSummary(const LaneVerification& lanes) const
{
    if (!lanes.complete()) {
        for (const LaneSide& side : lanes.sides) {
            if (const QString problem = side.problem(); !problem.isEmpty()) {
                return tr("Nothing was compared on lanes. %1").arg(problem);
            }
        }
        return tr("Nothing was compared on lanes.");
    }
    const qsizetype wrong = lanes.copies.size() - lanes.passed();
    if (wrong > 0) {
        return tr("%1 of %2 on lanes.")
            .arg(countText(wrong),
                 counted(lanes.copies.size(), tr("result differs"), tr("results differ")));
    }
    if (!lanes.differences.isEmpty()) {
        return lanes.differences.first();
    }
    if (!isFine(lanes)) {
        return tr("What came back is equal, but a check found something in the port.");
    }
    return lanes.copies.isEmpty()
               ? tr("The programs print the same on lanes; nothing was copied back.")
               : tr("%1 as in the base, on 64 and 32 lanes. That is no evidence of an AMD GPU.")
                     .arg(counted(lanes.copies.size(), tr("result is"), tr("results are")));
}

void ArmCheck::showLanes(const QByteArray& hunk)
{
    const std::shared_ptr<const ReviewState> state = m_parts.reviews.state();
    const ReviewHunk* shown = state ? state->hunk(hunk) : nullptr;
    if (shown == nullptr) {
        return;
    }
    const auto run = verifyRunFromJson(QJsonDocument::fromJson(state->review->laneRun).object());
    if (!run) {
        m_parts.notice.showNotice({Glyph::SeverityCritical, &ThemeColours::crit},
                                  messageFor(run.error()));
        return;
    }
    auto* dialog = new LaneRunDialog(*run, m_parts.provider, m_parts.page.window());
    dialog->choose(state->fileOf(hunk)->basePath.display(), shown->baseFirst,
                   std::max(shown->baseFirst, shown->baseLast));
    connect(dialog, &LaneRunDialog::placeRequested, this,
            [this](const QString& file, int line, bool original) {
                Q_EMIT placeRequested({RepoPath(file.toUtf8()), line,
                                       original ? PlaceSide::Original : PlaceSide::Port});
            });
    openDialog(*dialog);
}

} // namespace rocport
