#include "core/verify/compilers.h"

#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/process/localprocess.h"
#include "core/process/rocmroots.h"
#include "core/process/runprocess.h"
#include "core/verify/compilerarguments.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <algorithm>
#include <unistd.h>

namespace rocport {

namespace {

constexpr int kNewestClang = 40;
constexpr int kOldestClang = 14; // older ones do not know the code objects of today's headers

bool hasHip(const QString& includes)
{
    return QFileInfo(includes + QStringLiteral("/hip/hip_runtime.h")).isFile();
}

/// The header folder of a ROCm folder, or nothing.
QString includesOf(const QString& root)
{
    for (const QString& folder : {root + QStringLiteral("/include"), root}) {
        if (!root.isEmpty() && hasHip(folder)) {
            return QDir::cleanPath(folder);
        }
    }
    return {};
}

QStringList headerFolders(const CompilerSearch& search)
{
    QStringList folders;
    const auto add = [&](const QString& folder) {
        if (!folder.isEmpty() && !folders.contains(folder)) {
            folders.append(folder);
        }
    };
    if (!search.rocmPath.isEmpty()) {
        add(includesOf(search.rocmPath));
        return folders;
    }
    for (const QString& root : search.rocmRoots) {
        add(includesOf(root));
    }
    for (const QString& folder : search.systemIncludes) {
        add(hasHip(folder) ? folder : QString());
    }
    std::stable_sort(folders.begin(), folders.end(), [](const QString& a, const QString& b) {
        return hipHeaderVersion(b) < hipHeaderVersion(a);
    });
    return folders;
}

QStringList programs(const CompilerSearch& search)
{
    QStringList found;
    const auto add = [&](const Result<QString>& program) {
        if (program && !found.contains(*program)) {
            found.append(*program);
        }
    };
    if (!search.compiler.isEmpty()) {
        add(findProgram(search.compiler, search.path, false));
        return found;
    }
    QStringList roots = search.rocmRoots;
    roots.prepend(search.rocmPath);
    for (const QString& root : std::as_const(roots)) {
        if (!root.isEmpty()) {
            add(findProgram(root + QStringLiteral("/bin/hipcc")));
            add(findProgram(root + QStringLiteral("/bin/amdclang++")));
            add(findProgram(root + QStringLiteral("/llvm/bin/clang++")));
        }
    }
    QStringList names{QStringLiteral("hipcc"), QStringLiteral("amdclang++")};
    for (int version = kNewestClang; version >= kOldestClang; --version) {
        names.append(QStringLiteral("clang++-%1").arg(version));
    }
    names.append(QStringLiteral("clang++"));
    for (const QString& name : std::as_const(names)) {
        if (!search.path.isEmpty()) {
            add(findProgram(name, search.path, false));
        }
    }
    return found;
}

/// The headers that an hipcc brings: those of its own installation.
QString ownIncludes(const QString& program, const CompilerSearch& search)
{
    const QString folder = QFileInfo(QFileInfo(program).canonicalFilePath()).absolutePath();
    const QString beside = includesOf(QDir::cleanPath(folder + QStringLiteral("/..")));
    if (!beside.isEmpty() || !search.rocmPath.isEmpty()) {
        return beside.isEmpty() ? includesOf(search.rocmPath) : beside;
    }
    for (const QString& system : search.systemIncludes) {
        if (hasHip(system)) {
            return system;
        }
    }
    return {};
}

QVector<HipCompiler> candidates(const CompilerSearch& search)
{
    QVector<HipCompiler> found;
    const QStringList folders = headerFolders(search);
    for (const QString& program : programs(search)) {
        HipCompiler compiler;
        compiler.program = program;
        compiler.isHipcc = QFileInfo(program).fileName().startsWith(QLatin1StringView("hipcc"));
        if (compiler.isHipcc) {
            compiler.includes = ownIncludes(program, search);
            compiler.headers = hipHeaderVersion(compiler.includes);
            const bool foreign = !search.rocmPath.isEmpty() && search.compiler.isEmpty() &&
                                 compiler.includes != includesOf(search.rocmPath);
            if (!foreign) {
                found.append(compiler);
            }
            continue;
        }
        for (const QString& folder : folders) {
            compiler.includes = folder;
            compiler.headers = hipHeaderVersion(folder);
            found.append(compiler);
        }
        if (folders.isEmpty() && !search.compiler.isEmpty()) {
            found.append(compiler); // a wrapper of the user's may know its headers
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const HipCompiler& a, const HipCompiler& b) {
        return b.headers < a.headers;
    });
    return found;
}

QString firstLine(const QByteArray& bytes)
{
    const QStringList lines = QString::fromUtf8(bytes).split(u'\n', Qt::SkipEmptyParts);
    return lines.isEmpty() ? QString() : lines.first().trimmed().left(200);
}

/// Why `compiler` cannot be used; empty when it can.
Result<QString> tryCompiler(HipCompiler& compiler, const CompileSetup& setup, const QString& folder,
                            const ProcessRunner& runner, const CancelToken& cancel)
{
    ProcessCommand command;
    command.program = compiler.program;
    command.workingFolder = folder;
    command.outputLimit = 1 << 20;
    command.timeout = std::chrono::minutes(2);
    command.arguments =
        hipArguments(compiler, setup) + QStringList{folder + QStringLiteral("/try.hip")};
    auto tried = runProcess(runner, command, cancel);
    if (!tried) {
        return tried.error().code == ErrorCode::Cancelled ? Result<QString>(tried.error())
                                                          : Result<QString>(tried.error().detail);
    }
    if (!tried->outcome.succeeded()) {
        static const QRegularExpression error(QStringLiteral("[^\\n]*error: [^\\n]*"));
        const auto match = error.match(QString::fromUtf8(tried->errors));
        const QString line =
            match.hasMatch() ? match.captured().trimmed().left(200) : firstLine(tried->errors);
        return line.isEmpty() ? QStringLiteral("it fails on a small kernel") : line;
    }
    command.arguments = QStringList{QStringLiteral("--version")};
    auto version = runProcess(runner, command, cancel);
    compiler.version = version ? firstLine(version->output) : QString();
    return QString();
}

} // namespace

CompilerSearch CompilerSearch::fromEnvironment()
{
    CompilerSearch search;
    search.path = qEnvironmentVariable("PATH").split(u':', Qt::SkipEmptyParts);
    const auto add = [](QStringList& list, const QString& folder) {
        if (!folder.isEmpty() && !list.contains(folder)) {
            list.append(folder);
        }
    };
    search.rocmRoots = rocport::rocmRoots();
    add(search.cudaRoots, qEnvironmentVariable("CUDA_HOME"));
    add(search.cudaRoots, qEnvironmentVariable("CUDA_PATH"));
    add(search.cudaRoots, QStringLiteral("/usr/local/cuda"));
    search.systemIncludes = {QStringLiteral("/usr/include")};
    for (const char* name :
         {"LD_LIBRARY_PATH", "LIBRARY_PATH", "CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH",
          "HIP_CLANG_PATH", "HIP_DEVICE_LIB_PATH", "DEVICE_LIB_PATH", "HSA_PATH"}) {
        for (const QString& folder : qEnvironmentVariable(name).split(u':', Qt::SkipEmptyParts)) {
            add(search.furtherFolders, folder);
        }
    }
    return search;
}

SandboxFolders compilerFolders(const QString& folder, const CompilerSearch& search)
{
    SandboxFolders folders;
    for (const char* name : {"tmp", "home", "out"}) {
        folders.writable.append(folder + u'/' + QLatin1StringView(name));
        static_cast<void>(makeFolder(folders.writable.last())); // the compiler says what is missing
    }
    folders.temporary = folders.writable[0];
    folders.home = folders.writable[1];
    folders.readable = QStringList{folder, search.rocmPath} + search.rocmRoots + search.cudaRoots +
                       search.systemIncludes + search.furtherFolders;
    QStringList tools = programs(search);
    // What nvcc and hipcc call.
    for (const char* name : {"gcc", "g++", "cc", "c++", "clang", "clang++", "perl", "python3"}) {
        if (const auto found = findProgram(QLatin1StringView(name), search.path, false)) {
            tools.append(*found);
        }
    }
    for (const QString& name : {search.nvcc, QStringLiteral("nvcc"), search.python}) {
        if (const auto found = findProgram(name, search.path, false)) {
            tools.append(*found);
        }
    }
    for (const QString& tool : std::as_const(tools)) {
        folders.readable += Sandbox::installationOf(tool);
    }
    folders.readable.removeAll(QString());
    folders.readable.removeDuplicates();
    return folders;
}

qint64 compilerMemory()
{
    constexpr qint64 gibibyte = 1LL << 30;
    const qint64 pages = sysconf(_SC_PHYS_PAGES);
    const qint64 size = sysconf(_SC_PAGESIZE);
    return std::clamp(pages * size / 4 * 3, 4 * gibibyte, 16 * gibibyte);
}

bool endedBySignal(const ProcessOutcome& outcome)
{
    return signalOf(outcome) != 0;
}

int signalOf(const ProcessOutcome& outcome)
{
    constexpr int signalBase = 128;
    constexpr int lastSignal = 64; // a status of 255 is a program's own -1
    if (outcome.end == ProcessEnd::Signalled) {
        return outcome.signal;
    }
    const int signal = outcome.exitCode - signalBase;
    return outcome.end == ProcessEnd::Exited && signal > 0 && signal <= lastSignal ? signal : 0;
}

Result<void> checkSetup(const CompileSetup& setup)
{
    if (const QString why = whyNotMacro(setup.guardMacro); !why.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, QStringLiteral("the guard macro: ") + why,
                     setup.guardMacro};
    }
    for (const QString& architecture : setup.architectures) {
        if (const QString why = whyNotArchitecture(architecture); !why.isEmpty()) {
            return Error{ErrorCode::InvalidArgument, why, architecture};
        }
    }
    if (const QString why = whyNotStandard(setup.standard); !why.isEmpty()) {
        return Error{ErrorCode::InvalidArgument, why, setup.standard};
    }
    return {};
}

