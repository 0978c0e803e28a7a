#include "core/project/nodes/remoteservice.h"

#include <algorithm>

namespace rocport {

namespace {

template <typename T, typename Matches>
const T* findIn(const QVector<T>& all, Matches matches)
{
    const auto found = std::find_if(all.begin(), all.end(), matches);
    return found == all.end() ? nullptr : &*found;
}

} // namespace

const NodeEntry* RemoteState::node(const QString& id) const
{
    return findIn(nodes, [&](const NodeEntry& entry) { return entry.node.id == id; });
}

const JobEntry* RemoteState::job(const QString& id) const
{
    return findIn(jobs, [&](const JobEntry& entry) { return entry.spec.id == id; });
}

const VerifyRun* RemoteState::run(const QString& id) const
{
    return findIn(runs, [&](const VerifyRun& candidate) { return candidate.id == id; });
}

const VerifyRun* RemoteState::newest(VerifyLevel level, const QString& nodeId) const
{
    return findIn(runs, [&](const VerifyRun& candidate) {
        return candidate.level == level && candidate.isOfLevel() &&
               (nodeId.isEmpty() || candidate.nodeId == nodeId);
    });
}

} // namespace rocport
