#include "core/verify/gate.h"

#include "core/facts/rocmreleases.h"
#include "core/files/filewriter.h"
#include "core/process/runprocess.h"
#include "core/verify/compilerarguments.h"
#include "core/verify/gatejudge.h"

#include <QDir>
#include <QElapsedTimer>
#include <QMutex>
#include <QtConcurrent>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <atomic>

namespace rocport {

namespace {

/// Compiles units in a folder; each call in a thread of its own.
class UnitCompiler
{
public:
    /// `folder`: of the tree.
    UnitCompiler(const NeutralNames& names, const HipCompiler& compiler, const CompileSetup& setup,
                 const QString& folder, const GateOptions& options, const ProcessRunner& runner,
                 const CancelToken& cancel)
        : m_names(names),
          m_compiler(compiler),
          m_setup(setup),
          m_folder(folder),
          m_options(options),
          m_runner(runner),
          m_cancel(cancel)
    {
    }

    [[nodiscard]] Result<CompiledUnit> compile(const GateUnit& unit, int number) const
    {
        CompiledUnit result;
        const bool plainC = unit.path.suffix() == "c";
        const QString header = m_names.headerPath(number);
        const bool host = plainC || unit.host;
        auto done = run(plainC      ? cArguments(m_compiler, m_setup)
                        : unit.host ? hostArguments(m_compiler, m_setup)
                                    : hipArguments(m_compiler, m_setup),
                        unit, header, result);
        if (!done) {
            return done.error();
        }
        if (unit.assembly && !host && !m_compiler.isHipcc && result.succeeded) {
            for (const QString& architecture : m_setup.architectures) {
                done = run(hipAssemblyArguments(m_compiler, m_setup, architecture), unit, header,
                           result);
                if (!done) {
                    return done.error();
                }
            }
        }
        return result;
    }

private:
    Result<void> run(const QStringList& own, const GateUnit& unit, const QString& header,
                     CompiledUnit& result) const
    {
        CompilerCommandLine line(own);
        line.addFromRepository(unit.arguments, m_names, m_folder);
        const QString name = m_names.unit(unit.path);
        if (!line.refused().isEmpty() || name.isEmpty()) {
            result.refused = name.isEmpty() ? QStringLiteral("it cannot be given a neutral name")
                                            : line.refused();
            return {};
        }
        if (!line.definitions().isEmpty()) {
            if (auto written = writeHeader(header, line.definitions()); !written) {
                return written;
            }
        }
        ProcessCommand command;
        command.program = m_compiler.program;
        command.arguments =
            line.arguments(m_folder + u'/' + header) + QStringList{m_folder + u'/' + name};
        command.workingFolder = m_folder;
        command.outputLimit = 8 << 20;
        command.timeout = m_options.timeout;
        command.memoryLimit = compilerMemory();
        command.environment = {{QStringLiteral("LC_ALL"), QStringLiteral("C")}};
        if (result.command.isEmpty()) {
            result.command = command.display().replace(m_folder, QStringLiteral("."));
        }
        const auto output = runProcess(m_runner, command, m_cancel);
        if (!output) {
            return output.error();
        }
        result.output += output->errors + output->output;
        result.succeeded = output->outcome.succeeded();
        result.timedOut = output->outcome.end == ProcessEnd::TimedOut;
        result.crashed = endedBySignal(output->outcome);
        result.elapsedMs += output->outcome.elapsed.count();
        return {};
    }

    Result<void> writeHeader(const QString& header, const QByteArray& text) const
    {
        return writeFile(m_folder + u'/' + header, text, FileAccess::Private, Durability::Later);
    }

