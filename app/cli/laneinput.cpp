#include "app/cli/laneinput.h"

#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "core/files/repositoryname.h"
#include "core/lanes/lanechecks.h"
#include "core/rules/packs/packfiles.h"
#include "core/verify/verifyplan.h"

#include <QDir>
#include <QFileInfo>

namespace rocport {

namespace {

constexpr int kLeastMebibytes = 64; // the program itself with its threads

} // namespace

Result<ProgramFiles> programFiles(const QStringList& names)
{
    ProgramFiles files;
    const QFileInfo first(names.first());
    const bool isFolder = first.isDir();
    files.root = isFolder ? first.absoluteFilePath() : projectRootOf(first.absolutePath());
    for (const QString& name : names.mid(isFolder ? 1 : 0)) {
        const QString below = files.root + u'/' + name;
        const bool isBelow = isFolder && !QFileInfo::exists(name) && QFileInfo::exists(below);
        const Result<RepoPath> path =
            pathInRepository(files.root, isBelow ? below : QDir().absoluteFilePath(name));
        if (!path) {
            return path.error();
        }
        files.sources.append(*path);
    }
    return files;
}

void addLimitOptions(Arguments& args, const QString& timeHelp)
{
    args.addOption(QStringLiteral("time"), timeHelp, QStringLiteral("SECONDS"));
    args.addOption(
        QStringLiteral("memory"),
        QStringLiteral("MiB of memory that the program may have; default: three quarters "
                       "of this machine's, 16384 at most."),
        QStringLiteral("MIB"));
    args.addOption(QStringLiteral("devices"),
                   QStringLiteral("GPUs that the program finds, up to 16; default: 1."),
                   QStringLiteral("N"));
}

std::optional<int> readLimitOptions(const Arguments& args, LaneLimits& limits)
{
    if (args.isSet(QStringLiteral("time"))) {
        bool isNumber = false;
        const int seconds = args.value(QStringLiteral("time")).toInt(&isNumber);
        if (!isNumber || seconds < 1 || seconds > kLongestRunSeconds) {
            return reportUsage(QStringLiteral("--time must be a number of seconds"));
        }
        limits.time = std::chrono::seconds(seconds);
    }
    if (args.isSet(QStringLiteral("memory"))) {
        bool isNumber = false;
        const int mebibytes = args.value(QStringLiteral("memory")).toInt(&isNumber);
        if (!isNumber || mebibytes < kLeastMebibytes) {
            return reportUsage(
                QStringLiteral("--memory must be a number of MiB from %1 on").arg(kLeastMebibytes));
        }
        limits.memory = qint64{mebibytes} << 20;
    }
    if (args.isSet(QStringLiteral("devices"))) {
        bool isNumber = false;
        limits.devices = args.value(QStringLiteral("devices")).toInt(&isNumber);
        if (!isNumber || limits.devices < 1 || limits.devices > kMostLaneDevices) {
            return reportUsage(
                QStringLiteral("--devices must be a number from 1 to %1").arg(kMostLaneDevices));
        }
    }
    return std::nullopt;
}

void addCheckOption(Arguments& args)
{
    args.addOption(QStringLiteral("check"),
                   QStringLiteral("Look also for: bounds, uninitialised, race (each access is "
                                  "looked at, which is slower) and order (the program runs nine "
                                  "times); a list with commas, or all."),
                   QStringLiteral("LIST"));
}

std::optional<int> readChecks(const Arguments& args, QStringList& checks)
{
    const QStringList known = laneCheckNames();
    const QStringList names = args.value(QStringLiteral("check")).split(u',', Qt::SkipEmptyParts);
    for (const QString& name : names) {
        if (name == u"all") {
            checks = known;
        } else if (known.contains(name)) {
            checks.append(name);
        } else {
            return reportUsage(QStringLiteral("--check takes %1 or all, not \"%2\"")
                                   .arg(known.join(QStringLiteral(", ")), name));
        }
    }
    checks.removeDuplicates();
    return std::nullopt;
}

std::optional<int> readLanes(const Arguments& args, QVector<int>& lanes)
{
    const QString given = args.value(QStringLiteral("lanes"));
    lanes.clear();
    const QStringList words = given.isEmpty()
                                  ? QStringList{QStringLiteral("64"), QStringLiteral("32")}
                                  : given.split(u',');
    for (const QString& word : words) {
        if ((word != u"64" && word != u"32") || lanes.contains(word.toInt())) {
            return reportUsage(QStringLiteral("--lanes must be 64,32, 64 or 32"));
        }
        lanes.append(word.toInt());
    }
    return std::nullopt;
}

Result<FolderScan> scanForLanes(const QString& root, const TargetSettings& target,
                                const Arguments& args)
{
    auto scanned = scanFolder(root, loadRules(root, args), target, {});
    if (scanned) {
        notePackProblems(scanned->scan->packProblems);
        noteUnread(*scanned->scan);
    }
    return scanned;
}

} // namespace rocport
