#pragma once

#include "core/base/cancel.h"
#include "core/project/port/port.h"
#include "core/scan/scanner.h"

namespace rocport {

class ModuleNames;

/// One place that a rule would point at.
struct PreviewPlace
{
    RepoPath path;
    int line = 1; ///< 1-based
    QString symbol;
    QString excerpt; ///< the line, trimmed
};

/// What a rule would find.
struct RulePreview
{
    static constexpr int kPlaces = 200;
    QString ruleId;
    int count = 0;                ///< of all places
    int files = 0;                ///< with places
    int read = 0;                 ///< files that were read
    QVector<PreviewPlace> places; ///< the first kPlaces, by path and line
    QString problem;              ///< a file that could not be read; empty: none
    bool cancelled = false;
};

/// Runs one rule, by itself, over the files of a scan in its languages; whether it is switched off
/// does not matter. `read` gives their bytes. Cancelled between files.
RulePreview previewRule(const Rule& rule, const ScanResult& scan, const TargetSettings& target,
                        const ReadSource& read, const CancelToken& cancel);

/// What a scan knows about names in other files.
std::shared_ptr<const ModuleNames> namesOf(const ScanResult& scan);

/// The AMD counterparts of files in a scan.
std::shared_ptr<const AmdTwins> twinsOf(const ScanResult& scan);

} // namespace rocport
