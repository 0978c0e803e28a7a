#include "core/verify/buildstandins.h"

#include "core/files/filewriter.h"
#include "core/scan/scanner.h"
#include "core/verify/buildsystems.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>

static void initResources()
{
    Q_INIT_RESOURCE(verify); // a static library's resources are linked only when asked for
}

namespace rocport {

namespace {

constexpr qsizetype kMostNames = 2000; // targets that CMake files mention
constexpr qint64 kMostOfModules = 1 << 20;

/// A command of the project's that is not here, for packages.cmake.
QByteArray commandText(const QString& name)
{
    static const QRegularExpression makesTarget(
        QStringLiteral("add_(?:python_)?(?:module|library|executable|extension)$"));
    const QByteArray bytes = name.toUtf8();
    if (makesTarget.match(name).hasMatch()) {
        return "function(" + bytes + ")\n  rocport_add_module(${ARGN})\nendfunction()\n";
    }
    return "function(" + bytes + ")\nendfunction()\n";
}

} // namespace

QByteArray asLines(const QStringList& list)
{
    return list.isEmpty() ? QByteArray() : list.join(u'\n').toUtf8() + '\n';
}

QByteArray standInResource(const QString& name)
{
    initResources();
    QFile file(QStringLiteral(":/verify/wholebuild/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList programsOfRocm()
{
    return QStringLiteral("hipcc amdclang amdclang++ hipconfig amdgpu-arch rocm_agent_enumerator")
        .split(u' ');
}

bool isCommandOfCuda(const QString& name)
{
    static const QStringList tools =
        QStringLiteral("ptxas cuobjdump fatbinary nvlink nvprune nvdisasm "
                       "bin2c cu++filt nvidia-smi nsys ncu nvprof")
            .split(u' ');
    return tools.contains(name) || name.contains(QLatin1StringView("cuda"), Qt::CaseInsensitive) ||
           name.contains(QLatin1StringView("nvcc"), Qt::CaseInsensitive);
}

Result<void> writeStandIn(const QString& path, const QByteArray& bytes, bool program)
{
    auto written = writeFile(path, bytes, FileAccess::Shared, Durability::Later);
    if (written && program) {
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }
    return written;
}

namespace {

using StandInFiles = QVector<QPair<QString, QByteArray>>;

/// Libraries and headers of a CUDA without content, below the folder of stand-ins.
StandInFiles filesOfCuda()
{
    static const QStringList libraries =
        QStringLiteral(
            "cudart cublas cublasLt cufft cufftw cufile curand cusparse cusolver cusolverMg nvblas "
            "nvjpeg nvrtc nvrtc-builtins nvJitLink nvfatbin nvptxcompiler nvToolsExt cupti nvml "
            "nvidia-ml nccl cudnn cufilt culibos OpenCL cusparseLt cutensor nppc nppial nppicc "
            "nppidei nppif nppig nppim nppist nppisu nppitc npps")
            .split(u' ');
    StandInFiles files;
    for (const QString& one : libraries) {
        files.append({QStringLiteral("/cuda/lib64/lib%1.so").arg(one), {}});
        files.append({QStringLiteral("/cuda/lib64/lib%1_static.a").arg(one), {}});
    }
    files.append({QStringLiteral("/cuda/lib64/libcudadevrt.a"), {}});
    files.append({QStringLiteral("/cuda/lib64/stubs/libcuda.so"), {}});
    files.append({QStringLiteral("/cuda/nvvm/lib64/libnvvm.so"), {}});
    files.append({QStringLiteral("/cuda/nvvm/include/nvvm.h"), {}});
    files.append({QStringLiteral("/cuda/include/cuda_runtime.h"), {}});
    files.append({QStringLiteral("/cuda/include/device_functions.h"), {}}); // FindCUDA looks for it
    // meson reads the toolkit's version there.
    files.append(
        {QStringLiteral("/cuda/include/cuda_runtime_api.h"), "#define CUDART_VERSION 12040\n"});
    files.append({QStringLiteral("/cuda/include/cuda.h"), "#define CUDA_VERSION 12040\n"});
    files.append({QStringLiteral("/cuda/version.json"), "{\"cuda\": {\"version\": \"12.4.1\"}}\n"});
    return files;
}

/// Libraries of ROCm without content.
StandInFiles filesOfRocm()
{
    static const QStringList libraries =
        QStringLiteral(
            "amdhip64 hiprtc hipblas hipblaslt rocblas hiprand rocrand hipfft rocfft hipsparse "
            "rocsparse hipsparselt hipsolver rocsolver rccl MIOpen roctx64 rocm_smi64 amd_smi")
            .split(u' ');
    StandInFiles files;
    for (const QString& one : libraries) {
        files.append({QStringLiteral("/rocm/lib/lib%1.so").arg(one), {}});
    }
    return files;
}

} // namespace

Result<void> writeStandIns(const QString& stand, const TargetSettings& target)
{
    static const QStringList host =
        QStringLiteral("gcc g++ cc c++ clang clang++ ar ranlib ld").split(u' ');
    static const QStringList packages =
        QStringLiteral(
            "hip hip-lang hipblas hipblaslt rocblas hiprand rocrand hipcub rocprim rocthrust "
            "hipsparse rocsparse hipfft rocfft hipsolver rocsolver miopen rccl hiprtc rocwmma")
            .split(u' ');
    const QByteArray program = standInResource(QStringLiteral("standin.sh"));
    StandInFiles files = filesOfCuda() + filesOfRocm();
    QStringList programs{QStringLiteral("/cuda/bin/nvcc")};
    for (const QString& one : host) {
        programs += {QStringLiteral("/cuda/bin/") + one, QStringLiteral("/rocm/bin/") + one};
    }
    for (const QString& one : programsOfRocm()) {
        programs.append(QStringLiteral("/rocm/bin/") + one);
    }
    const QByteArray release = target.rocm.toString().toUtf8();
    for (const QString& one : packages) {
        QByteArray text = standInResource(QStringLiteral("package.cmake"));
        text.replace("@PACKAGE@", one.toUtf8()).replace("@ROCM@", release);
        files.append({QStringLiteral("/rocm/lib/cmake/%1/%1-config.cmake").arg(one), text});
    }
    for (const QString& one : {QStringLiteral("cuda.cmake"), QStringLiteral("rocm.cmake")}) {
        QByteArray text = standInResource(one);
        text.replace("@STAND@", stand.toUtf8());
        text.replace("@ARCHS@", target.architectures.join(u';').toUtf8());
        files.append({QStringLiteral("/") + one, text});
    }
    QByteArray external = standInResource(QStringLiteral("externalproject.cmake"));
    external.replace("@STAND@", stand.toUtf8());
    files.append({QStringLiteral("/modules/ExternalProject.cmake"), external});
    // What stands for any library, program and folder that is not here.
    files.append({QStringLiteral("/other/lib/libother.so"), {}});
    files.append({QStringLiteral("/other/include/other.h"), {}});
    files.append({QStringLiteral("/other/other.c"), {}});
    files.append({QStringLiteral("/other/other.cpp"), {}});
    files.append({QStringLiteral("/build.sh"), standInResource(QStringLiteral("build.sh"))});
    for (const auto& [name, text] : std::as_const(files)) {
        if (const auto written = writeStandIn(stand + name, text); !written) {
            return written.error();
        }
    }
    const QString other = QStringLiteral("/other/bin/other");
    if (const auto written = writeStandIn(stand + other, "#!/bin/sh\nexit 0\n", true); !written) {
        return written.error();
    }
    for (const QString& name : std::as_const(programs)) {
        if (const auto written = writeStandIn(stand + name, program, true); !written) {
            return written.error();
        }
    }
    return {};
}

Result<void> writeNeeds(const QString& stand, const QString& side, const QString& notes,
                        const BuildNeeds& needs, const QStringList& mentioned)
{
    const bool rocm = side == QLatin1StringView("rocm");
    const auto fitting = [&](const QStringList& names) {
        QStringList list;
        std::copy_if(names.cbegin(), names.cend(), std::back_inserter(list),
                     [&](const QString& name) { return !rocm || !isNameOfCuda(name); });
        return list;
    };
    QByteArray commands;
    for (const QString& name : needs.commands) {
        if (!rocm || !isCommandOfCuda(name)) {
            commands += commandText(name);
        }
    }
    for (const QString& name : fitting(needs.variables)) {
        commands += "rocport_value(" + name.toUtf8() + " rocport_filled)\nset(" + name.toUtf8() +
                    " \"${rocport_filled}\" CACHE FILEPATH \"\" FORCE)\n";
    }
    for (const QString& name : needs.libraries) {
        commands += "rocport_add_own(" + name.toUtf8() + ")\n";
    }
    const QString own = stand + u'/' + side;
    const auto written = [&](const QString& name) {
        QByteArray text = standInResource(name);
        text.replace("@STAND@", stand.toUtf8())
            .replace("@SIDE@", side.toUtf8())
            .replace("@NOTES@", notes.toUtf8())
            .replace("@NAMES@", fitting(mentioned).join(u';').toUtf8())
            .replace("@PACKAGES@", needs.packages.join(u';').toUtf8())
            .replace("@TARGETS@", fitting(needs.targets).join(u';').toUtf8())
            .replace("@EMPTY@", needs.sourceless.join(u';').toUtf8())
            .replace("@COMMANDS@", commands)
            .replace("@ALL@", needs.all ? "TRUE" : "FALSE")
            .replace("@CUDAMODULES@", modulesOfCuda())
            .replace("@CUDAONLY@", packagesOfCuda());
        return writeStandIn(own + u'-' + name, text);
    };
    auto done = written(QStringLiteral("packages.cmake"));
    for (const char* const name : {"override.cmake", "pkgconfig.cmake"}) {
        if (done) {
            done = written(QLatin1StringView(name));
        }
    }
    if (done) {
        done = writeStandIn(own + QStringLiteral(".files"), asLines(needs.files));
    }
    if (done) {
        done = writeStandIn(own + QStringLiteral(".releases"), asLines(needs.releases));
    }
    return done;
}

QStringList mentionedTargets(const SourceTree& tree, const CancelToken& cancel)
{
    static const QRegularExpression target(
        QStringLiteral("[A-Za-z0-9_+.-]+::[A-Za-z0-9_+.:-]*[A-Za-z0-9_+-]"));
    QSet<QString> names;
    if (const auto entries = tree.list(cancel)) {
        for (const TreeEntry& entry : *entries) {
            if (entry.kind != TreeEntry::Kind::File ||
                languageOfFile(entry.path.fileName()) != Language::CMake) {
                continue;
            }
            const auto bytes = tree.read(entry, kMostOfBuildFile);
            auto all = target.globalMatch(bytes ? QString::fromUtf8(*bytes) : QString());
            while (all.hasNext() && names.size() < kMostNames) {
                names.insert(all.next().captured());
            }
        }
    }
    QStringList sorted(names.cbegin(), names.cend());
    sorted.sort();
    return sorted;
}

QVector<RepoPath> missingSubmodules(const SourceTree& tree, const CancelToken& cancel)
{
    static const QRegularExpression path(QStringLiteral("^\\s*path\\s*=\\s*(\\S.*?)\\s*$"),
                                         QRegularExpression::MultilineOption);
    QVector<RepoPath> missing;
    const auto entries = tree.list(cancel);
    if (!entries) {
        return missing;
    }
    QStringList paths;
    QSet<QByteArray> folders;
    for (const TreeEntry& entry : *entries) {
        const QByteArray& name = entry.path.bytes();
        if (entry.kind != TreeEntry::Kind::Submodule) {
            for (auto at = name.lastIndexOf('/'); at > 0; at = name.lastIndexOf('/', at - 1)) {
                folders.insert(name.left(at));
            }
        }
        if (name == ".gitmodules" && entry.kind == TreeEntry::Kind::File) {
            const auto bytes = tree.read(entry, kMostOfModules);
            auto all = path.globalMatch(bytes ? QString::fromUtf8(*bytes) : QString());
            while (all.hasNext() && paths.size() < kMostNames) {
                paths.append(all.next().captured(1));
            }
        }
    }
    for (const QString& one : std::as_const(paths)) {
        if (!folders.contains(one.toUtf8())) {
            missing.append(RepoPath(one.toUtf8()));
        }
    }
    return missing;
}

} // namespace rocport
