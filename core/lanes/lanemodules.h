#pragma once

#include "core/lanes/lanebuild.h"
#include "core/lanes/lanemodulefiles.h"
#include "core/lanes/lanesource.h"
#include "core/verify/gateplan.h"

#include <QHash>
#include <QPair>

namespace rocport {

/// The modules of a program that is built: which files it wants, what they are compiled of, and
/// what the program finds when it starts. For one build.
class LaneModules
{
public:
    explicit LaneModules(const LaneRequest& request) : m_request(request) {}

    /// Looks what the program needs, by its sources and what they include, and adds the sources of
    /// modules to `units`. Before anything is rewritten. What sources are written for from then on.
    LaneUse findFor(const GatePlan& plan, QVector<GateUnit>& units);

    [[nodiscard]] bool loads() const { return m_needs.loads; }
    [[nodiscard]] bool compiles() const { return m_needs.compiles; }
    /// Whether the unit of that number is a module.
    [[nodiscard]] bool isOne(qsizetype unit) const { return m_numbers.contains(unit); }
    /// Absolute path of the shared object of such a unit.
    [[nodiscard]] QString file(qsizetype unit) const;

    /// Puts anew what the program looks for where it starts: what placeLaneData() does, texts that
    /// name its modules, the port's text of files that it may read, and headers of ours by the
    /// toolkit's names. What a run before left there is removed; nothing is written through links.
    /// Errors: those of writing, Cancelled.
    [[nodiscard]] Result<LaneData> placeRun(const LaneDataRequest& data, const QString& headers,
                                            const CancelToken& cancel) const;

private:
    /// `top`: stands for the repository; `runFolder`: below it.
    [[nodiscard]] Result<void> place(const QString& top, const QString& runFolder,
                                     const QString& headers) const;

    const LaneRequest& m_request;
    LaneModuleNeeds m_needs;
    QVector<LaneModuleFile> m_files;
    QHash<RepoPath, int> m_bySource;               ///< numbers of modules
    QHash<qsizetype, int> m_numbers;               ///< by their units
    QVector<QPair<RepoPath, QByteArray>> m_ported; ///< files that differ from the originals
};

} // namespace rocport