Version hipHeaderVersion(const QString& includes)
{
    constexpr qint64 kLargestHeader = 1 << 20;
    const auto bytes = readFile(includes + QStringLiteral("/hip/hip_version.h"), kLargestHeader);
    if (includes.isEmpty() || !bytes) {
        return {};
    }
    const QString text = QString::fromUtf8(*bytes);
    static const QRegularExpression define(
        QStringLiteral("#define\\s+HIP_VERSION_(MAJOR|MINOR)\\s+(\\d{1,4})"));
    int major = -1;
    int minor = 0;
    auto matches = define.globalMatch(text);
    while (matches.hasNext()) {
        const auto match = matches.next();
        (match.captured(1) == QLatin1StringView("MAJOR") ? major : minor) =
            match.captured(2).toInt();
    }
    return major < 0 ? Version() : Version{major, minor};
}

static QStringList platformDefines(const CompileSetup& setup)
{
    QStringList defines{QStringLiteral("-D__HIP_PLATFORM_AMD__")};
    if (setup.defineGuard) {
        defines.append(QStringLiteral("-D") + setup.guardMacro);
    }
    return defines;
}

static QStringList sharedArguments(const HipCompiler& compiler, const CompileSetup& setup)
{
    QStringList arguments{QStringLiteral("-x"), QStringLiteral("hip"),
                          QStringLiteral("-std=") + setup.standard};
    if (!compiler.isHipcc) {
        // Headers of the release that was chosen, never those that happen to lie in the system's
        // folder.
        arguments += {QStringLiteral("-nogpulib"), QStringLiteral("-nogpuinc"),
                      QStringLiteral("-include"), QStringLiteral("__clang_hip_runtime_wrapper.h")};
        if (!compiler.includes.isEmpty()) {
            arguments += {QStringLiteral("-isystem"), compiler.includes};
        }
    }
    arguments += platformDefines(setup);
    arguments += {QStringLiteral("-Wno-unused-command-line-argument"),
                  QStringLiteral("-Wno-pragma-once-outside-header"),
                  QStringLiteral("-fno-color-diagnostics"),
                  QStringLiteral("-fno-caret-diagnostics"), QStringLiteral("-ferror-limit=50")};
    // HIP 6.2 to 6.4 declare the *_sync builtins under this macro; from 7.0 on they are always
    // there.
    if (compiler.headers >= Version{6, 2} && compiler.headers < Version{7, 0}) {
        arguments.append(QStringLiteral("-DHIP_ENABLE_WARP_SYNC_BUILTINS"));
    }
    return arguments;
}

