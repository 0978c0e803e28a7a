#include "core/verify/compilerproof.h"

#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/process/runprocess.h"
#include "core/verify/diagnostics.h"
#include "core/verify/neutralnames.h"
#include "core/verify/projectflags.h"

#include <QDir>
#include <QFile>
#include <QMutex>
#include <QTemporaryDir>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <atomic>

namespace rocport {

namespace {

// Kept for both sides, by each job. Units of real projects have up to some 15 MB.
constexpr qint64 kMostOutput = 64LL << 20;

struct Unit
{
    RepoPath path;
    QSet<RepoPath> changed; ///< changed files that it reaches
    QString name;           ///< neutral, below the top of both trees
    QStringList arguments;
    QByteArray definitions; ///< for a header of its own; empty: none
    QString refused;        ///< why it is not compiled; empty: it is
};

struct UnitProof
{
    CompilerProofStatus status = CompilerProofStatus::NotChecked;
    QString reason;
};

/// What one nvcc call gave.
struct Output
{
    bool succeeded = false;
    QByteArray text;
    QString error; ///< first error
};

bool isUnitName(const TreeFile& file)
{
    static const QSet<QByteArray> suffixes{"cu", "cpp", "cc", "cxx", "c++", "c"};
    return suffixes.contains(file.path.suffix()) &&
           QString::fromUtf8(file.path.bytes()).toUtf8() == file.path.bytes();
}

/// Neutral names and arguments of a unit, or why there are none.
void prepareUnit(Unit& unit, int number, const CompilerProofInput& input, const BuildFlags& flags,
                 NeutralNames& names)
{
    unit.refused = flags.whyNotComplete(unit.path);
    if (!names.addUnit(unit.path)) {
        unit.refused =
            QStringLiteral(
                "%1 cannot be passed to a compiler: its path points outside the repository")
                .arg(unit.path.display());
    }
    if (!unit.refused.isEmpty()) {
        return;
    }
    QStringList arguments = flags.perFile.value(unit.path);
    for (const QString& define : flags.defines) {
        arguments.append(QStringLiteral("-D") + define);
    }
    for (const RepoPath& folder : flags.folders) {
        if (names.addFolder(folder)) {
            arguments += {QStringLiteral("-I"),
                          QStringLiteral("%ROOT%/") + QString::fromUtf8(folder.bytes())};
        }
    }
    for (const QString& folder : flags.outside) {
        arguments += {QStringLiteral("-isystem"), folder};
    }
    static_cast<void>(names.addFolders(arguments)); // what gets no name is refused below
    QStringList own;
    if (!flags.standard.isEmpty()) {
        own.append(QStringLiteral("-std=") + flags.standard);
    }
    // Paths relative to the tree, so that __FILE__ and names made from paths are the same on both
    // sides.
    CompilerCommandLine line(own);
    line.addFromRepository(arguments, names, QStringLiteral("."));
    unit.refused = line.refused();
    unit.name = names.unit(unit.path);
    unit.arguments = line.arguments(QStringLiteral("./") + names.headerPath(number));
    unit.definitions = line.definitions();
    for (const QString& folder : input.includes) {
        const QString spelled = names.addOutside(folder);
        unit.arguments += {QStringLiteral("-isystem"),
                           spelled == folder ? folder : QStringLiteral("./") + spelled};
    }
}

QVector<Unit> unitsOf(const CompilerProofInput& input, const QVector<RepoPath>& changed,
                      const BuildFlags& flags, NeutralNames& names)
{
    const QSet<RepoPath> wanted(changed.cbegin(), changed.cend());
    QVector<Unit> units;
    for (const TreeFile& file : input.original.files()) {
        if (!isUnitName(file)) {
            continue;
        }
        Unit unit;
        unit.path = file.path;
        unit.changed = input.original.reached(file.path, flags.folders);
        unit.changed.unite(input.ported.reached(file.path, flags.folders));
        unit.changed.intersect(wanted);
        if (unit.changed.isEmpty()) {
            continue;
        }
        prepareUnit(unit, static_cast<int>(units.size()), input, flags, names);
        units.append(unit);
    }
    return units;
}

/// Include folders outside of both trees that any unit is given.
QStringList outsideFolders(const CompilerProofInput& input, const QVector<Unit>& units)
{
    QStringList folders = input.includes;
    for (const Unit& unit : units) {
        for (const QString& argument : unit.arguments) {
            if (argument.startsWith(u'/')) {
                folders.append(argument);
            }
        }
    }
    folders.removeDuplicates();
    return folders;
}

QString tooMuch()
{
    return QStringLiteral("nvcc made more than %1 MiB of it").arg(kMostOutput >> 20);
}

class NvccRun
{
public:
    NvccRun(const Nvcc& nvcc, QString folder, const CompilerProofOptions& options,
            const ProcessRunner& runner, CancelToken cancel)
        : m_nvcc(nvcc),
          m_folder(std::move(folder)),
          m_options(options),
          m_runner(runner),
          m_cancel(std::move(cancel))
    {
    }

