#include "ui/verify/levelsmodel.h"

#include "ui/nodes/nodetext.h"
#include "ui/theme/twolinedelegate.h"
#include "ui/verify/verifytext.h"

namespace rocport {

namespace {
constexpr int kLevels = static_cast<int>(kVerifyLevels.size());
} // namespace

void LevelsModel::setState(const std::shared_ptr<const RemoteState>& state, bool runningStatic)
{
    m_state = state;
    m_runningStatic = runningStatic;
    Q_EMIT dataChanged(index(0), index(kLevels - 1));
}

CheckState LevelsModel::stateOf(VerifyLevel level) const
{
    const JobEntry* job = runningVerification(*m_state);
    if ((level == VerifyLevel::Static && m_runningStatic) ||
        (job != nullptr && levelOfPurpose(job->spec.purpose) == level)) {
        return CheckState::Running;
    }
    const VerifyRun* run = m_state->newest(level);
    return run == nullptr ? CheckState::NotRun : run->state();
}

QString LevelsModel::countText(VerifyLevel level) const
{
    const VerifyRun* run = m_state->newest(level);
    if (stateOf(level) == CheckState::Running) {
        return tr("Running");
    }
    return run == nullptr
               ? tr("Not run")
               : tr("%1 of %2 passed").arg(run->count(CheckState::Passed)).arg(run->checks.size());
}

QString LevelsModel::timeText(VerifyLevel level) const
{
    const VerifyRun* run = m_state->newest(level);
    return run == nullptr ? QString() : shortTime(run->time);
}

QString LevelsModel::detailText(VerifyLevel level) const
{
    const VerifyRun* run = m_state->newest(level);
    if (run == nullptr) {
        return countText(level);
    }
    QString text = countSentence(*run);
    if (isOutOfDate(*run, m_state->portKey)) {
        text = tr("Out of date: %1").arg(text);
    } else if (!caveatsOf(*run, m_state->portKey).isEmpty()) {
        text = tr("Not on an AMD GPU: %1").arg(text);
    }
    return text;
}

int LevelsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kLevels;
}

QVariant LevelsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const VerifyLevel level = levelAt(index.row());
    const CheckState state = stateOf(level);
    switch (role) {
    case Qt::DisplayRole:
        return levelTitle(level);
    case Qt::ToolTipRole:
    case TwoLineDelegate::DetailRole:
        return detailText(level);
    case Qt::AccessibleTextRole:
        return tr("Level %1, %2, %3, %4")
            .arg(verifyLevelNumber(level))
            .arg(levelWord(level), checkStateWord(state), detailText(level));
    case TwoLineDelegate::WordRole:
        return timeText(level);
    case TwoLineDelegate::MarkRole:
        return QVariant::fromValue(checkStateMark(state));
    default:
        return {};
    }
}

} // namespace rocport