QStringList hipArguments(const HipCompiler& compiler, const CompileSetup& setup)
{
    QStringList arguments = sharedArguments(compiler, setup);
    for (const QString& architecture : setup.architectures) {
        arguments.append(QStringLiteral("--offload-arch=") + architecture);
    }
    if (compiler.isHipcc) {
        arguments += {QStringLiteral("-c"), QStringLiteral("-o"), QStringLiteral("/dev/null")};
    } else {
        arguments.append(QStringLiteral("-fsyntax-only"));
    }
    return arguments;
}

/// Without device code, by the host's side of the compiler.
static QStringList plainArguments(const HipCompiler& compiler, const CompileSetup& setup,
                                  const QString& language, const QString& standard)
{
    QStringList arguments{QStringLiteral("-x"), language, QStringLiteral("-std=") + standard};
    if (!compiler.isHipcc && !compiler.includes.isEmpty()) {
        arguments += {QStringLiteral("-isystem"), compiler.includes};
    }
    arguments += platformDefines(setup);
    arguments +=
        {QStringLiteral("-Wno-unused-command-line-argument"),
         QStringLiteral("-fno-color-diagnostics"), QStringLiteral("-fno-caret-diagnostics"),
         QStringLiteral("-ferror-limit=50"), QStringLiteral("-fsyntax-only")};
    return arguments;
}