    [[nodiscard]] Result<UnitProof> prove(const Unit& unit, int number) const
    {
        if (!unit.refused.isEmpty()) {
            return UnitProof{CompilerProofStatus::NotChecked, unit.refused};
        }
        Result<UnitProof> tokens = proveTokens(unit);
        return tokens && tokens->status == CompilerProofStatus::Agrees
                   ? proveDeviceCode(unit, number)
                   : tokens;
    }

private:
    Result<UnitProof> proveTokens(const Unit& unit) const
    {
        const auto before = preprocess(QStringLiteral("original"), unit);
        if (!before) {
            return before.error();
        }
        const auto after = preprocess(QStringLiteral("ported"), unit);
        if (!after) {
            return after.error();
        }
        const QString name = unit.path.display();
        if (!before->succeeded) {
            return UnitProof{
                CompilerProofStatus::NotChecked,
                QStringLiteral("%1 cannot be preprocessed here: %2").arg(name, before->error)};
        }
        if (!after->succeeded) {
            return UnitProof{CompilerProofStatus::Differs,
                             QStringLiteral("%1 can no longer be preprocessed by nvcc: %2")
                                 .arg(name, after->error)};
        }
        if (const int line = preprocessedDifference(before->text, after->text); line > 0) {
            return UnitProof{CompilerProofStatus::Differs,
                             QStringLiteral("after preprocessing, %1 differs near line %2")
                                 .arg(name, QString::number(line))};
        }
        return UnitProof{CompilerProofStatus::Agrees, {}};
    }

    Result<UnitProof> proveDeviceCode(const Unit& unit, int number) const
    {
        const QString name = unit.path.display();
        const auto before = ptx(QStringLiteral("original"), unit, number);
        if (!before) {
            return before.error();
        }
        if (!before->succeeded) {
            return UnitProof{
                CompilerProofStatus::Agrees,
                QStringLiteral(
                    "all tokens of %1 are equal after preprocessing; it gives no PTX here: %2")
                    .arg(name, before->error)};
        }
        const auto after = ptx(QStringLiteral("ported"), unit, number);
        if (!after) {
            return after.error();
        }
        if (!after->succeeded) {
            return UnitProof{
                CompilerProofStatus::Differs,
                QStringLiteral("%1 no longer compiles with nvcc: %2").arg(name, after->error)};
        }
        if (normalisedPtx(before->text) != normalisedPtx(after->text)) {
            return UnitProof{CompilerProofStatus::Differs,
                             QStringLiteral("the PTX of %1 differs").arg(name)};
        }
        return UnitProof{CompilerProofStatus::Agrees,
                         QStringLiteral("PTX and preprocessed tokens of %1 are equal").arg(name)};
    }

    Result<Output> preprocess(const QString& side, const Unit& unit) const
    {
        return run(side, QStringList{QStringLiteral("-E")} + unit.arguments, unit);
    }

    Result<Output> ptx(const QString& side, const Unit& unit, int number) const
    {
        const QString file = QStringLiteral("%1/out/%2-%3.ptx").arg(m_folder, side).arg(number);
        const QStringList arguments{QStringLiteral("-ptx"), QStringLiteral("-o"), file};
        auto output = run(side, arguments + unit.arguments, unit);
        if (output && output->succeeded) {
            Result<QByteArray> text = readFile(file, kMostOutput);
            QFile::remove(file);
            if (!text && text.error().code != ErrorCode::FileTooLarge) {
                return text.error();
            }
            if (text) {
                output->text = *std::move(text);
            } else {
                output->succeeded = false;
                output->error = tooMuch();
            }
        }
        return output;
    }

