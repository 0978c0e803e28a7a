#pragma once

#include "testpaths.h"
#include "tests/support/scratchrepository.h"

#include <QFile>
#include <QProcess>
#include <QProcessEnvironment>
#include <QStringList>

namespace rocport::test {

/// What a run of rocport-cli ended with and wrote; a code of -1: it did not end by itself.
struct Outcome
{
    int code = -1;
    QByteArray out;
    QByteArray err;
};

/// Runs the program of this build, for ten minutes at most. What it keeps in the user's caches is
/// kept in the folder of the build.
inline Outcome run(const QStringList& arguments)
{
    constexpr int kMostMilliseconds = 600'000; // a busy machine that compiles
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    if (!environment.contains(QStringLiteral("XDG_CACHE_HOME"))) {
        environment.insert(QStringLiteral("XDG_CACHE_HOME"),
                           QStringLiteral(ROCPORT_BINARY_DIR "/caches"));
    }
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral(ROCPORT_BINARY_DIR "/bin/rocport-cli"), arguments);
    Outcome outcome;
    if (process.waitForFinished(kMostMilliseconds) &&
        process.exitStatus() == QProcess::NormalExit) {
        outcome.code = process.exitCode();
    }
    outcome.out = process.readAllStandardOutput();
    outcome.err = process.readAllStandardError();
    return outcome;
}

/// Empty where the file cannot be read.
inline QByteArray fileBytes(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A repository with a make file, a kernel and a program of PyTorch, committed.
inline void fill(const ScratchRepository& repository)
{
    repository.write(QStringLiteral("Makefile"), "all:\n\tnvcc -c a.cu\n");
    repository.write(QStringLiteral("a.cu"),
                     "#include <cuda_runtime.h>\n"
                     "// cudaMalloc in a comment stays\n"
                     "__global__ void k(unsigned* o) {\n"
                     "  unsigned m = __ballot_sync(0xffffffffu, threadIdx.x & 1);\n"
                     "  o[0] = __popc(m);\n}\n"
                     "void f(unsigned* o) { cudaMalloc(&o, 4); k<<<1, 64>>>(o); }\n");
    repository.write(
        QStringLiteral("train.py"),
        "import torch\n\nm = torch.compile(torch.nn.ReLU(), mode=\"reduce-overhead\")\n");
    repository.commitAll();
}

} // namespace rocport::test
