#include "core/verify/bytecodeproof.h"

#include "core/files/readfile.h"
#include "core/isolation/pythonprojection.h"
#include "core/process/runprocess.h"
#include "core/text/bytes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMutex>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QThread>
#include <QThreadPool>

#include <algorithm>
#include <atomic>

// Resources of a static library are not linked in on their own; this must stand at global scope.
static void initVerifyResources()
{
    Q_INIT_RESOURCE(verify);
}

namespace rocport {

namespace {

constexpr std::string_view kFlag = "is_rocm";

QString script()
{
    initVerifyResources();
    const auto text = readResource(QStringLiteral(":/verify/comparecode.py"));
    return text ? QString::fromUtf8(*text) : QString();
}

/// What NVIDIA sees of a text; `guardLine` is the line of a try/except around imports that was
/// taken away.
Result<QByteArray> projected(const QByteArray& text, bool importGuards, int* guardLine)
{
    const Result<SyntaxTree> tree = SyntaxTree::parsePython(viewOf(text));
    if (!tree) {
        return tree.error();
    }
    PythonProjection projection = makeProjection(*tree, kFlag, importGuards);
    *guardLine = projection.importGuardLine;
    return std::move(projection.text);
}

/// Asks one interpreter about one pair.
class BytecodeRun
{
public:
    BytecodeRun(const PythonInterpreter& python, const CompilerProofOptions& options,
                const ProcessRunner& runner, CancelToken cancel)
        : m_python(python),
          m_options(options),
          m_runner(runner),
          m_cancel(std::move(cancel)),
          m_script(script())
    {
    }

    [[nodiscard]] Result<CompilerFileProof> prove(const PythonPair& pair) const
    {
        CompilerFileProof proof;
        proof.path = pair.path;
        proof.compiler = QStringLiteral("Python %1").arg(m_python.version);
        proof.units = {pair.path.display()};
        int line = 0;
        const auto plain = projected(pair.ported, false, &line);
        if (!plain) {
            proof.reason =
                QStringLiteral("the ported file cannot be read: %1").arg(plain.error().detail);
            return proof;
        }
        // Where the original asks is_rocm itself, what NVIDIA sees of it is its projection.
        QByteArray original = pair.original;
        if (viewOf(original).find(kFlag) != std::string_view::npos) {
            if (auto own = projected(original, false, &line)) {
                original = *std::move(own);
            }
        }
        auto answer = ask(original, *plain, pair.ported);
        if (!answer) {
            return answer.error();
        }
        judge(*answer, proof);
        if (proof.status != CompilerProofStatus::Differs) {
            return proof;
        }
        return withoutImportGuards(pair, std::move(proof));
    }

private:
    /// An import that the port guards is no longer the original's code, so no proof; but it is
    /// worth knowing that nothing else differs.
    Result<CompilerFileProof> withoutImportGuards(const PythonPair& pair,
                                                  CompilerFileProof proof) const
    {
        int line = 0;
        int own = 0;
        const auto weak = projected(pair.ported, true, &line);
        const auto before = projected(pair.original, true, &own);
        if (!weak || !before || line == 0) {
            return proof;
        }
        const auto answer = ask(*before, *weak, pair.ported);
        if (!answer) {
            return answer.error();
        }
        if (answer->contains(QStringLiteral("objects"))) {
            proof.status = CompilerProofStatus::NotChecked;
            proof.reason =
                QStringLiteral(
                    "the bytecode is equal except for try/except around the import in line %1")
                    .arg(line);
        }
        return proof;
    }

    Result<QJsonObject> ask(const QByteArray& original, const QByteArray& projection,
                            const QByteArray& ported) const
    {
        ProcessCommand command;
        command.program = m_python.program;
        command.arguments = {QStringLiteral("-I"), QStringLiteral("-S"), QStringLiteral("-B"),
                             QStringLiteral("-c"), m_script};
        command.workingFolder = QDir::rootPath();
        command.environment = {{QStringLiteral("LC_ALL"), QStringLiteral("C")}};
        command.timeout =
            std::min<std::chrono::milliseconds>(m_options.timeout, std::chrono::minutes(2));
        command.outputLimit = 1LL << 20;
        command.input = QByteArray::number(original.size()) + ' ' +
                        QByteArray::number(projection.size()) + ' ' +
                        QByteArray::number(ported.size()) + '\n' + original + projection + ported;
        const auto ran = runProcess(m_runner, command, m_cancel);
        if (!ran) {
            return ran.error();
        }
        const QJsonObject said = QJsonDocument::fromJson(ran->output.trimmed()).object();
        if (ran->outcome.succeeded() && !said.isEmpty()) {
            return said;
        }
        const bool late = ran->outcome.end == ProcessEnd::TimedOut;
        return QJsonObject{
            {QStringLiteral("failed"),
             late ? QStringLiteral("Python did not finish in time")
                  : QStringLiteral("Python ended before it had an answer: %1")
                        .arg(QString::fromUtf8(ran->errors.trimmed().right(200)).simplified())}};
    }