    Result<Output> run(const QString& side, QStringList arguments, const Unit& unit) const
    {
        ProcessCommand command;
        command.program = m_nvcc.program;
        command.arguments =
            arguments + QStringList{QStringLiteral("-w"), QStringLiteral("-x"),
                                    QStringLiteral("cu"), QStringLiteral("./") + unit.name};
        command.workingFolder = m_folder + u'/' + side;
        command.timeout = m_options.timeout;
        command.outputLimit = kMostOutput;
        command.stopAtOutputLimit = true;
        command.memoryLimit = compilerMemory();
        command.environment = {{QStringLiteral("LC_ALL"), QStringLiteral("C")}};
        const auto ran = runProcess(m_runner, command, m_cancel);
        if (!ran) {
            return ran.error();
        }
        Output output;
        output.succeeded = ran->outcome.succeeded() && ran->outcome.droppedOutput == 0;
        output.text = ran->output;
        if (!output.succeeded) {
            const auto messages = parseCompilerOutput(ran->errors, 20);
            const auto error =
                std::find_if(messages.cbegin(), messages.cend(), [](const auto& one) {
                    return one.kind == CompilerMessage::Kind::Error;
                });
            output.error = ran->outcome.droppedOutput > 0 ? tooMuch()
                           : error != messages.cend()     ? error->text
                           : ran->outcome.end == ProcessEnd::TimedOut
                               ? QStringLiteral("nvcc did not finish in time")
                               : QStringLiteral("nvcc failed without any message");
        }
        return output;
    }

