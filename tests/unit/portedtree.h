#pragma once

#include "core/rules/analyse.h"
#include "core/scan/scanner.h"
#include "tests/unit/memorytree.h"

namespace rocport::test {

using ScannedTree = std::shared_ptr<const ScanResult>;

/// The files of `tree`, by one thread; null where that failed.
inline ScannedTree scanned(const MemoryTree& tree, const std::shared_ptr<const RuleSet>& rules,
                           const ScannedTree& previous = {}, const TargetSettings& target = {})
{
    const auto result = scanTree(tree, rules, target, previous, {}, {}, 1);
    return result ? *result : ScannedTree();
}

/// A file with all of its changes made; empty where they cannot be.
inline QByteArray ported(const MemoryTree& tree, const ScannedTree& scan, const char* path)
{
    QVector<Hunk> hunks;
    for (const Hunk& hunk : scan->hunks) {
        if (hunk.targetPath.bytes() == path) {
            hunks.append(hunk);
        }
    }
    const Result<QByteArray> text = applyHunks(tree.files.value(path), hunks);
    return text ? *text : QByteArray();
}

} // namespace rocport::test
