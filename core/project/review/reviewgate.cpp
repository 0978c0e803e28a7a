#include "core/project/review/reviewgate.h"

#include "core/base/wording.h"
#include "core/project/proof/compilegate.h"
#include "core/project/review/reviewfiles.h"
#include "core/rules/guards/guardparts.h"

#include <QDir>

#include <algorithm>

namespace rocport {

namespace {

/// The hunks of a file as the compile gate knows them, so that a message leads back to one.
QVector<Hunk> gateHunks(const ReviewFile& file)
{
    QVector<Hunk> hunks;
    for (const ReviewHunk& one : file.hunks) {
        if (one.kind != ReviewHunkKind::Lines) {
            continue;
        }
        Hunk hunk;
        hunk.key = one.id;
        hunk.sourcePath = file.basePath;
        hunk.targetPath = file.path;
        hunk.baseHash = contentHash(file.baseText);
        hunk.edits = {one.edit};
        hunk.firstLine = one.baseFirst;
        hunk.lastLine = one.baseLast;
        hunk.title = one.title;
        hunks.append(hunk);
    }
    return hunks;
}

constexpr qsizetype kMostMessages = 5; // of one hunk, that are told

/// Whether a message is about what the hunk makes; a hunk that is a whole file makes all of it.
bool isOwn(const ReviewHunk& hunk, const GateDiagnostic& message)
{
    return hunk.kind != ReviewHunkKind::Lines || message.hunkKey == hunk.id;
}

QString messageLine(const GateDiagnostic& message)
{
    return QStringLiteral("Line %1: %2").arg(message.line).arg(message.message);
}

/// "3 errors and 1 warning"; empty: none
QString countedMessages(const QVector<GateDiagnostic>& messages)
{
    const auto count = [&messages](Severity severity) {
        return std::count_if(
            messages.begin(), messages.end(),
            [severity](const GateDiagnostic& one) { return one.severity == severity; });
    };
    QStringList parts;
    if (const qsizetype errors = count(Severity::Critical); errors > 0) {
        parts.append(counted(errors, "error", "errors"));
    }
    if (const qsizetype warnings = count(Severity::Warning); warnings > 0) {
        parts.append(counted(warnings, "warning", "warnings"));
    }
    return parts.join(QStringLiteral(" and "));
}

/// The messages of the hunk's own lines, the errors first.
QVector<const GateDiagnostic*> ownMessages(const ReviewHunk& hunk, const GateFile& result)
{
    QVector<const GateDiagnostic*> own;
    for (const GateDiagnostic& message : result.diagnostics) {
        if (isOwn(hunk, message)) {
            own.append(&message);
        }
    }
    std::stable_sort(own.begin(), own.end(), [](const GateDiagnostic* a, const GateDiagnostic* b) {
        return a->severity == Severity::Critical && b->severity != Severity::Critical;
    });
    return own;
}

/// The line that the check has, and the messages that belong to the hunk.
void addFacts(ReviewHunk& hunk, const GateFile& result, const QString& architectures)
{
    const QString messages = countedMessages(result.diagnostics);
    QString text = result.reason;
    if (result.status == GateStatus::Passed) {
        text = QStringLiteral("Compiles for %1, %2")
                   .arg(architectures,
                        messages.isEmpty() ? QStringLiteral("no diagnostics") : messages);
    } else if (result.status == GateStatus::Failed) {
        text = messages.isEmpty()
                   ? QStringLiteral("Does not compile for %1").arg(architectures)
                   : QStringLiteral("Does not compile for %1: %2").arg(architectures, messages);
    }
    hunk.armFacts.append({0, hunk.rocm, text});
    const QVector<const GateDiagnostic*> own = ownMessages(hunk, result);
    for (const GateDiagnostic* message : own.first(std::min(own.size(), kMostMessages))) {
        const bool error = message->severity == Severity::Critical;
        hunk.armFacts.append(
            {0, error ? RocmArm::BuildFails : RocmArm::NotChecked, messageLine(*message)});
    }
    if (own.size() > kMostMessages) {
        hunk.armFacts.append(
            {0, RocmArm::NotChecked,
             QStringLiteral("%1 more in this hunk").arg(countText(own.size() - kMostMessages))});
    }
}

/// A file that compiles is no evidence about one of its hunks alone, but all that is asked.
void say(ReviewHunk& hunk, const GateFile& result)
{
    const GateDiagnostic* own = nullptr;
    const GateDiagnostic* any = nullptr;
    for (const GateDiagnostic& message : result.diagnostics) {
        if (message.severity == Severity::Critical) {
            any = any == nullptr ? &message : any;
            own = own == nullptr && isOwn(hunk, message) ? &message : own;
        }
    }
    switch (result.status) {
    case GateStatus::Passed:
        hunk.rocm = RocmArm::Compiles;
        hunk.rocmReason = result.reason;
        break;
    case GateStatus::NotChecked:
        hunk.rocm = RocmArm::NotChecked;
        hunk.rocmReason = result.reason;
        break;
    case GateStatus::Failed: {
        hunk.rocm = RocmArm::BuildFails;
        const GateDiagnostic* shown = own != nullptr ? own : any;
        hunk.rocmReason = shown == nullptr ? result.reason
                          : own != nullptr
                              ? messageLine(*own)
                              : QStringLiteral("The file does not compile, for a line outside this "
                                               "hunk: line %1: %2")
                                    .arg(shown->line)
                                    .arg(shown->message);
        break;
    }
    }
}

} // namespace

Result<GateInput> gateInputOf(const PortReview& review)
{
    GateInput input;
    input.tree = review.trees.head;
    for (const ReviewFile& file : review.files) {
        if (!file.head || file.head->kind != TreeEntry::Kind::File || !isCLike(file.language)) {
            continue;
        }
        auto content = entryBytes(*review.trees.head, *file.head);
        if (!content) {
            return content.error();
        }
        GateFileInput one;
        one.path = file.path;
        one.source = file.basePath;
        const QVector<Hunk> hunks = gateHunks(file);
        if (!file.basePath.isEmpty()) {
            one.map = mapHunks(file.baseText, *content, hunks, {}, !file.baseText.isEmpty());
        }
        one.content = *std::move(content);
        input.port.append(one);
        for (const Hunk& hunk : hunks) {
            input.titles.insert(hunk.key, hunk.title);
        }
    }
    input.target = review.target;
    input.strategy = review.headScan->strategy;
    input.repositoryRoot = QDir(review.trees.root).canonicalPath();
    input.compileCommands = compileCommandsOf(review.trees.root);
    return input;
}

Result<void> compileReview(PortReview& review, const ReviewOptions& options,
                           const CancelToken& cancel,
                           const std::function<void(const ReviewProgress&)>& progress)
{
    const Result<GateInput> input = gateInputOf(review);
    if (!input) {
        return input.error();
    }
    const auto step = [&progress](const GateProgress& gate) {
        if (progress) {
            progress({ReviewProgress::Step::Compile, gate.done, gate.total, gate.currentFile});
        }
    };
    Result<GateResult> result = runGate(*input, options.gate, *options.runner, cancel, step);
    if (!result) {
        return result.error();
    }
    QHash<RepoPath, const GateFile*> byPath;
    for (const GateFile& file : result->files) {
        byPath.insert(file.path, &file);
    }
    for (ReviewFile& file : review.files) {
        const GateFile* compiled = byPath.value(file.path);
        for (ReviewHunk& hunk : file.hunks) {
            if (compiled != nullptr) {
                say(hunk, *compiled);
                addFacts(hunk, *compiled, result->architectures.join(QStringLiteral(", ")));
            } else if (isCLike(file.language) && file.head) {
                hunk.rocm = RocmArm::NotChecked;
                hunk.rocmReason =
                    result->compilerFound
                        ? QStringLiteral(
                              "A build for AMD GPUs does not compile the file by itself.")
                        : QStringLiteral("There is no compiler for AMD GPUs on this machine.");
                hunk.armFacts.append({0, hunk.rocm, hunk.rocmReason});
            }
        }
    }
    review.remarks += result->notes;
    review.gate = *std::move(result);
    return {};
}

} // namespace rocport