    const Nvcc& m_nvcc;
    QString m_folder;
    const CompilerProofOptions& m_options;
    const ProcessRunner& m_runner;
    CancelToken m_cancel;
};

Result<QVector<UnitProof>> proveAll(const NvccRun& run, const QVector<Unit>& units, int jobs,
                                    const CancelToken& cancel,
                                    const std::function<void(const GateProgress&)>& progress)
{
    QVector<UnitProof> proofs(units.size());
    QThreadPool pool;
    pool.setMaxThreadCount(jobs > 0 ? jobs : std::max(1, QThread::idealThreadCount()));
    QMutex lock;
    std::optional<Error> firstError;
    std::atomic<int> done = 0;
    const int total = static_cast<int>(units.size());
    for (int i = 0; i < total; ++i) {
        pool.start([&, i] {
            if (cancel.isCancelled()) {
                return;
            }
            if (progress) {
                progress({done.load(), total, units[i].path.display()});
            }
            auto proof = run.prove(units[i], i);
            const QMutexLocker locker(&lock);
            if (proof) {
                proofs[i] = *std::move(proof);
            } else if (!firstError) {
                firstError = proof.error();
            }
            ++done;
        });
    }
    pool.waitForDone();
    if (cancel.isCancelled()) {
        return Error{ErrorCode::Cancelled, {}, {}};
    }
    if (firstError) {
        return *firstError;
    }
    return proofs;
}

CompilerFileProof fileProof(const RepoPath& path, const QVector<Unit>& units,
                            const QVector<UnitProof>& proofs)
{
    CompilerFileProof file;
    file.path = path;
    bool agrees = true;
    for (qsizetype i = 0; i < units.size(); ++i) {
        if (!units[i].changed.contains(path)) {
            continue;
        }
        file.units.append(units[i].path.display());
        if (proofs[i].status == CompilerProofStatus::Differs) {
            file.status = CompilerProofStatus::Differs;
            file.reason = proofs[i].reason;
            return file;
        }
        if (proofs[i].status == CompilerProofStatus::NotChecked) {
            agrees = false;
            file.reason = proofs[i].reason;
        } else if (agrees && file.reason.isEmpty()) {
            file.reason = proofs[i].reason;
        }
    }
    if (file.units.isEmpty()) {
        file.reason = QStringLiteral("no file compiled by nvcc includes it");
    } else if (agrees) {
        file.status = CompilerProofStatus::Agrees;
        if (file.units.size() > 1) {
            file.reason =
                QStringLiteral(
                    "PTX or preprocessed tokens of the %1 files that include it are equal")
                    .arg(file.units.size());
        }
    }
    return file;
}

/// The original tree with its changed files' lines where the ported tree has them.
Result<void> writeTrees(const CompilerProofInput& input, const QVector<RepoPath>& changed,
                        const QVector<Unit>& units, const NeutralNames& names,
                        const QString& folder, const CancelToken& cancel)
{
    GateTree aligned = input.original;
    for (const RepoPath& path : changed) {
        aligned.setContent(path, alignedLines(input.original.file(path)->content,
                                              input.ported.file(path)->content));
    }
    const QVector<QPair<const GateTree*, QString>> sides{
        {&aligned, folder + QStringLiteral("/original")},
        {&input.ported, folder + QStringLiteral("/ported")}};
    for (const auto& [tree, side] : sides) {
        if (Result<void> made = makeFolder(side); !made) {
            return made;
        }
        if (auto written = tree->write(side, cancel); !written) {
            return written;
        }
        if (auto written = names.write(side); !written) {
            return written;
        }
        for (qsizetype i = 0; i < units.size(); ++i) {
            const QByteArray& text = units[i].definitions;
            const QString header = side + u'/' + names.headerPath(static_cast<int>(i));
            if (text.isEmpty()) {
                continue;
            }
            if (auto written = writeFile(header, text, FileAccess::Private, Durability::Later);
                !written) {
                return written;
            }
        }
    }
    return {};
}

/// nvcc and what it runs in.
struct ChosenNvcc
{
    Nvcc nvcc;
    bool sandboxed = false;
    QString note; ///< why it is not; empty: it is
};

/// nvcc in the sandbox, or without where it or the sandbox does not work. Errors: those of
/// findNvcc().
Result<ChosenNvcc> chooseNvcc(const CompilerProofOptions& options, const SandboxFolders& folders,
                              const ProcessRunner& runner, const CancelToken& cancel)
{
    const Sandbox none{QString()};
    auto nvcc = findNvcc(options.search, SandboxRunner(runner, none, folders), cancel);
    if (!nvcc) {
        return nvcc.error();
    }
    ChosenNvcc chosen;
    chosen.nvcc = *std::move(nvcc);
    chosen.sandboxed = options.sandbox->works(runner, cancel);
    QString problem = options.sandbox->problem();
    if (chosen.sandboxed &&
        !findNvcc(options.search, SandboxRunner(runner, *options.sandbox, folders), cancel)) {
        chosen.sandboxed = false;
        problem = QStringLiteral("it does not work in one");
    }
    if (!chosen.sandboxed) {
        chosen.note = QStringLiteral("nvcc ran without a sandbox: %1.").arg(problem);
    }
    return chosen;
}

} // namespace

QVector<RepoPath> changedSources(const CompilerProofInput& input)
{
    QVector<RepoPath> changed;
    for (const TreeFile& file : input.original.files()) {
        const TreeFile* ported = input.ported.file(file.path);
        if (ported != nullptr && ported->content != file.content) {
            changed.append(file.path);
        }
    }
    return changed;
}

Result<CompilerProof> proveWithNvcc(const CompilerProofInput& input,
                                    const CompilerProofOptions& options,
                                    const ProcessRunner& runner, const CancelToken& cancel,
                                    const std::function<void(const GateProgress&)>& progress)
{
    const QString place =
        isNeutralPath(QDir::tempPath()) ? QDir::tempPath() : QStringLiteral("/tmp");
    QTemporaryDir temporary(place + QStringLiteral("/rocport-XXXXXX"));
    const QString folder = QDir(temporary.path()).canonicalPath();
    if (!temporary.isValid() || folder.isEmpty()) {
        return Error{ErrorCode::FileWriteFailed, temporary.errorString(), QDir::tempPath()};
    }
    if (!isNeutralPath(folder)) {
        // nvcc gives it to a shell.
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("the name of the folder for temporary files contains "
                                    "characters that a shell would interpret"),
                     folder};
    }
    SandboxFolders folders = compilerFolders(folder, options.search);
    auto chosen = chooseNvcc(options, folders, runner, cancel);
    if (!chosen) {
        return chosen.error();
    }
    CompilerProof proof;
    proof.nvcc = chosen->nvcc;
    const QVector<RepoPath> changed = changedSources(input);
    if (changed.isEmpty()) {
        return proof;
    }
    const BuildFlags flags =
        readBuildFlags(input.original, input.repositoryRoot, input.compileCommands);
    NeutralNames names({&input.original, &input.ported});
    const QVector<Unit> units = unitsOf(input, changed, flags, names);
    if (const auto written = writeTrees(input, changed, units, names, folder, cancel); !written) {
        return written.error();
    }
    if (!chosen->note.isEmpty()) {
        proof.notes.append(chosen->note);
    }
    proof.notes += flags.refusals();
    folders.readable += outsideFolders(input, units);
    const Sandbox none{QString()};
    const SandboxRunner inside(runner, chosen->sandboxed ? *options.sandbox : none, folders);
    const NvccRun run(chosen->nvcc, folder, options, inside, cancel);
    const auto proofs = proveAll(run, units, options.jobs, cancel, progress);
    if (!proofs) {
        return proofs.error();
    }
    for (const RepoPath& path : changed) {
        proof.files.append(fileProof(path, units, *proofs));
        proof.files.last().compiler = QStringLiteral("nvcc %1").arg(proof.nvcc.version);
    }
    if (progress) {
        const int total = static_cast<int>(units.size());
        progress({total, total, {}});
    }
    return proof;
}

} // namespace rocport
