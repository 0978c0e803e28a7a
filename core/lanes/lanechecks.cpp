#include "core/lanes/lanechecks.h"

#include "core/files/readfile.h"
#include "core/lanes/lanemodule.h"
#include "core/lanes/laneverify.h"
#include "core/process/localprocess.h"

#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <algorithm>
#include <array>
#include <optional>

namespace rocport {

namespace {

constexpr qsizetype kMostComplaints = 1000;

struct CodePlace
{
    QString path;
    int line = 0; ///< 0: not known
};

using CodePlaces = QHash<quint64, CodePlace>;

/// What the engine wrote of one complaint.
struct WrittenComplaint
{
    LaneComplaint complaint;
    quint64 code = 0; ///< addresses in the program's file; 0: none
    quint64 other = 0;
};

QVector<WrittenComplaint> writtenComplaints(const QString& file)
{
    constexpr qint64 kMostBytes = 4 << 20;
    QVector<WrittenComplaint> complaints;
    const auto bytes = readFile(QFile::encodeName(file), Links::Refused, kMostBytes);
    if (!bytes) {
        return complaints; // as a rule there was nothing to say
    }
    const QList<QByteArray> lines = bytes->split('\n');
    for (const QByteArray& text : lines) {
        const QJsonObject line = QJsonDocument::fromJson(text).object();
        if (line.isEmpty() || complaints.size() == kMostComplaints) {
            continue;
        }
        WrittenComplaint one;
        one.complaint = {line.value(u"check").toString(), line.value(u"file").toString(),
                         line.value(u"line").toInt(), line.value(u"kernel").toString(),
                         line.value(u"text").toString()};
        one.code = static_cast<quint64>(std::max<qint64>(line.value(u"code").toInteger(), 0));
        one.other = static_cast<quint64>(std::max<qint64>(line.value(u"other").toInteger(), 0));
        complaints.append(one);
    }
    return complaints;
}

std::optional<QString> lineProgram(const LaneRequest& request)
{
    constexpr std::array kNames = {"addr2line",         "llvm-addr2line",    "llvm-addr2line-14",
                                   "llvm-addr2line-15", "llvm-addr2line-16", "llvm-addr2line-17",
                                   "llvm-addr2line-18", "llvm-addr2line-19", "llvm-addr2line-20"};
    for (const char* name : kNames) {
        if (auto program = findProgram(QString::fromLatin1(name), request.search.path, false)) {
            return *program;
        }
    }
    return std::nullopt;
}

/// What comes behind the folder of a job: an object that the cache kept names that of the job which
/// compiled it, and that is gone. Empty: it is no file of one.
QString behindJob(const QString& path, const LaneRequest& request)
{
    const QString job = request.folder + u'/';
    if (path.startsWith(job)) {
        return path.sliced(job.size());
    }
    if (!path.startsWith(u'/') || QFileInfo::exists(path)) {
        return {}; // a file of the system
    }
    for (qsizetype slash = path.indexOf(u'/', 1); slash > 0;
         slash = path.indexOf(u'/', slash + 1)) {
        QString rest = path.sliced(slash + 1);
        if (QFileInfo::exists(job + rest) ||
            QFileInfo::exists(job + QStringLiteral("tree/") + rest)) {
            return rest;
        }
    }
    return {};
}

/// The innermost place of a call in code of the repository: functions of the headers that stand for
/// the vendor's are inlined there.
CodePlace placeOfFrames(const QList<QByteArray>& frames, const LaneRequest& request)
{
    for (const QByteArray& frame : frames) {
        const QString text = QString::fromUtf8(frame).section(QStringLiteral(" ("), 0, 0);
        const qsizetype colon = text.lastIndexOf(u':');
        const QString path = text.left(colon);
        const int line = text.mid(colon + 1).toInt();
        const QString behind = behindJob(path, request);
        if (colon < 1 || line < 1 || behind.startsWith(QLatin1StringView("lanes/"))) {
            continue;
        }
        if (!behind.isEmpty()) {
            return {behind, line};
        }
        if (!path.startsWith(u'/') && !path.startsWith(u'?')) {
            return {path, line};
        }
    }
    return {};
}

/// Of addresses in one file, as that has them.
CodePlaces placesIn(const QSet<quint64>& codes, const QString& program, const LaneRequest& request,
                    const ProcessRunner& runner, const CancelToken& cancel)
{
    CodePlaces places;
    const auto finder = codes.isEmpty() ? std::nullopt : lineProgram(request);
    if (!finder) {
        return places;
    }
    ProcessCommand command;
    command.program = *finder;
    command.arguments = {QStringLiteral("-i"), QStringLiteral("-a"), QStringLiteral("-e"), program};
    for (const quint64 code : codes) {
        // What is known is where a call returns to, which may be the next line.
        command.arguments.append(QStringLiteral("0x") + QString::number(code - 1, 16));
    }
    command.workingFolder = request.folder;
    command.timeout = std::chrono::minutes(1);
    const auto output = runProcess(runner, command, cancel);
    if (!output) {
        return places;
    }
    quint64 code = 0;
    QList<QByteArray> frames;
    const auto keep = [&] {
        if (code != 0) {
            places.insert(code, placeOfFrames(frames, request));
        }
        frames.clear();
    };
    const QList<QByteArray> lines = output->output.split('\n');
    for (const QByteArray& line : lines) {
        if (line.startsWith("0x")) {
            keep();
            code = line.mid(2).trimmed().toULongLong(nullptr, 16) + 1;
        } else {
            frames.append(line);
        }
    }
    keep();
    return places;
}

/// Of addresses in the program and its modules: the number of a module stands above the address in
/// its file.
CodePlaces findPlaces(const QSet<quint64>& codes, const QString& program,
                      const LaneRequest& request, const ProcessRunner& runner,
                      const CancelToken& cancel)
{
    constexpr int kModuleShift = 44; // as the engine has it
    constexpr qsizetype kMostFiles = 64;
    QHash<quint64, QSet<quint64>> byFile;
    for (const quint64 code : codes) {
        byFile[code >> kModuleShift].insert(code & ((quint64{1} << kModuleShift) - 1));
    }
    CodePlaces places;
    if (byFile.size() > kMostFiles) {
        return places;
    }
    for (auto it = byFile.constBegin(); it != byFile.constEnd(); ++it) {
        const QString file = it.key() == 0
                                 ? program
                                 : laneModuleFolder(request) + u'/' +
                                       laneModuleFile(static_cast<int>(it.key() & 0xffff));
        const CodePlaces found = placesIn(it.value(), file, request, runner, cancel);
        for (auto place = found.constBegin(); place != found.constEnd(); ++place) {
            places.insert(place.key() | (it.key() << kModuleShift), place.value());
        }
    }
    return places;
}

} // namespace

QStringList laneCheckNames()
{
    return {QStringLiteral("bounds"), QStringLiteral("uninitialised"), QStringLiteral("race"),
            QStringLiteral("order")};
}

bool checksAccesses(const QStringList& checks)
{
    return std::any_of(checks.begin(), checks.end(),
                       [](const QString& check) { return check != u"order"; });
}

QStringList accessCheckArguments(bool isClang)
{
    QStringList arguments = {QStringLiteral("-fsanitize=thread")};
    if (!isClang) {
        return arguments + QStringList{QStringLiteral("--param"),
                                       QStringLiteral("tsan-instrument-func-entry-exit=0")};
    }
    for (const char* option :
         {"-tsan-instrument-read-before-write=1", "-tsan-instrument-func-entry-exit=0"}) {
        arguments += {QStringLiteral("-mllvm"), QString::fromLatin1(option)};
    }
    return arguments;
}

QStringList accessLinkArguments()
{
    return {QStringLiteral("-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset")};
}

bool findsLines(const LaneRequest& request)
{
    return lineProgram(request).has_value();
}

QVector<LaneComplaint> readComplaints(const QString& file, const QString& program,
                                      const LaneRequest& request, const ProcessRunner& runner,
                                      const CancelToken& cancel)
{
    const QVector<WrittenComplaint> written = writtenComplaints(file);
    QSet<quint64> codes;
    for (const WrittenComplaint& one : written) {
        codes.insert(one.code);
        codes.insert(one.other);
    }
    codes.remove(0);
    const CodePlaces places = findPlaces(codes, program, request, runner, cancel);
    QVector<LaneComplaint> complaints;
    QSet<QString> told;
    for (const WrittenComplaint& one : written) {
        LaneComplaint complaint = one.complaint;
        if (one.code != 0) {
            const CodePlace place = places.value(one.code);
            const CodePlace other = places.value(one.other);
            complaint.path = place.path;
            complaint.line = place.line;
            complaint.text.replace(QStringLiteral("{other}"),
                                   other.line == 0 ? QStringLiteral("another place")
                                   : other.path == place.path
                                       ? QStringLiteral("line %1").arg(other.line)
                                       : QStringLiteral("%1:%2").arg(other.path).arg(other.line));
        }
        const QString key =
            QStringLiteral("%1 %2 %3").arg(complaint.check).arg(complaint.line).arg(complaint.path);
        if (complaint.line == 0 || !told.contains(key)) {
            told.insert(key);
            complaints.append(complaint);
        }
    }
    return complaints;
}

QString differenceOfOrders(const ProcessOutput& first, const ProcessOutput& other)
{
    constexpr qsizetype kMostText = 80;
    constexpr qsizetype kMostLines = 4;
    if (first.outcome.end != other.outcome.end || first.outcome.signal != other.outcome.signal ||
        first.outcome.exitCode != other.outcome.exitCode) {
        return other.outcome.end == ProcessEnd::Exited
                   ? QStringLiteral("the exit status is %1 instead of %2")
                         .arg(other.outcome.exitCode)
                         .arg(first.outcome.exitCode)
                   : QStringLiteral("the program does not come to its end");
    }
    const Tolerance tolerance =
        Tolerances().of(QStringLiteral("output"), ElementType::Float32, ElementType::Float32);
    if (outputDifference(first.output, other.output, tolerance).isEmpty()) {
        return {};
    }
    const QList<QByteArray> expected = first.output.split('\n');
    const QList<QByteArray> lines = other.output.split('\n');
    const auto shown = [](const QList<QByteArray>& all, qsizetype i) {
        return i < all.size() ? u'"' + QString::fromUtf8(all[i].left(kMostText)) + u'"'
                              : QStringLiteral("nothing");
    };
    QStringList differences;
    for (qsizetype i = 0; i < std::max(expected.size(), lines.size()); ++i) {
        if (i < expected.size() && i < lines.size() && expected[i] == lines[i]) {
            continue;
        }
        if (differences.size() == kMostLines) {
            differences.append(QStringLiteral("more differ"));
            break;
        }
        differences.append(QStringLiteral("line %1 of the output is %2 instead of %3")
                               .arg(QString::number(i + 1), shown(lines, i), shown(expected, i)));
    }
    return differences.join(QStringLiteral(", "));
}

Result<QStringList> runInOtherOrders(const LaneRequest& request, const LaneProgram& program,
                                     const QStringList& arguments, const LaneLimits& limits,
                                     const LaneRun& first, const Sandbox& sandbox,
                                     const ProcessRunner& runner, const CancelToken& cancel)
{
    LaneRequest unchecked = request; // the first run has told what there is
    unchecked.checks.clear();
    QStringList sentences;
    if (first.output.outcome.end != ProcessEnd::Exited) {
        return sentences; // there is nothing to compare with
    }
    for (quint32 seed = 1; seed < kRunsInOrders; ++seed) {
        LaneLimits ordered = limits;
        ordered.seed = seed;
        if (auto placed = program.place(cancel); !placed) { // runs before may have written there
            return placed.error();
        }
        const auto run = runLanes(unchecked, program, arguments, ordered, sandbox, runner, cancel);
        if (!run) {
            return run.error();
        }
        const QString difference = differenceOfOrders(first.output, run->output);
        if (!difference.isEmpty()) {
            sentences.append(QStringLiteral("with lanes and blocks in another order (--seed %2) %1")
                                 .arg(difference, QString::number(seed)));
        }
    }
    return sentences;
}

} // namespace rocport
