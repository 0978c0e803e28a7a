#include "core/verify/wholebuild.h"

#include "core/base/visibletext.h"
#include "core/files/filewriter.h"
#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/scan/scanner.h"
#include "core/verify/buildstandins.h"
#include "core/verify/compilerarguments.h"
#include "core/verify/mesonneeds.h"

#include <QDeadlineTimer>
#include <QDir>
#include <QFile>
#include <QMutex>
#include <QTemporaryDir>

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kMostOfFile = 64LL * 1024 * 1024;
constexpr qint64 kMostOfRecords = 64LL * 1024 * 1024;
constexpr qsizetype kMostOfTrace = 16LL * 1024 * 1024;
constexpr qsizetype kMostTraced = 200; // names of CMake files
constexpr qsizetype kMostNamed = 500;  // missing units whose lines are looked for
constexpr qsizetype kMostOfNotes = 1 << 20;
constexpr qsizetype kMostSaid = 1 << 20; // of each stream: what it said last is what counts
constexpr int kNotConfigured = 90;
constexpr int kNoFolder = 91;

/// Writes all files of the tree, with those of `port` in their place. Links are left out.
Result<void> writeTree(const QString& folder, const SourceTree& tree,
                       const QHash<RepoPath, QByteArray>& port, const CancelToken& cancel)
{
    const auto entries = tree.list(cancel);
    if (!entries) {
        return entries.error();
    }
    QHash<RepoPath, QByteArray> rest = port;
    for (const TreeEntry& entry : *entries) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        const QByteArray path = QDir::cleanPath(QString::fromUtf8(entry.path.bytes())).toUtf8();
        if (entry.kind != TreeEntry::Kind::File || path != entry.path.bytes() ||
            path.startsWith("../")) {
            continue;
        }
        const auto replaced = rest.constFind(entry.path);
        auto bytes = replaced != rest.constEnd() ? Result<QByteArray>(*replaced)
                                                 : tree.read(entry, kMostOfFile);
        rest.remove(entry.path);
        if (!bytes) {
            continue; // too large, or gone meanwhile: no source
        }
        const auto written =
            writeStandIn(folder + u'/' + QString::fromUtf8(path), *bytes, entry.executable);
        if (!written) {
            return written.error();
        }
    }
    for (auto at = rest.cbegin(); at != rest.cend(); ++at) {
        const QString path = QString::fromUtf8(at.key().bytes());
        if (QDir::cleanPath(path) != path || path.startsWith(QLatin1StringView("../"))) {
            continue;
        }
        if (const auto written = writeStandIn(folder + u'/' + path, at.value()); !written) {
            return written.error();
        }
    }
    return {};
}

QByteArray readRecords(const QString& folder)
{
    QByteArray all;
    const QDir records(folder);
    const QStringList names = records.entryList(QDir::Files | QDir::NoSymLinks);
    for (const QString& name : names) {
        QFile file(records.filePath(name));
        if (file.open(QIODevice::ReadOnly)) {
            all += file.read(kMostOfRecords - all.size());
        }
    }
    return all;
}

/// The last line of what a build said that tells of an error, else its last line.
QString lastWords(const QByteArray& output, const QByteArray& errors)
{
    const QList<QByteArray> lines = (output + errors).right(1 << 16).split('\n');
    QByteArray last;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        const QByteArray line = lines.at(i).trimmed();
        if (line.startsWith("CMake Error")) {
            // The reason stands below the place, after an empty line or without one.
            QByteArray reason;
            for (qsizetype next = i + 1; next < lines.size() && reason.isEmpty(); ++next) {
                reason = lines.at(next).trimmed();
            }
            return visibleLine(QString::fromUtf8(line + ' ' + reason).left(300));
        }
        if (line.contains("***") || line.contains("ERROR: ")) { // of make, of meson
            const QString text = QString::fromUtf8(line);
            return visibleLine(
                text.mid(text.startsWith(QLatin1StringView("../tree/")) ? 8 : 0).left(300));
        }
        if (!line.isEmpty()) {
            last = line;
        }
    }
    return visibleLine(QString::fromUtf8(last).left(300));
}

/// Names of the tree's CMake files without those that a shell or CMake would read something into.
QStringList cmakeFileNames(const SourceTree& tree, const CancelToken& cancel)
{
    QSet<QString> names{QStringLiteral("CMakeLists.txt")};
    if (const auto entries = tree.list(cancel)) {
        for (const TreeEntry& entry : *entries) {
            const QString name = QString::fromUtf8(entry.path.fileName());
            if (name.endsWith(QLatin1StringView(".cmake")) && isNeutralPath(name) &&
                names.size() < kMostTraced) {
                names.insert(name);
            }
        }
    }
    return {names.cbegin(), names.cend()};
}

