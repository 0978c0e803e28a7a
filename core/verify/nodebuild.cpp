#include "core/verify/nodebuild.h"

#include "core/base/wording.h"
#include "core/files/readfile.h"
#include "core/remote/maskedtext.h"
#include "core/remote/nodekinds.h"
#include "core/verify/diagnostics.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

constexpr qint64 kMaxRecordBytes = 64LL * 1024 * 1024;
constexpr qint64 kMaxLogBytes = 16LL * 1024 * 1024;
constexpr qsizetype kMaxRecordLine = 2 * 1024 * 1024;
constexpr int kMaxRecords = 100'000;
constexpr int kMaxBuildDiagnostics = 200; ///< of one file
constexpr double kMaxSeconds = 1e8;
constexpr int kSignalBase = 128;
const QString kBuildStage = QStringLiteral("build");

bool hexMember(const QJsonObject& object, const char* key, QByteArray& bytes)
{
    const QJsonValue value = object.value(QLatin1StringView(key));
    const QByteArray digits = value.toString().toLatin1();
    bytes = QByteArray::fromHex(digits);
    return value.isString() && bytes.size() * 2 == digits.size();
}

bool recordOf(const QByteArray& line, CompileRecord& record)
{
    QJsonParseError error;
    const QJsonObject object = QJsonDocument::fromJson(line, &error).object();
    QByteArray command;
    if (error.error != QJsonParseError::NoError || !hexMember(object, "name_hex", record.path) ||
        !hexMember(object, "command_hex", command) ||
        !hexMember(object, "output_hex", record.output) || record.path.isEmpty()) {
        return false;
    }
    const double code = object.value(QLatin1StringView("exit")).toDouble(-1);
    const double seconds = object.value(QLatin1StringView("seconds")).toDouble(-1);
    if (!(code >= 0 && code <= 255) || !(seconds >= 0 && seconds <= kMaxSeconds)) {
        return false;
    }
    record.exitCode = static_cast<int>(code);
    record.elapsedMs = std::llround(seconds * 1000);
    record.command = QString::fromUtf8(command).trimmed();
    return true;
}

/// Leads a compiler's places on the node back to the tree and to the originals.
class NodePlaces
{
public:
    explicit NodePlaces(const NodeBuildInput& input) : m_root(input.treeFolder)
    {
        for (const NodeBuildFile& file : input.files) {
            m_files.insert(file.path, &file);
        }
    }

    /// Path in the tree; empty: outside.
    [[nodiscard]] RepoPath inTree(const QString& written) const
    {
        QString path = QDir::cleanPath(written);
        if (!m_root.isEmpty() && path.startsWith(m_root + u'/')) {
            path = path.mid(m_root.size() + 1);
        } else if (path.startsWith(u'/')) {
            return {};
        }
        // A build in a folder of the tree names its sources from there.
        while (path.startsWith(QLatin1StringView("../"))) {
            path = path.mid(3);
        }
        return path == QLatin1StringView("..") ? RepoPath() : RepoPath(path.toUtf8());
    }

    [[nodiscard]] QString display(const CompilerPlace& place) const
    {
        const RepoPath path = inTree(place.path);
        return QStringLiteral("%1:%2").arg(path.isEmpty() ? place.path : path.display(),
                                           QString::number(place.line));
    }

    [[nodiscard]] GateDiagnostic diagnostic(const CompilerMessage& message) const
    {
        GateDiagnostic result;
        result.severity =
            message.kind == CompilerMessage::Kind::Error ? Severity::Critical : Severity::Warning;
        result.message = message.text;
        for (const CompilerPlace& place : message.includedFrom) {
            result.includedFrom.append(display(place));
        }
        for (const CompilerMessage& note : message.notes) {
            result.notes.append(note.place.path.isEmpty()
                                    ? note.text
                                    : display(note.place) + QStringLiteral(": ") + note.text);
        }
        if (!message.place.path.isEmpty() && inTree(message.place.path).isEmpty()) {
            result.outside = display(message.place);
        }
        setPlace(result, message);
        return result;
    }

private:
    /// The nearest place in the tree: the message's own, else an including line, else a note's.
    void setPlace(GateDiagnostic& result, const CompilerMessage& message) const
    {
        QVector<CompilerPlace> places{message.place};
        places += message.includedFrom;
        for (const CompilerMessage& note : message.notes) {
            places.append(note.place);
        }
        const auto nearest =
            std::find_if(places.cbegin(), places.cend(), [this](const CompilerPlace& place) {
                return !place.path.isEmpty() && !inTree(place.path).isEmpty();
            });
        if (nearest == places.cend()) {
            return;
        }
        result.path = inTree(nearest->path);
        result.line = nearest->line;
        result.column = nearest->column;
        const NodeBuildFile* file = m_files.value(result.path);
        if (file == nullptr) {
            result.originalPath = result.path; // not of the port: as in the repository
            result.originalLine = result.line;
            return;
        }
        const LineOrigin origin = file->map.at(nearest->line, nearest->column);
        result.hunkKey = origin.hunkKey;
        if (!file->original.isEmpty() && origin.line > 0) {
            result.originalLine = origin.line;
            result.originalPath = file->original;
        }
    }

