#pragma once

#include "core/base/cancel.h"
#include "core/project/port.h"
#include "core/scan/scanner.h"

#include <optional>

namespace rocport {

/// A scan of a folder as it is, for the command line.
struct FolderScan
{
    std::shared_ptr<const SourceTree> tree;
    std::shared_ptr<const ScanResult> scan;

    /// Reads a scanned file from the folder.
    [[nodiscard]] ReadSource reader() const;
};

/// Scans the files of `folder` as they are, uncommitted changes included. Errors: FileNotFound,
/// FileUnreadable, Cancelled.
Result<FolderScan> scanFolder(const QString& folder, const std::shared_ptr<const RuleSet>& rules,
                              const TargetSettings& target, const CancelToken& cancel,
                              const std::function<void(const ScanProgress&)>& progress = {});

/// Which hunks of a scan to take.
struct HunkChoice
{
    std::optional<Phase> phase;
    QString rule;            ///< empty: all
    bool provedOnly = false; ///< machine evidence that the NVIDIA path is unchanged
};

/// The chosen hunks, with what they need; order of the scan.
QVector<Hunk> chooseHunks(const ScanResult& scan, const HunkChoice& choice);

/// Writes `files` below `folder`. All or nothing is not promised: the first failure ends it, what
/// was written stays; each file is written whole. Errors: FileWriteFailed, DiskFull,
/// PathOutsideRepository.
Result<void> writePort(const QString& folder, const QVector<PortFile>& files);

/// `files` as one git patch.
QByteArray portPatch(const QVector<PortFile>& files);

} // namespace rocport