/// Finds for missing units the lines of the original's build files that name them.
void nameLines(QVector<UnitComparison>& units, const SourceTree& tree, BuildSystem system,
               const QByteArray& trace, const QByteArray& root, const CancelToken& cancel)
{
    const auto entries = tree.list(cancel);
    if (!entries) {
        return;
    }
    const bool isMeson = system == BuildSystem::Meson;
    QHash<RepoPath, QByteArray> texts;
    for (const TreeEntry& entry : *entries) {
        const Language language = languageOfFile(entry.path.fileName());
        const bool isRead = isMeson ? language == Language::Meson
                                    : language == Language::CMake || language == Language::Make;
        if (entry.kind == TreeEntry::Kind::File && isRead) {
            if (const auto bytes = tree.read(entry, kMostOfBuildFile)) {
                texts.insert(entry.path, *bytes);
            }
        }
    }
    QVector<qsizetype> missing;
    QVector<RepoPath> sources;
    for (qsizetype i = 0; i < units.size() && missing.size() < kMostNamed; ++i) {
        if (units.at(i).isMissing()) {
            missing.append(i);
            sources.append(units.at(i).path);
        }
    }
    const QVector<NamingLine> lines =
        isMeson ? namingLinesOfMeson(texts, sources) : namingLines(sources, texts, trace, root);
    for (qsizetype i = 0; i < missing.size(); ++i) {
        units[missing.at(i)].named = lines.at(i);
    }
}

struct Recorded
{
    RecordedBuild build;
    QVector<RecordedUnit> units;
    QByteArray database; ///< the commands of the units
    QByteArray trace;    ///< what CMake did, of the CUDA build
    QByteArray said;     ///< its output, where it failed
};

/// Where the two builds run.
struct BuildFolders
{
    QString folder;
    BuildSystem system = BuildSystem::CMake;
    QString architecture;
    QString release;
    QStringList options; ///< of the ROCm build
    QStringList cudaOptions;
    QStringList traced;    ///< of CMake: names of its files
    QStringList mentioned; ///< of CMake: names of targets
    MesonMentions meson;
};

class BuildRunner
{
public:
    BuildRunner(BuildFolders place, const Sandbox& sandbox, const ProcessRunner& runner,
                const GateOptions& options, const ProcessLimits& limits, const CancelToken& cancel)
        : m_place(std::move(place)),
          m_sandbox(sandbox),
          m_runner(runner),
          m_options(options),
          m_limits(limits),
          m_cancel(cancel)
    {
    }

    /// Configures once more, with stand-ins for what was wanted and is not here, for as long as
    /// there is something new; it goes into `needs`.
    [[nodiscard]] Result<Recorded> run(const QString& side, BuildNeeds& needs) const
    {
        const QString own = m_place.folder + u'/' + side;
        const QString notes = own + QStringLiteral("/notes");
        const BuildSystemTraits& traits = traitsOf(m_place.system);
        const QDeadlineTimer all(2 * m_options.timeout); // however many tries there are
        for (int tries = 1;; ++tries) {
            const QString stand = m_place.folder + QStringLiteral("/stand");
            auto written = writeNeeds(stand, side, notes, needs, m_place.mentioned);
            if (written && isMeson()) {
                written = writeMesonNeeds(stand, side, notes, needs, m_place.meson);
            }
            if (!written) {
                return written.error();
            }
            auto recorded = once(side);
            if (!recorded) {
                return recorded;
            }
            const bool again =
                traits.configures() && !recorded->build.configured && !recorded->build.ended &&
                tries < traits.mostTries && !all.hasExpired() &&
                (isMeson() ? learnFromMeson(needs, recorded->said, own, m_place.meson)
                           : needs.learn(recorded->said, own));
            recorded->said.clear();
            if (!again) {
                if (traits.configures()) {
                    recorded->build.standIns =
                        standInNames(needs, readRecords(notes).left(kMostOfNotes));
                    recorded->build.releases = needs.releases;
                }
                return recorded;
            }
        }
    }

private:
    [[nodiscard]] bool isMeson() const { return m_place.system == BuildSystem::Meson; }