    void judge(const QJsonObject& said, CompilerFileProof& proof) const
    {
        const auto text = [&](const char* key) {
            return said.value(QLatin1StringView(key)).toString();
        };
        const auto number = [&](const char* key) {
            return said.value(QLatin1StringView(key)).toInt();
        };
        if (said.contains(QStringLiteral("failed"))) {
            proof.reason = text("failed");
        } else if (said.contains(QStringLiteral("objects"))) {
            proof.status = CompilerProofStatus::Agrees;
            const int objects = number("objects");
            proof.reason =
                (objects == 1 ? QStringLiteral("the code object of the module is equal")
                              : QStringLiteral("all %1 code objects are equal").arg(objects)) +
                QStringLiteral(" except for line numbers");
        } else if (said.contains(QStringLiteral("what"))) {
            proof.status = CompilerProofStatus::Differs;
            proof.reason = QStringLiteral("the bytecode of %1 differs (line %2): %3")
                               .arg(text("where"), QString::number(number("line")), text("what"));
        } else if (text("side") == u"original" || said.value(QStringLiteral("limits")).toBool()) {
            proof.reason =
                QStringLiteral("Python %1 cannot compile it (line %2: %3)")
                    .arg(m_python.version, QString::number(number("line")), text("problem"));
        } else {
            proof.status = CompilerProofStatus::Differs;
            proof.reason =
                QStringLiteral("the original compiles, but the %1 does not (line %2: %3)")
                    .arg(text("side") == u"ported" ? QStringLiteral("ported file")
                                                   : QStringLiteral("NVIDIA projection"))
                    .arg(QString::number(number("line")), text("problem"));
        }
    }

