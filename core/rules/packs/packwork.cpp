#include "core/rules/packs/packwork.h"

#include "core/base/threadtime.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kStepNanoseconds = 250;

} // namespace

qint64 PackWork::allowance(qsizetype bytes) const
{
    return std::min(m_limits.ruleSteps + m_limits.ruleStepsPerByte * bytes, m_limits.ruleStepsMost);
}

void PackWork::add(const Rule& rule, const QString& detail)
{
    const std::lock_guard lock(m_mutex);
    if (m_stopped.contains(rule.packFile)) {
        return;
    }
    m_stopped.insert(rule.packFile);
    m_problems.append({ErrorCode::RulePackInvalid, detail,
                       QStringLiteral("%1:%2").arg(rule.packFile).arg(rule.packLine)});
    m_any = true;
}

void PackWork::stop(const Rule& rule, const RepoPath& file)
{
    add(rule, QStringLiteral("rule %1 takes too long in %2; this pack is not used here, all other "
                             "rules are used as before")
                  .arg(rule.id, file.display()));
}

void PackWork::stopAll(const Rule& rule, const RepoPath& file)
{
    if (!m_all.exchange(true)) {
        add(rule,
            QStringLiteral("the packs of the repository and the user take too long together (at "
                           "rule %1 in %2); they are not used here, and the program's own rules "
                           "are used as before")
                .arg(rule.id, file.display()));
    }
    m_any = true;
}

bool PackWork::isStopped(const Rule& rule) const
{
    if (!m_any || rule.origin == PackOrigin::BuiltIn) {
        return false;
    }
    if (m_all) {
        return true;
    }
    const std::lock_guard lock(m_mutex);
    return m_stopped.contains(rule.packFile);
}

QStringList PackWork::stopped() const
{
    const std::lock_guard lock(m_mutex);
    return {m_stopped.begin(), m_stopped.end()};
}

QVector<Error> PackWork::problems() const
{
    const std::lock_guard lock(m_mutex);
    return m_problems;
}

RuleWork::RuleWork(PackWork* work, const Rule& rule, const RepoPath& file, qsizetype bytes)
    : m_work(work), m_rule(rule), m_file(file), m_limited(rule.origin != PackOrigin::BuiltIn)
{
    if (m_limited) {
        m_allowed = work != nullptr ? work->allowance(bytes) : PackWork().allowance(bytes);
        m_begin = threadTime().count();
    }
}

RuleWork::~RuleWork()
{
    if (!m_limited || m_work == nullptr) {
        return;
    }
    if (m_over) {
        m_work->stop(m_rule, m_file);
    }
    if (!m_work->spend(m_spent + m_matches * PackWork::kMatchSteps)) {
        m_work->stopAll(m_rule, m_file);
    }
}

bool RuleWork::spendTime()
{
    if (!m_limited) {
        return true;
    }
    const qint64 steps = (threadTime().count() - m_begin) / kStepNanoseconds;
    return spend(std::max<qint64>(0, steps - m_spent));
}

} // namespace rocport