    [[nodiscard]] Result<Recorded> once(const QString& side) const
    {
        const QString own = m_place.folder + u'/' + side;
        const QString records = own + QStringLiteral("/records-") + traitsOf(m_place.system).id;
        const QString trace = own + QStringLiteral("/trace");
        SandboxFolders folders;
        const QString notes = own + QStringLiteral("/notes");
        for (const QString& folder :
             {own + QStringLiteral("/tree"), own + QStringLiteral("/build"), records, trace, notes,
              own + QStringLiteral("/home"), own + QStringLiteral("/tmp")}) {
            if (const auto made = makeFolder(folder); !made) {
                return made.error();
            }
            folders.writable.append(folder);
        }
        folders.home = own + QStringLiteral("/home");
        folders.temporary = own + QStringLiteral("/tmp");
        const QString stand = m_place.folder + QStringLiteral("/stand");
        folders.readable = {stand};
        ProcessCommand command;
        command.program = QStringLiteral("/bin/sh");
        command.arguments = {stand + QStringLiteral("/build.sh"),
                             own + QStringLiteral("/tree"),
                             own + QStringLiteral("/build"),
                             stand,
                             side,
                             traitsOf(m_place.system).id};
        command.arguments +=
            side == QLatin1StringView("rocm") ? m_place.options : m_place.cudaOptions;
        command.environment = {{QStringLiteral("ROCPORT_RECORDS"), records},
                               {QStringLiteral("ROCPORT_NOTES"), notes},
                               {QStringLiteral("ROCPORT_ARCH"), m_place.architecture},
                               {QStringLiteral("ROCPORT_ROCM"), m_place.release}};
        if (side == QLatin1StringView("cuda")) {
            command.environment += {{QStringLiteral("ROCPORT_TRACE"), trace},
                                    {QStringLiteral("ROCPORT_TRACED"), m_place.traced.join(u' ')}};
        }
        command.workingFolder = own + QStringLiteral("/build");
        command.timeout = m_options.timeout;
        command.outputLimit = 256LL * 1024 * 1024;
        command.stopAtOutputLimit = true;
        command.memoryLimit = compilerMemory();
        const auto ran = runWatched(m_runner, m_sandbox.wrapped(command, folders), folders.writable,
                                    m_limits, m_cancel, kMostSaid);
        if (!ran) {
            return ran.error();
        }
        Recorded result = read(*ran, records, own + QStringLiteral("/tree"));
        if (m_place.system == BuildSystem::CMake) {
            result.trace = readRecords(trace).left(kMostOfTrace);
        }
        return result;
    }

    static Recorded read(const WatchedOutput& watched, const QString& records, const QString& tree)
    {
        Recorded result;
        bool whole = true;
        const QVector<BuildRecord> commands = parseBuildRecords(readRecords(records), &whole);
        result.units = unitsOf(commands, tree.toUtf8());
        result.database = databaseOf(commands, tree.toUtf8());
        result.build.units = result.units.size();
        const ProcessOutput& ran = watched.process;
        const ProcessOutcome& outcome = ran.outcome;
        const bool exited = outcome.end == ProcessEnd::Exited;
        result.build.configured =
            exited && outcome.exitCode != kNotConfigured && outcome.exitCode != kNoFolder;
        result.build.complete = outcome.succeeded() && whole;
        result.build.ended = !watched.ended.isEmpty() || outcome.end == ProcessEnd::TimedOut ||
                             outcome.end == ProcessEnd::OutputTooBig;
        if (!watched.ended.isEmpty()) {
            result.build.problem = watched.ended + QStringLiteral(" and was ended");
        } else if (outcome.end == ProcessEnd::TimedOut) {
            result.build.problem = QStringLiteral("it took too long and was ended");
        } else if (outcome.end == ProcessEnd::OutputTooBig) {
            result.build.problem = QStringLiteral("it wrote too much and was ended");
        } else if (!whole) {
            result.build.problem = QStringLiteral("its commands are too many to read");
        } else if (!result.build.complete) {
            const QString step = result.build.configured ? QStringLiteral("a step failed")
                                                         : QStringLiteral("it was not configured");
            result.build.problem = step + QStringLiteral(": ") + lastWords(ran.output, ran.errors);
            result.said = ran.output + '\n' + ran.errors;
        }
        return result;
    }

    BuildFolders m_place;
    const Sandbox& m_sandbox;
    const ProcessRunner& m_runner;
    const GateOptions& m_options;
    const ProcessLimits& m_limits;
    const CancelToken& m_cancel;
};