    const PythonInterpreter& m_python;
    const CompilerProofOptions& m_options;
    const ProcessRunner& m_runner;
    CancelToken m_cancel;
    QString m_script;
};

/// Files that cannot be checked, and why.
void addNotChecked(const QVector<RepoPath>& paths, const QString& reason, CompilerProof& proof)
{
    for (const RepoPath& path : paths) {
        CompilerFileProof file;
        file.path = path;
        file.reason = reason;
        proof.files.append(file);
    }
}

/// What nvcc says, or that there is none.
Result<void> addNvcc(const CompilerProofInput& input, const CompilerProofOptions& options,
                     const ProcessRunner& runner, const CancelToken& cancel,
                     const std::function<void(const GateProgress&)>& progress, CompilerProof& proof)
{
    const QVector<RepoPath> changed = changedSources(input);
    if (changed.isEmpty() && !input.python.isEmpty()) {
        return {};
    }
    auto nvcc = proveWithNvcc(input, options, runner, cancel, progress);
    if (nvcc) {
        proof = *std::move(nvcc);
        return {};
    }
    if (nvcc.error().code != ErrorCode::FileNotFound || input.python.isEmpty()) {
        return nvcc.error();
    }
    addNotChecked(changed, QStringLiteral("nvcc was not found"), proof);
    return {};
}

/// The program behind a wrapper such as pyenv's, which may need the user's home; `program` where it
/// does not say.
QString behindWrapper(const QString& program, const ProcessRunner& runner,
                      const CancelToken& cancel)
{
    ProcessCommand command;
    command.program = program;
    command.arguments = {QStringLiteral("-I"), QStringLiteral("-S"), QStringLiteral("-c"),
                         QStringLiteral("import sys; print(sys.executable)")};
    command.workingFolder = QDir::rootPath();
    command.timeout = std::chrono::minutes(1);
    const auto said = runProcess(runner, command, cancel);
    const QFileInfo info(said ? QString::fromUtf8(said->output).trimmed() : QString());
    return info.isAbsolute() && info.isFile() && info.isExecutable() ? info.filePath() : program;
}

/// What Python says, in the sandbox where both work.
Result<void> addPython(const CompilerProofInput& input, const PythonInterpreter& found,
                       const CompilerProofOptions& options, const ProcessRunner& runner,
                       const CancelToken& cancel,
                       const std::function<void(const GateProgress&)>& progress,
                       CompilerProof& proof)
{
    QTemporaryDir temporary;
    const QString folder = QDir(temporary.path()).canonicalPath();
    if (!temporary.isValid() || folder.isEmpty()) {
        return Error{ErrorCode::FileWriteFailed, temporary.errorString(), QDir::tempPath()};
    }
    const PythonInterpreter python{behindWrapper(found.program, runner, cancel), found.version};
    SandboxFolders folders = compilerFolders(folder, options.search);
    folders.readable += Sandbox::installationOf(python.program);
    bool sandboxed = options.sandbox->works(runner, cancel);
    QString problem = options.sandbox->problem();
    const SandboxRunner inside(runner, *options.sandbox, folders);
    if (sandboxed) {
        CompilerSearch same;
        same.python = python.program;
        sandboxed = findPython(same, inside, cancel).ok();
        problem = QStringLiteral("it does not work in one");
    }
    if (!sandboxed) {
        proof.notes.append(QStringLiteral("Python ran without a sandbox: %1.").arg(problem));
    }
    const Sandbox none{QString()};
    const SandboxRunner outside(runner, none, folders);
    auto files = proveByBytecode(input.python, python, options, sandboxed ? inside : outside,
                                 cancel, progress);
    if (!files) {
        return files.error();
    }
    proof.python = python.version;
    proof.files += *files;
    return {};
}

} // namespace

Result<PythonInterpreter> findPython(const CompilerSearch& search, const ProcessRunner& runner,
                                     const CancelToken& cancel)
{
    QStringList programs;
    if (!search.python.isEmpty()) {
        programs.append(search.python);
    } else {
        for (const QString& folder : search.path) {
            programs.append(folder + QStringLiteral("/python3"));
        }
    }
    for (const QString& program : std::as_const(programs)) {
        const QFileInfo info(program);
        if (search.python.isEmpty() && (!info.isAbsolute() || !info.isExecutable())) {
            continue;
        }
        ProcessCommand command;
        command.program = program;
        command.arguments = {QStringLiteral("-I"), QStringLiteral("-S"), QStringLiteral("-V")};
        command.timeout = std::chrono::minutes(1);
        const auto said = runProcess(runner, command, cancel);
        if (!said) {
            return said.error();
        }
        static const QRegularExpression kVersion(QStringLiteral("^Python (3\\.\\d+(?:\\.\\d+)?)"));
        const auto match = kVersion.match(QString::fromUtf8(said->output));
        const std::optional<Version> version = Version::parse(match.captured(1));
        if (!match.hasMatch() || !version || *version < Version({3, 8})) {
            return Error{ErrorCode::ProcessFailed, QStringLiteral("it is not Python 3.8 or later"),
                         program};
        }
        return PythonInterpreter{program, match.captured(1)};
    }
    return Error{ErrorCode::FileNotFound, QStringLiteral("python3 was not found"),
                 QStringLiteral("python3")};
}

Result<QVector<CompilerFileProof>>
proveByBytecode(const QVector<PythonPair>& pairs, const PythonInterpreter& python,
                const CompilerProofOptions& options, const ProcessRunner& runner,
                const CancelToken& cancel, const std::function<void(const GateProgress&)>& progress)
{
    const BytecodeRun run(python, options, runner, cancel);
    QVector<CompilerFileProof> proofs(pairs.size());
    QThreadPool pool;
    pool.setMaxThreadCount(options.jobs > 0 ? options.jobs
                                            : std::max(1, QThread::idealThreadCount()));
    QMutex lock;
    std::optional<Error> firstError;
    std::atomic<int> done = 0;
    const int total = static_cast<int>(pairs.size());
    for (int i = 0; i < total; ++i) {
        pool.start([&, i] {
            if (cancel.isCancelled()) {
                return;
            }
            if (progress) {
                progress({done.load(), total, pairs[i].path.display()});
            }
            auto proof = run.prove(pairs[i]);
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

Result<CompilerProof> proveByCompiling(const CompilerProofInput& input,
                                       const CompilerProofOptions& options,
                                       const ProcessRunner& runner, const CancelToken& cancel,
                                       const std::function<void(const GateProgress&)>& progress)
{
    CompilerProof proof;
    if (const auto added = addNvcc(input, options, runner, cancel, progress, proof); !added) {
        return added.error();
    }
    if (input.python.isEmpty()) {
        return proof;
    }
    const auto python = findPython(options.search, runner, cancel);
    if (!python) {
        if (python.error().code == ErrorCode::Cancelled || proof.nvcc.program.isEmpty()) {
            return python.error();
        }
        QVector<RepoPath> paths;
        for (const PythonPair& pair : input.python) {
            paths.append(pair.path);
        }
        addNotChecked(paths, python.error().detail, proof);
        return proof;
    }
    if (const auto added = addPython(input, *python, options, runner, cancel, progress, proof);
        !added) {
        return added.error();
    }
    std::sort(
        proof.files.begin(), proof.files.end(),
        [](const CompilerFileProof& a, const CompilerFileProof& b) { return a.path < b.path; });
    return proof;
}

} // namespace rocport