    QString m_root;
    QHash<RepoPath, const NodeBuildFile*> m_files;
};

bool needsPyTorch(const QString& header)
{
    return header.startsWith(QLatin1StringView("torch/")) ||
           header.startsWith(QLatin1StringView("ATen/")) ||
           header.startsWith(QLatin1StringView("c10/")) ||
           header.startsWith(QLatin1StringView("pybind11/")) ||
           header == QLatin1StringView("Python.h");
}

/// Messages of `output`, without warnings of headers outside.
void addDiagnostics(GateFile& file, const QByteArray& output, const NodePlaces& places,
                    QString* torchHeader)
{
    for (const CompilerMessage& message : parseCompilerOutput(output)) {
        const GateDiagnostic diagnostic = places.diagnostic(message);
        const bool error = message.kind == CompilerMessage::Kind::Error;
        if (!error && (!diagnostic.outside.isEmpty() || diagnostic.path.isEmpty())) {
            continue;
        }
        const QString header = missingHeader(message);
        if (torchHeader != nullptr && torchHeader->isEmpty() && needsPyTorch(header)) {
            *torchHeader = header;
        }
        if (file.diagnostics.size() < kMaxBuildDiagnostics) {
            file.diagnostics.append(diagnostic);
        }
    }
}

qsizetype errorCount(const GateFile& file)
{
    return std::count_if(
        file.diagnostics.cbegin(), file.diagnostics.cend(),
        [](const GateDiagnostic& one) { return one.severity == Severity::Critical; });
}

/// "src/a.cu:12: use of undeclared identifier 'x' (and 3 more errors)"; empty: no error was read.
QString firstError(const GateFile& file)
{
    const auto error =
        std::find_if(file.diagnostics.cbegin(), file.diagnostics.cend(),
                     [](const GateDiagnostic& one) { return one.severity == Severity::Critical; });
    if (error == file.diagnostics.cend()) {
        return {};
    }
    QString text = error->message;
    if (!error->path.isEmpty() && error->line > 0) {
        text = QStringLiteral("%1:%2: %3")
                   .arg(error->path.display(), QString::number(error->line), text);
    }
    const qsizetype more = errorCount(file) - 1;
    if (more > 0) {
        text += more == 1 ? QStringLiteral(" (and 1 more error)")
                          : QStringLiteral(" (and %1 more errors)").arg(more);
    }
    return text;
}

QString endSentence(int exitCode)
{
    return exitCode > kSignalBase
               ? QStringLiteral("The compiler was killed by signal %1.").arg(exitCode - kSignalBase)
               : QStringLiteral("The compiler failed without any message (exit status %1).")
                     .arg(exitCode);
}

/// Judges one file; Skipped where the fault is not the port's.
void judgeRecord(const NodeBuildInput& input, const CompileRecord& record, const NodePlaces& places,
                 GateFile& file, VerifyCheck& check)
{
    QString torchHeader;
    addDiagnostics(file, record.output, places, &torchHeader);
    file.command = record.command;
    file.elapsedMs = check.elapsedMs = record.elapsedMs;
    if (record.exitCode == 0) {
        file.status = GateStatus::Passed;
        check.detail = input.architectures.isEmpty()
                           ? QStringLiteral("Compiled.")
                           : QStringLiteral("Compiled for %1.")
                                 .arg(input.architectures.join(QStringLiteral(", ")));
    } else if (!torchHeader.isEmpty() && errorCount(file) <= 1) {
        file.status = GateStatus::NotChecked;
        file.reason = QStringLiteral("it needs PyTorch's headers (%1)").arg(torchHeader);
        check.detail = QStringLiteral("It needs PyTorch's headers (%1); the project's own build "
                                      "with pip compiles it.")
                           .arg(torchHeader);
        check.state = CheckState::Skipped;
        return;
    } else {
        file.status = GateStatus::Failed;
        const QString error = firstError(file);
        file.reason = check.detail = error.isEmpty() ? endSentence(record.exitCode) : error;
    }
    check.line = firstErrorLine(file);
    check.state = checkStateOf(file.status);
}