/// The systems of the tree whose programs are here: one that is not here cannot do in the first
/// one's place. Errors: NotPossibleNow.
Result<QVector<BuildSystem>> usableSystems(const SourceTree& tree, const GateOptions& options,
                                           const ProcessRunner& runner, const CancelToken& cancel)
{
    const QVector<BuildSystem> systems = systemsOf(tree, cancel);
    if (systems.isEmpty()) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("the top folder has no CMakeLists.txt, meson.build or make "
                                    "file; name a folder that has one"),
                     QStringLiteral("verify build --whole")};
    }
    if (!options.sandbox->works(runner, cancel)) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("the project's build files run in bubblewrap alone, and %1; "
                                    "install it")
                         .arg(options.sandbox->problem()),
                     QStringLiteral("verify build --whole")};
    }
    QString missing; // of the first system
    QVector<BuildSystem> usable;
    for (const BuildSystem system : systems) {
        const QString lacks = missingProgram(system);
        if (lacks.isEmpty()) {
            usable.append(system);
        }
        missing = missing.isEmpty() ? lacks : missing;
    }
    if (!usable.isEmpty()) {
        return usable;
    }
    return Error{ErrorCode::NotPossibleNow,
                 QStringLiteral("%1 is not installed; install it").arg(missing),
                 QStringLiteral("verify build --whole")};
}

/// The stand-ins and both trees below `folder`; what the comparison has to know of the port.
Result<void> writeInput(const QString& folder, const GateInput& input, ComparisonInput& comparison,
                        const CancelToken& cancel)
{
    QHash<RepoPath, QByteArray> port;
    for (const GateFileInput& file : input.port) {
        port.insert(file.path, file.content);
        if (file.isSibling) {
            comparison.siblings.insert(file.source, file.path);
        }
        if (file.content.contains(comparison.guardMacro.toUtf8())) {
            comparison.guarded.insert(file.path);
        }
    }
    auto written = writeStandIns(folder + QStringLiteral("/stand"), input.target);
    if (written) {
        written = writeTree(folder + QStringLiteral("/cuda/tree"), *input.tree, {}, cancel);
    }
    if (written) {
        written = writeTree(folder + QStringLiteral("/rocm/tree"), *input.tree, port, cancel);
    }
    return written;
}

Result<void> checkTarget(const TargetSettings& target)
{
    CompileSetup setup;
    setup.architectures = target.architectures;
    setup.guardMacro = target.guardMacro;
    setup.rocm = target.rocm;
    setup.standard = QStringLiteral("c++17");
    return checkSetup(setup);
}

/// Without what only one system gets.
BuildFolders placeOf(const QString& folder, const GateInput& input)
{
    BuildFolders place;
    place.folder = folder;
    place.architecture = input.target.architectures.value(0);
    place.release = input.target.rocm.toString();
    return place;
}

/// Both builds get `settings`.
void useSystem(BuildFolders& place, BuildSystem system, const GateInput& input,
               const QStringList& settings, const CancelToken& cancel)
{
    const bool isCMake = system == BuildSystem::CMake;
    place.system = system;
    place.traced = isCMake ? cmakeFileNames(*input.tree, cancel) : QStringList();
    place.mentioned = isCMake ? mentionedTargets(*input.tree, cancel) : QStringList();
    place.meson =
        system == BuildSystem::Meson ? mesonMentions(*input.tree, cancel) : MesonMentions();
    place.options = {rocmOption(*input.tree, input.port, input.target.guardMacro, system, cancel)};
    place.options.removeAll(QString());
    place.cudaOptions = cudaOptions(*input.tree, input.target.guardMacro, system, cancel);
    for (const QString& one : settings) {
        const QString argument = traitsOf(system).define + one;
        place.options.append(argument);
        place.cudaOptions.append(argument);
    }
}

struct BothBuilds
{
    Recorded cuda;
    std::optional<Recorded> rocm; ///< nothing: it was not run
};

/// The ROCm build is run where the CUDA build was configured, or where there is no other system.
Result<BothBuilds> recordBoth(const BuildRunner& builds, BuildSystem system, bool isLast,
                              const std::function<void(const QString&)>& say)
{
    say(QStringLiteral("recording the CUDA build (%1)").arg(traitsOf(system).id));
    BuildNeeds needs;
    auto cuda = builds.run(QStringLiteral("cuda"), needs);
    if (!cuda) {
        return cuda.error();
    }
    BothBuilds both{*std::move(cuda), {}};
    if (both.cuda.build.ended || (!both.cuda.build.configured && !isLast)) {
        return both;
    }
    say(QStringLiteral("recording the ROCm build (%1)").arg(traitsOf(system).id));
    BuildNeeds needsOfRocm = needs;
    auto rocm = builds.run(QStringLiteral("rocm"), needsOfRocm);
    if (!rocm) {
        return rocm.error();
    }
    both.rocm = *std::move(rocm);
    if (both.rocm->build.configured && needsOfRocm.all && !needs.all &&
        both.cuda.build.configured) {
        // What one has for packages that are not required the other one gets too.
        needs.all = true;
        say(QStringLiteral("recording the CUDA build again"));
        cuda = builds.run(QStringLiteral("cuda"), needs);
        if (!cuda) {
            return cuda.error();
        }
        both.cuda = *std::move(cuda);
    }
    return both;
}

