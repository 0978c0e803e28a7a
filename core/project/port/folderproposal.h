#pragma once

#include "core/base/cancel.h"
#include "core/files/writeset.h"
#include "core/project/port/port.h"
#include "core/rules/guards/guardwidth.h"
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

/// Scans the files of `folder` as they are, including uncommitted changes. Errors: FileNotFound,
/// FileUnreadable, Cancelled.
Result<FolderScan> scanFolder(const QString& folder, const std::shared_ptr<const RuleSet>& rules,
                              const TargetSettings& target, const CancelToken& cancel,
                              const std::function<void(const ScanProgress&)>& progress = {});

/// Which hunks of a scan to take.
struct HunkChoice
{
    std::optional<Phase> phase;
    QStringList rules;                   ///< only edits of these; empty: of all
    bool provedOnly = false;             ///< only with machine evidence that the NVIDIA path is
                                         ///  unchanged
    GuardWidth width = GuardWidth::Line; ///< for withGuards()
};

/// The rules, with the edits of `ids` also where such a rule makes them on request only.
std::shared_ptr<const RuleSet> withRequestedEdits(std::shared_ptr<const RuleSet> rules,
                                                  const QStringList& ids);

/// Those of `hunks` that `fits` takes, with those that they need, in the order of `hunks`.
QVector<Hunk> takeHunks(const QVector<Hunk>& hunks, const std::function<bool(const Hunk&)>& fits);

/// The chosen hunks, with those that they need, in the order of the scan.
QVector<Hunk> chooseHunks(const ScanResult& scan, const HunkChoice& choice);

/// What writing a port did to existing files.
struct WrittenPort
{
    int written = 0;       ///< files
    QStringList merged;    ///< generated files into which edits made by hand were merged
    QStringList conflicts; ///< "path (lines 3 to 5 …)": left as they are, since both sides changed
                           ///< them; the text with both sides is beside it, as "path.rocport-merge"
    QStringList forgotten; ///< written, but there is nowhere to record what was generated (a link,
                           ///< no write access): later edits made there by hand will not be merged
                           ///< automatically
};

/// Writes `files` below `folder` and the records about them, all or none (WriteSet). A file that
/// Rocport generates is merged with what a person has made of it since, based on the text that was
/// generated last; if that fails, or if Rocport never wrote the existing file, it stays. \a
/// journalFolder: a folder of the user's own, for the journal of the write. Errors: those of
/// WriteSet::write().
Result<WrittenPort> writePort(const QString& folder, const QVector<PortFile>& files,
                              const QString& journalFolder);

/// Undoes a writePort() into `folder` that a kill or a power failure interrupted; nothing: there
/// was none. Errors: those of WriteSet::undoInterruptedWrite().
Result<std::optional<InterruptedWrite>> undoInterruptedPort(const QString& folder,
                                                            const QString& journalFolder);

/// Whether undoInterruptedPort() would change files; false if it would only remove leftovers of a
/// completed write.
bool wasInterrupted(const QString& folder, const QString& journalFolder);

/// The hunks of a scan guarded at `width`. Errors: those of reading.
Result<std::shared_ptr<const ScanResult>>
withGuards(const FolderScan& scanned, const TargetSettings& target, GuardWidth width);

/// `files` as one git patch.
QByteArray portPatch(const QVector<PortFile>& files);

} // namespace rocport
