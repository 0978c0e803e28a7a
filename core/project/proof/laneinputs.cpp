#include "core/project/proof/laneinputs.h"

#include "core/project/port/portbranch.h"
#include "core/project/proof/compilegate.h"
#include "core/scan/sourcetree.h"

#include <QDir>

#include <algorithm>

namespace rocport {

Result<GateInput> originalInput(const QString& root, const TargetSettings& target)
{
    GateInput input;
    auto tree = openFolderTree(root);
    if (!tree) {
        return tree.error();
    }
    input.tree = *std::move(tree);
    input.target = target;
    input.strategy = Strategy::InPlace;
    input.repositoryRoot = QDir(root).canonicalPath(); // as that of the port
    input.compileCommands = compileCommandsOf(root);
    return input;
}

QVector<LaneHint> laneHints(const ScanResult& scan)
{
    QVector<const Finding*> findings;
    for (const auto& file : scan.files) {
        for (const Finding& finding : file->findings) {
            if (finding.phase == Phase::Wavefront) {
                findings.append(&finding);
            }
        }
    }
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding* a, const Finding* b) { return a->severity > b->severity; });
    QVector<LaneHint> hints;
    for (const Finding* finding : findings) {
        for (int i = 0; i < finding->keptPlaces(); ++i) {
            hints.append({finding->path, finding->placeAt(i).line, finding->message});
        }
    }
    for (const Hunk& hunk : scan.hunks) {
        if (hunk.phase == Phase::Wavefront && !hunk.sourcePath.isEmpty()) {
            hints.append({hunk.sourcePath, hunk.firstLine, hunk.title});
        }
    }
    return hints;
}

Result<LaneInputs> laneInputs(const ProjectState& state, const QVector<int>& lanes)
{
    auto port = gateInput(state);
    if (!port) {
        return port.error();
    }
    const auto branch = portBranchOf(state);
    if (!branch) {
        return branch.error();
    }
    auto tree = branch->repository->treeAt(state.scan->commit);
    if (!tree) {
        return tree.error();
    }
    LaneInputs inputs;
    inputs.original.tree = std::shared_ptr<const SourceTree>(*std::move(tree));
    inputs.original.target = port->target;
    inputs.original.strategy = Strategy::InPlace;
    inputs.original.repositoryRoot = port->repositoryRoot;
    inputs.original.compileCommands = port->compileCommands;
    for (const int width : lanes) {
        inputs.ports.append({width, *port});
    }
    inputs.hints = laneHints(*state.scan);
    return inputs;
}

TargetSettings targetForLanes(int lanes, TargetSettings target, bool namesArchitectures)
{
    if (lanes == 32 && !namesArchitectures) {
        target.architectures.append(QStringLiteral("gfx1100"));
    }
    return target;
}

Result<LaneInputs> laneInputs(const FolderLanes& folder)
{
    LaneInputs inputs;
    auto original = originalInput(folder.root, folder.target);
    if (!original) {
        return original.error();
    }
    inputs.original = *std::move(original);
    for (const int width : folder.lanes) {
        const TargetSettings of = targetForLanes(width, folder.target, folder.namesArchitectures);
        const auto scanned = folder.scan(of);
        if (!scanned) {
            return scanned.error();
        }
        auto port =
            gateInput(*scanned, chooseHunks(*scanned->scan, folder.choice), of, folder.root);
        if (!port) {
            return port.error();
        }
        inputs.ports.append({width, *std::move(port)});
        inputs.hints = inputs.hints.isEmpty() ? laneHints(*scanned->scan) : inputs.hints;
    }
    return inputs;
}

} // namespace rocport