/// Compiles the units of the ROCm build, which was recorded below `folder`.
Result<GateResult> compileRecorded(const GateInput& input, const Recorded& rocm,
                                   const QString& folder, const GateOptions& options,
                                   const ProcessRunner& runner, const CancelToken& cancel,
                                   const std::function<void(const QString&)>& say)
{
    GateInput recorded = input;
    RecordedUnits units;
    for (const RecordedUnit& unit : rocm.units) {
        units.asHip.insert(unit.path, unit.asHip);
    }
    units.place = folder;
    units.buildFolder = folder + QStringLiteral("/rocm/build");
    recorded.recorded = units;
    recorded.repositoryRoot = folder + QStringLiteral("/rocm/tree");
    recorded.compileCommands = rocm.database;
    QMutex lock;
    int said = -1;
    return runGate(recorded, options, runner, cancel, [&](const GateProgress& progress) {
        const QMutexLocker locker(&lock);
        if (said < 0 && progress.total > 0) {
            said = progress.total;
            say(QStringLiteral("compiling %1 units of the ROCm build").arg(said));
        }
    });
}

} // namespace

bool WholeBuildResult::passed() const
{
    return cuda.complete && rocm.complete && !units.isEmpty() && missing() == 0 && wrong() == 0;
}

qsizetype WholeBuildResult::missing() const
{
    return std::count_if(units.cbegin(), units.cend(),
                         [](const UnitComparison& unit) { return unit.isMissing(); });
}

qsizetype WholeBuildResult::wrong() const
{
    return std::count_if(units.cbegin(), units.cend(),
                         [](const UnitComparison& unit) { return !unit.problems.isEmpty(); });
}

Result<WholeBuildResult> runWholeBuild(const GateInput& input, const GateOptions& options,
                                       const ProcessRunner& runner, const CancelToken& cancel,
                                       const std::function<void(const QString&)>& progress,
                                       const ProcessLimits& limits, const QStringList& settings)
{
    if (const auto good = checkTarget(input.target); !good) {
        return good.error();
    }
    WholeBuildResult result;
    const auto systems = usableSystems(*input.tree, options, runner, cancel);
    if (!systems) {
        return systems.error();
    }
    QTemporaryDir temporary;
    const QString folder = QDir(temporary.path()).canonicalPath();
    if (!temporary.isValid() || folder.isEmpty()) {
        return Error{ErrorCode::FileWriteFailed, temporary.errorString(), QDir::tempPath()};
    }
    ComparisonInput comparison;
    comparison.guardMacro = input.target.guardMacro;
    const auto written = writeInput(folder, input, comparison, cancel);
    if (!written) {
        return written.error();
    }
    BuildFolders place = placeOf(folder, input);
    result.submodules = missingSubmodules(*input.tree, cancel);
    QByteArray trace;
    const auto say = [&](const QString& text) {
        if (progress) {
            progress(text);
        }
    };
    for (const BuildSystem system : *systems) {
        result.system = system;
        useSystem(place, system, input, settings, cancel);
        const BuildRunner builds(place, *options.sandbox, runner, options, limits, cancel);
        auto both = recordBoth(builds, system, system == systems->last(), say);
        if (!both) {
            return both.error();
        }
        result.cuda = both->cuda.build;
        comparison.cuda = both->cuda.units;
        trace = both->cuda.trace;
        if (both->cuda.build.ended) {
            break;
        }
        if (!both->rocm) {
            continue; // the other one may do
        }
        const Recorded& rocm = *both->rocm;
        result.rocm = rocm.build;
        comparison.rocm = rocm.units;
        if (!rocm.build.ended && !rocm.units.isEmpty()) {
            auto compiled = compileRecorded(input, rocm, folder, options, runner, cancel, say);
            if (!compiled) {
                return compiled.error();
            }
            result.compiled = *std::move(compiled);
        }
        break;
    }
    result.units = compareUnits(comparison);
    if (result.missing() > 0) {
        nameLines(result.units, *input.tree, result.system, trace,
                  (folder + QStringLiteral("/cuda/tree")).toUtf8(), cancel);
    }
    return result;
}

} // namespace rocport