QStringList cArguments(const HipCompiler& compiler, const CompileSetup& setup)
{
    return plainArguments(compiler, setup, QStringLiteral("c"), QStringLiteral("gnu11"));
}

QStringList hostArguments(const HipCompiler& compiler, const CompileSetup& setup)
{
    return plainArguments(compiler, setup, QStringLiteral("c++"), setup.standard);
}

QStringList hipAssemblyArguments(const HipCompiler& compiler, const CompileSetup& setup,
                                 const QString& architecture)
{
    return sharedArguments(compiler, setup) +
           QStringList{QStringLiteral("--offload-arch=") + architecture,
                       QStringLiteral("--cuda-device-only"), QStringLiteral("-S"),
                       // Only where an object is made is the text of inline assembly read; -c would
                       // need a linker.
                       QStringLiteral("-Xclang"), QStringLiteral("-emit-obj"), QStringLiteral("-o"),
                       QStringLiteral("/dev/null")};
}

Result<HipCompiler> findHipCompiler(const CompilerSearch& search, const CompileSetup& setup,
                                    const ProcessRunner& runner, const CancelToken& cancel,
                                    const QString& folder)
{
    if (const auto checked = checkSetup(setup); !checked) {
        return checked.error();
    }
    QTemporaryDir temporary;
    const QString place = folder.isEmpty() ? temporary.path() : folder;
    if (!temporary.isValid()) {
        return Error{ErrorCode::FileWriteFailed, temporary.errorString(), place};
    }
    const auto written =
        writeFile(place + QStringLiteral("/try.hip"),
                  "#include <hip/hip_runtime.h>\n__global__ void k(int* p) { *p = threadIdx.x; }\n"
                  "void run(int* p) { k<<<1, 64>>>(p); }\n",
                  FileAccess::Private, Durability::Later);
    if (!written) {
        return written.error();
    }
    QStringList refused;
    for (HipCompiler& compiler : candidates(search)) {
        const Result<QString> why = tryCompiler(compiler, setup, place, runner, cancel);
        if (!why) {
            return why.error();
        }
        if (why->isEmpty()) {
            return compiler;
        }
        refused.append(QStringLiteral("%1 with %2: %3")
                           .arg(compiler.program,
                                compiler.includes.isEmpty() ? QStringLiteral("its own headers")
                                                            : compiler.includes,
                                *why));
    }
    const QString wanted = search.compiler.isEmpty()
                               ? QStringLiteral("hipcc or clang with HIP headers for %1")
                                     .arg(setup.architectures.join(QStringLiteral(", ")))
                               : search.compiler;
    return Error{ErrorCode::FileNotFound,
                 refused.isEmpty() ? QStringLiteral("no compiler for HIP was found")
                                   : refused.join(QStringLiteral("; ")),
                 wanted};
}

Result<Nvcc> findNvcc(const CompilerSearch& search, const ProcessRunner& runner,
                      const CancelToken& cancel)
{
    QStringList names;
    if (!search.nvcc.isEmpty()) {
        names = {search.nvcc};
    } else {
        names = {QStringLiteral("nvcc")};
        for (const QString& root : search.cudaRoots) {
            names.append(root + QStringLiteral("/bin/nvcc"));
        }
    }
    for (const QString& name : std::as_const(names)) {
        const auto program = findProgram(name, search.path, false);
        if (!program) {
            continue;
        }
        ProcessCommand command;
        command.program = *program;
        command.arguments = QStringList{QStringLiteral("--version")};
        command.timeout = std::chrono::minutes(1);
        const auto said = runProcess(runner, command, cancel);
        if (!said) {
            return said.error();
        }
        static const QRegularExpression release(QStringLiteral("release (\\d+\\.\\d+)"));
        const auto match = release.match(QString::fromUtf8(said->output));
        if (!match.hasMatch()) {
            return Error{ErrorCode::ProcessFailed, QStringLiteral("it does not report its release"),
                         *program};
        }
        return Nvcc{*program, match.captured(1)};
    }
    return Error{ErrorCode::FileNotFound, QStringLiteral("nvcc was not found"),
                 names.join(QStringLiteral(", "))};
}

} // namespace rocport