/// Why a build did not come to its end; empty: it did.
QString unfinished(const JobStatus& status)
{
    switch (status.state) {
    case JobState::Cancelled:
        return QStringLiteral("The job was cancelled before this file was compiled.");
    case JobState::TimedOut:
        return QStringLiteral("The job reached its time limit before this file was compiled.");
    case JobState::Vanished:
        return QStringLiteral(
            "The job disappeared before this file was compiled; the node may have been restarted.");
    case JobState::Succeeded:
    case JobState::Failed:
        return {};
    default:
        return QStringLiteral("The job has not ended yet.");
    }
}

void judgeFiles(const NodeBuildInput& input, const NodePlaces& places, NodeBuild& build)
{
    const CompileRecords read = parseCompileRecords(input.records);
    QHash<QByteArray, const CompileRecord*> byPath;
    for (const CompileRecord& record : read.records) {
        byPath.insert(record.path, &record);
    }
    qsizetype known = 0;
    for (const NodeBuildFile& wanted : input.files) {
        GateFile file;
        file.path = wanted.path;
        file.source = wanted.original;
        file.changed = true;
        VerifyCheck check;
        check.name = wanted.path.display();
        check.id = QStringLiteral("build:") + check.name;
        check.file = check.name;
        if (const CompileRecord* record = byPath.value(wanted.path.bytes())) {
            ++known;
            judgeRecord(input, *record, places, file, check);
        } else {
            const QString why = unfinished(input.status);
            check.detail = file.reason =
                why.isEmpty() ? QStringLiteral("The node gave no result for this file.") : why;
        }
        build.fileOfCheck.insert(check.id, build.files.size());
        build.files.append(file);
        build.run.checks.append(check);
    }
    if (byPath.size() > known) {
        build.run.notes.append(
            QStringLiteral(
                "The node also reported %1 not to be compiled; these results are ignored.")
                .arg(counted(byPath.size() - known, "file that was", "files that were")));
    }
    if (read.skipped > 0) {
        build.run.notes.append(
            QStringLiteral("%1 of the node's results could not be read and left out.")
                .arg(counted(read.skipped, "line", "lines")));
    }
    for (const VerifyCheck& check : std::as_const(build.run.checks)) {
        if (check.state == CheckState::Passed || check.state == CheckState::Failed) {
            build.run.files.append(check.file);
        }
    }
}

/// The last line that the build's own script says ("rocport: …"), as a sentence; empty: none.
QString scriptSentence(const QByteArray& log)
{
    const qsizetype at = log.lastIndexOf("\nrocport: ");
    const qsizetype begin = at >= 0 ? at + 1 : (log.startsWith("rocport: ") ? 0 : -1);
    if (begin < 0) {
        return {};
    }
    constexpr qsizetype prefix = 9;
    const qsizetype end = log.indexOf('\n', begin);
    return QString::fromUtf8(
               log.mid(begin + prefix, (end < 0 ? log.size() : end) - begin - prefix).left(1000))
        .trimmed();
}