    const NeutralNames& m_names;
    const HipCompiler& m_compiler;
    const CompileSetup& m_setup;
    QString m_folder;
    const GateOptions& m_options;
    const ProcessRunner& m_runner;
    CancelToken m_cancel;
};

/// Runs all units on a pool of their own; in the order of the units.
Result<QVector<CompiledUnit>> compileAll(const GatePlan& plan, const UnitCompiler& compiler,
                                         int jobs, const CancelToken& cancel,
                                         const std::function<void(const GateProgress&)>& progress)
{
    QVector<CompiledUnit> results(plan.units.size());
    QThreadPool pool;
    pool.setMaxThreadCount(jobs > 0 ? jobs : std::max(1, QThread::idealThreadCount()));
    QMutex lock;
    Error firstError;
    bool failed = false;
    std::atomic<int> done = 0;
    const int total = static_cast<int>(plan.units.size());
    for (qsizetype i = 0; i < plan.units.size(); ++i) {
        pool.start([&, i] {
            if (cancel.isCancelled()) {
                return;
            }
            if (progress) {
                progress({done.load(), total, plan.units[i].path.display()});
            }
            auto compiled = compiler.compile(plan.units[i], static_cast<int>(i));
            const QMutexLocker locker(&lock);
            if (compiled) {
                results[i] = *std::move(compiled);
            } else if (!failed) {
                failed = true;
                firstError = compiled.error();
            }
            ++done;
        });
    }
    pool.waitForDone();
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    if (failed) {
        return firstError;
    }
    if (progress) {
        progress({total, total, {}});
    }
    return results;
}

void addNotes(GateResult& result, const GateInput& input, const GatePlan& plan)
{
    const Version headers = rocmOfHip(result.compiler.headers);
    if (result.compilerFound && !headers.isEmpty() && headers < input.target.rocm) {
        result.notes.append(
            QStringLiteral("The headers here are those of ROCm %1, older than the target %2: names "
                           "that were added later are reported as errors.")
                .arg(headers.toString(), input.target.rocm.toString()));
    }
    if (result.compilerFound && !result.compiler.isHipcc) {
        result.notes.append(
            QStringLiteral("Checked by clang without device libraries: names, types and "
                           "constraints, and inline assembly where there "
                           "is any; nothing was linked."));
    }
    if (plan.translated) {
        result.notes.append(QStringLiteral("CUDA names were translated before compiling, because "
                                           "PyTorch's build does that for this project."));
    }
    if (!plan.flags.sources.isEmpty()) {
        result.notes.append(QStringLiteral("Include folders and definitions come from %1.")
                                .arg(plan.flags.sources.mid(0, 6).join(QStringLiteral(", "))));
    }
    result.notes += plan.flags.refusals();
}

CompileSetup setupOf(const GateInput& input, const GatePlan& plan)
{
    CompileSetup setup;
    setup.architectures = input.target.architectures;
    setup.guardMacro = input.target.guardMacro;
    setup.standard = plan.flags.standard.isEmpty() ? QStringLiteral("c++17") : plan.flags.standard;
    setup.rocm = input.target.rocm;
    setup.defineGuard = !input.recorded;
    return setup;
}

/// Finds for errors in original text the changes that were proposed there and are not accepted.
void nameOpenChanges(QVector<GateFile>& files, const QVector<OpenChange>& open)
{
    QHash<RepoPath, QVector<const OpenChange*>> byFile;
    for (const OpenChange& change : open) {
        byFile[change.source].append(&change);
    }
    for (GateFile& file : files) {
        for (GateDiagnostic& message : file.diagnostics) {
            if (message.severity != Severity::Critical || !message.hunkKey.isEmpty() ||
                message.originalLine <= 0) {
                continue;
            }
            const auto changes = byFile.constFind(message.originalPath);
            if (changes == byFile.constEnd()) {
                continue;
            }
            for (const OpenChange* change : *changes) {
                const int last = std::max(change->firstLine, change->lastLine);
                if (change->firstLine <= message.originalLine && message.originalLine <= last) {
                    message.openKeys.append(change->key);
                }
            }
        }
    }
}

/// Takes the titles of all changes that the messages of `result` name.
void nameTitles(GateResult& result, const GateInput& input)
{
    QHash<QByteArray, QString> titles = input.titles;
    for (const OpenChange& change : input.open) {
        titles.insert(change.key, change.title);
    }
    for (const GateFile& file : std::as_const(result.files)) {
        for (const GateDiagnostic& message : file.diagnostics) {
            for (const QByteArray& key : message.openKeys + QVector<QByteArray>{message.hunkKey}) {
                const auto title = titles.constFind(key);
                if (title != titles.constEnd()) {
                    result.titles.insert(key, *title);
                }
            }
        }
    }
}

/// Fills `result` for a machine without a compiler.
void leaveAll(GateResult& result, const GatePlan& plan, const Error& error)
{
    for (const GateUnit& unit : plan.units) {
        GateFile file;
        file.path = unit.path;
        file.source = plan.sources.value(unit.path, unit.path);
        file.isHeader = unit.isHeader;
        file.changed = plan.sources.contains(unit.path);
        file.reason = QStringLiteral("no compiler");
        result.files.append(file);
    }
    result.notes.append(QStringLiteral("Nothing was compiled: %1.").arg(error.detail));
}

/// Include folders outside of the tree that any unit is given. What lies in the private folder of
/// a recorded build can be read as a whole or not at all: a link that the build made there would
/// lead a single folder elsewhere.
QStringList outsideFolders(const GatePlan& plan, const std::optional<RecordedUnits>& recorded)
{
    QStringList folders = plan.flags.outside;
    for (const GateUnit& unit : plan.units) {
        for (qsizetype i = 0; i + 1 < unit.arguments.size(); ++i) {
            if (isFolderOption(unit.arguments[i]) && unit.arguments[i + 1].startsWith(u'/')) {
                folders.append(unit.arguments[i + 1]);
            }
        }
    }
    if (recorded && !recorded->place.isEmpty()) {
        folders.removeIf([&](const QString& folder) {
            return folder == recorded->place || folder.startsWith(recorded->place + u'/');
        });
        folders.append(recorded->buildFolder);
    }
    folders.removeDuplicates();
    return folders;
}

/// A compiler and what it runs in.
struct ChosenCompiler
{
    HipCompiler compiler;
    bool sandboxed = false;
    QString note; ///< why it is not; empty: it is
};

/// The best compiler that works in the sandbox; where there is none, the best one without. Errors:
/// those of findHipCompiler().
Result<ChosenCompiler> chooseCompiler(const GateOptions& options, const CompileSetup& setup,
                                      const SandboxFolders& folders, const ProcessRunner& runner,
                                      const CancelToken& cancel)
{
    ChosenCompiler chosen;
    const Sandbox none{QString()};
    QString problem;
    if (options.sandbox->works(runner, cancel)) {
        auto found =
            findHipCompiler(options.search, setup, SandboxRunner(runner, *options.sandbox, folders),
                            cancel, folders.temporary);
        if (found) {
            chosen.compiler = *std::move(found);
            chosen.sandboxed = true;
            return chosen;
        }
        if (found.error().code != ErrorCode::FileNotFound) {
            return found.error();
        }
        problem = QStringLiteral("it does not work in one");
    } else {
        problem = options.sandbox->problem();
    }
    auto found = findHipCompiler(options.search, setup, SandboxRunner(runner, none, folders),
                                 cancel, folders.temporary);
    if (!found) {
        return found.error();
    }
    chosen.compiler = *std::move(found);
    chosen.note = QStringLiteral("The compiler ran without a sandbox: %1.").arg(problem);
    return chosen;
}

/// Writes the tree to `folder`/tree, compiles and judges. `names` has what compilers are given.
Result<QVector<GateFile>> compileTree(const GatePlan& plan, const HipCompiler& compiler,
                                      const CompileSetup& setup, const QString& folder,
                                      const GateOptions& options, const ProcessRunner& runner,
                                      const CancelToken& cancel,
                                      const std::function<void(const GateProgress&)>& progress)
{
    const QString tree = folder + QStringLiteral("/tree");
    if (Result<void> made = makeFolder(tree); !made) {
        return made.error();
    }
    NeutralNames names({&plan.tree});
    for (const GateUnit& unit : plan.units) {
        // What gets no name is refused where it is compiled.
        static_cast<void>(names.addUnit(unit.path));
        static_cast<void>(names.addFolders(unit.arguments));
    }
    if (auto written = plan.tree.write(tree, cancel); !written) {
        return written.error();
    }
    if (auto written = names.write(tree); !written) {
        return written.error();
    }
    const UnitCompiler unitCompiler(names, compiler, setup, tree, options, runner, cancel);
    auto compiled = compileAll(plan, unitCompiler, options.jobs, cancel, progress);
    if (!compiled) {
        return compiled.error();
    }
    return judge(plan, *compiled, tree, names);
}

} // namespace

QString gateStatusId(GateStatus status)
{
    switch (status) {
    case GateStatus::Failed:
        return QStringLiteral("failed");
    case GateStatus::Passed:
        return QStringLiteral("passed");
    case GateStatus::NotChecked:
        break;
    }
    return QStringLiteral("not-checked");
}

void sortGateFiles(QVector<GateFile>& files)
{
    std::stable_sort(files.begin(), files.end(), [](const GateFile& a, const GateFile& b) {
        return a.status != b.status ? a.status < b.status : a.path < b.path;
    });
}

bool nothingWasProposed(const GateDiagnostic& message)
{
    return message.severity == Severity::Critical && message.hunkKey.isEmpty() &&
           !message.ofBuild && message.originalLine > 0 && message.openKeys.isEmpty();
}

int firstErrorLine(const GateFile& file)
{
    for (const GateDiagnostic& one : file.diagnostics) {
        if (one.severity == Severity::Critical && one.path == file.path && one.line > 0) {
            return one.line;
        }
    }
    return 0;
}

int GateResult::count(GateStatus status) const
{
    return static_cast<int>(std::count_if(
        files.cbegin(), files.cend(), [&](const GateFile& file) { return file.status == status; }));
}

Result<GateResult> runGate(const GateInput& input, const GateOptions& options,
                           const ProcessRunner& runner, const CancelToken& cancel,
                           const std::function<void(const GateProgress&)>& progress)
{
    QElapsedTimer clock;
    clock.start();
    auto plan = planGate(input, options, cancel);
    if (!plan) {
        return plan.error();
    }
    GateResult result;
    result.architectures = input.target.architectures;
    result.files = plan->left;
    const CompileSetup setup = setupOf(input, *plan);
    QTemporaryDir temporary;
    const QString folder = QDir(temporary.path()).canonicalPath();
    if (!temporary.isValid() || folder.isEmpty()) {
        return Error{ErrorCode::FileWriteFailed, temporary.errorString(), QDir::tempPath()};
    }
    SandboxFolders folders = compilerFolders(folder, options.search);
    folders.readable += outsideFolders(*plan, input.recorded);
    auto chosen = chooseCompiler(options, setup, folders, runner, cancel);
    if (!chosen && chosen.error().code != ErrorCode::FileNotFound) {
        return chosen.error();
    }
    if (!chosen) {
        leaveAll(result, *plan, chosen.error());
    } else {
        result.compilerFound = true;
        result.compiler = chosen->compiler;
        const Sandbox none{QString()};
        const SandboxRunner inside(runner, chosen->sandboxed ? *options.sandbox : none, folders);
        auto files =
            compileTree(*plan, chosen->compiler, setup, folder, options, inside, cancel, progress);
        if (!files) {
            return files.error();
        }
        result.files += *files;
        if (!chosen->note.isEmpty()) {
            result.notes.append(chosen->note);
        }
    }
    nameOpenChanges(result.files, input.open);
    nameTitles(result, input);
    addNotes(result, input, *plan);
    sortGateFiles(result.files);
    result.time = QDateTime::currentDateTimeUtc();
    result.elapsedMs = clock.elapsed();
    return result;
}

} // namespace rocport
