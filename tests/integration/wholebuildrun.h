#pragma once

#include "core/process/localprocess.h"
#include "core/process/runprocess.h"
#include "core/process/sandbox.h"
#include "testpaths.h"
#include "tests/integration/hipcompiler.h"
#include "tests/support/scratchrepository.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

/// Runs `rocport-cli verify build --whole` and reads what it says.
namespace rocport::test {

struct WholeRun
{
    int code = -1;
    QJsonObject result;
    QByteArray said;
};

/// `compiler`: a folder with a fake one; empty: the best one that is here.
inline WholeRun whole(const QString& folder, const QString& compiler, const QStringList& more = {})
{
    ProcessCommand command;
    command.program = QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli");
    command.arguments = {
        QStringLiteral("verify"),  QStringLiteral("build"),    folder,
        QStringLiteral("--whole"), QStringLiteral("--format"), QStringLiteral("json")};
    if (compiler.isEmpty()) {
        command.arguments += {QStringLiteral("--rocm-path"), headers()};
    } else {
        command.arguments += {QStringLiteral("--compiler"), compiler + QStringLiteral("/clang++"),
                              QStringLiteral("--rocm-path"), compiler + QStringLiteral("/rocm")};
    }
    command.arguments += more;
    const auto run = runProcess(LocalProcessRunner(), command);
    if (!run) {
        return {-1, {}, run.error().detail.toUtf8()};
    }
    return {run->outcome.exitCode, QJsonDocument::fromJson(run->output).object(),
            run->output + run->errors};
}

inline QJsonObject unitOf(const WholeRun& run, const QString& path)
{
    const QJsonArray units = run.result[QStringLiteral("units")].toArray();
    for (const auto& unit : units) {
        if (unit[QStringLiteral("path")].toString() == path) {
            return unit.toObject();
        }
    }
    return {};
}

inline QJsonObject compiledOf(const WholeRun& run, const QString& path)
{
    const QJsonArray files =
        run.result[QStringLiteral("compile")][QStringLiteral("files")].toArray();
    for (const auto& file : files) {
        if (file[QStringLiteral("path")].toString() == path) {
            return file.toObject();
        }
    }
    return {};
}

/// Whether bubblewrap, CMake and make are here and work.
inline bool canRunBuilds()
{
    return Sandbox().works(LocalProcessRunner()) && findProgram(QStringLiteral("cmake")).ok() &&
           findProgram(QStringLiteral("make")).ok();
}

inline const char* const kKernel =
    "#include <cuda_runtime.h>\n__global__ void k(int* p) { *p = 1; }\n"
    "void run(int* p) { k<<<1, 32>>>(p); cudaDeviceSynchronize(); }\n";

/// Commits a file for CMake or make, the kernel "k.cu" and "host.cpp", with what was written
/// before.
inline void commitSources(ScratchRepository& repository, const QByteArray& build,
                          const QString& name = QStringLiteral("CMakeLists.txt"))
{
    repository.write(name, build);
    repository.write(QStringLiteral("k.cu"), kKernel);
    repository.write(QStringLiteral("host.cpp"), "int host() { return 1; }\n");
    repository.commitAll();
}

} // namespace rocport::test