void judgeProject(const NodeBuildInput& input, const NodePlaces& places, NodeBuild& build)
{
    const auto& stages = input.status.stages;
    const auto stage = std::find_if(stages.cbegin(), stages.cend(),
                                    [](const StageProgress& one) { return one.id == kBuildStage; });
    VerifyCheck check;
    check.id = QStringLiteral("build:project");
    check.name = input.job.title;
    for (const JobStage& one : input.job.stages) {
        if (one.id == kBuildStage) {
            check.name = one.title;
        }
    }
    GateFile file;
    addDiagnostics(file, input.log, places, nullptr);
    const bool ended = stage != stages.cend() && stage->exitCode >= 0;
    if (!ended) {
        const QString why = unfinished(input.status);
        check.detail = why.isEmpty() ? QStringLiteral("The build did not start.") : why;
    } else if (stage->exitCode == 0) {
        file.status = GateStatus::Passed;
        check.detail = QStringLiteral("The build succeeded.");
    } else {
        file.status = GateStatus::Failed;
        const QString error = firstError(file);
        const QString said = scriptSentence(input.log);
        check.detail =
            !error.isEmpty() ? error
            : !said.isEmpty()
                ? said
                : QStringLiteral("The build failed with exit status %1; its log says why.")
                      .arg(stage->exitCode);
    }
    file.reason = check.detail;
    check.state = checkStateOf(file.status);
    if (stage != stages.cend() && stage->started.isValid() && stage->ended.isValid()) {
        file.elapsedMs = check.elapsedMs =
            std::max<qint64>(0, stage->started.msecsTo(stage->ended));
    }
    build.fileOfCheck.insert(check.id, 0);
    build.files.append(file);
    build.run.checks.append(check);
}

/// The last `limit` bytes of a plain file; nothing where there is none.
Result<QByteArray> readPlain(const QString& path, qint64 limit, bool tail)
{
    const QFileInfo info(path);
    if (!info.exists() && !info.isSymLink()) {
        return QByteArray();
    }
    if (info.isSymLink() || !info.isFile()) {
        return Error{ErrorCode::FileUnreadable, QStringLiteral("not a plain file"), path};
    }
    if (!tail && info.size() > limit) {
        return Error{ErrorCode::FileTooLarge, QString::number(limit), path};
    }
    QFile file(path);
    if (Result<void> opened = openRegular(file); !opened) {
        return opened.error();
    }
    if (info.size() > limit && !file.seek(info.size() - limit)) {
        return Error{ErrorCode::FileUnreadable, file.errorString(), path};
    }
    return file.read(limit);
}

} // namespace

CheckState checkStateOf(GateStatus status)
{
    switch (status) {
    case GateStatus::Failed:
        return CheckState::Failed;
    case GateStatus::Passed:
        return CheckState::Passed;
    case GateStatus::NotChecked:
        break;
    }
    return CheckState::NotRun;
}

CompileRecords parseCompileRecords(const QByteArray& bytes)
{
    CompileRecords result;
    qsizetype at = 0;
    while (at < bytes.size()) {
        qsizetype end = bytes.indexOf('\n', at);
        end = end < 0 ? bytes.size() : end;
        const qsizetype size = end - at;
        CompileRecord record;
        if (size > kMaxRecordLine || result.records.size() >= kMaxRecords ||
            !recordOf(bytes.mid(at, size), record)) {
            result.skipped += size > 0 ? 1 : 0;
        } else {
            result.records.append(record);
        }
        at = end + 1;
    }
    return result;
}

NodeBuild judgeNodeBuild(const NodeBuildInput& input)
{
    NodeBuild build;
    VerifyRun& run = build.run;
    run.id = QStringLiteral("build-") + input.job.id;
    run.level = VerifyLevel::Build;
    run.title = maskedText(input.job.title); // it is kept and reported
    run.nodeId = input.job.node.id;
    run.nodeName = input.job.node.name;
    run.image = transportOf(input.job.node)->image();
    run.time = input.status.ended.isValid() ? input.status.ended : input.status.lastContact;
    run.jobId = input.job.id;
    run.logHash = input.status.logHash;
    run.portKey = input.job.portKey;
    const NodePlaces places(input);
    if (input.kind == BuildKind::HipccFiles) {
        judgeFiles(input, places, build);
    } else {
        judgeProject(input, places, build);
    }
    return build;
}

Result<NodeBuild> readNodeBuild(const QString& jobFolder, NodeBuildInput input)
{
    Result<QByteArray> bytes =
        input.kind == BuildKind::HipccFiles
            ? readPlain(jobFolder + QStringLiteral("/results/compile.jsonl"), kMaxRecordBytes,
                        false)
            : readPlain(jobFolder + QStringLiteral("/log"), kMaxLogBytes, true);
    if (!bytes) {
        return bytes.error();
    }
    (input.kind == BuildKind::HipccFiles ? input.records : input.log) = std::move(*bytes);
    return judgeNodeBuild(input);
}

} // namespace rocport
