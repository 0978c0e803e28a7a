#pragma once

#include "core/base/repopath.h"
#include "core/rules/rule.h"

#include <QSet>

#include <atomic>
#include <mutex>

namespace rocport {

/// How much the rules of packs other than the program's may do. One step is a node of a tree or a
/// token that is examined, or 250 ns of processor time if that is more.
struct PackWorkLimits
{
    qint64 ruleSteps = 1'000'000;     ///< of one rule in one file,
    qint64 ruleStepsPerByte = 8;      ///< more for each byte of it,
    qint64 ruleStepsMost = 8'000'000; ///< and never more than that
    qint64 scanSteps = 50'000'000;    ///< of all rules in one scan,
    qint64 scanStepsPerByte = 8;      ///< more for each analysed byte
};

/// What those rules have done in one scan, in all of its threads. A pack with a rule that exceeds
/// its limit is stopped; when all of them together exceed theirs, all are.
class PackWork
{
public:
    /// What a match counts in the scan, since a finding is made from it.
    static constexpr qint64 kMatchSteps = 500;

    explicit PackWork(const PackWorkLimits& limits = {}) : m_limits(limits) {}

    /// Records that a file of that many bytes is analysed.
    void addFile(qsizetype bytes) { m_allowed += m_limits.scanStepsPerByte * bytes; }
    [[nodiscard]] qint64 allowance(qsizetype bytes) const;
    /// False: the scan's limit is reached.
    bool spend(qint64 steps)
    {
        return m_spent.fetch_add(steps) + steps <= m_limits.scanSteps + m_allowed;
    }
    void stop(const Rule& rule, const RepoPath& file);
    void stopAll(const Rule& rule, const RepoPath& file);
    /// Never called for a rule of the program.
    [[nodiscard]] bool isStopped(const Rule& rule) const;
    [[nodiscard]] bool isAnyStopped() const { return m_any; }
    [[nodiscard]] bool isAllStopped() const { return m_all; }
    /// Files of the packs that were stopped.
    [[nodiscard]] QStringList stopped() const;
    /// Why they were stopped: RulePackInvalid, object = file:line of the rule. One for each pack.
    [[nodiscard]] QVector<Error> problems() const;
    [[nodiscard]] qint64 spent() const { return m_spent; }

private:
    void add(const Rule& rule, const QString& detail);

    const PackWorkLimits m_limits;
    std::atomic<qint64> m_spent = 0;
    std::atomic<qint64> m_allowed = 0;
    std::atomic<bool> m_any = false;
    std::atomic<bool> m_all = false;
    mutable std::mutex m_mutex;
    QSet<QString> m_stopped; ///< files
    QVector<Error> m_problems;
};

/// What one rule does in one file. Rules of the program have no limit here.
class RuleWork
{
public:
    /// \a work may be null: the rule then has its own limit, which is not reported.
    RuleWork(PackWork* work, const Rule& rule, const RepoPath& file, qsizetype bytes);
    ~RuleWork();
    RuleWork(const RuleWork&) = delete;
    RuleWork& operator=(const RuleWork&) = delete;

    [[nodiscard]] bool isLimited() const { return m_limited; }
    [[nodiscard]] bool isOver() const { return m_over; }
    /// False: the rule must end.
    bool spend(qint64 steps)
    {
        if (m_limited && !m_over) {
            m_spent += steps;
            m_over = m_spent > m_allowed;
        }
        return !m_over;
    }
    /// Counts a match, for the scan. False: there are too many in this file; the rest is left out.
    bool addMatch() { return !m_limited || ++m_matches < kMostMatches; }
    /// Whether there may be more matches.
    [[nodiscard]] bool isFull() const { return m_matches >= kMostMatches; }
    /// Counts the processor time since the object was made if that is more than the steps.
    bool spendTime();
    /// Ends the rule.
    void end() { m_over = m_limited; }

private:
    static constexpr int kMostMatches = 2000; ///< of one rule in one file

    PackWork* m_work;
    const Rule& m_rule;
    const RepoPath& m_file;
    bool m_limited = false;
    bool m_over = false;
    int m_matches = 0;
    qint64 m_spent = 0;
    qint64 m_allowed = 0;
    qint64 m_begin = 0; ///< ns
};

} // namespace rocport
