#pragma once

#include "core/plan/installplan.h"
#include "tests/support/builtinrules.h"
#include "tests/unit/memorytree.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>

namespace rocport::test {

/// The plan for a repository of these files, each a name and its text.
inline InstallPlan installPlanOf(const QVector<QPair<QByteArray, QByteArray>>& files,
                                 const TargetSettings& target = {})
{
    MemoryTree tree;
    for (const auto& [name, text] : files) {
        tree.files.insert(name, text);
    }
    const auto scan = scanTree(tree, builtinRules(), target, nullptr, {}, {}, 1);
    return makeInstallPlan(scan ? **scan : ScanResult(), target);
}

/// A repository with several kinds of manifests.
inline InstallPlan usualInstall()
{
    return installPlanOf(
        {{"pyproject.toml",
          "[build-system]\nrequires = [\"setuptools>=61\", \"torch\", \"ninja\"]\n[project]\n"
          "name = \"x\"\ndependencies = [\"torch==2.5.1\", \"torchvision\", \"einops>=0.8\",\n"
          "  \"nvidia-ml-py\", \"flash-attn\", \"jax[cuda12]\", \"colorama; sys_platform == "
          "'win32'\"]\n[project.optional-dependencies]\ndev = [\"pytest\"]\n"},
         {"requirements.txt",
          "-r reqs/base.txt\ntransformers[torch]>=4.40 ; python_version > '3'\n"},
         {"reqs/base.txt", "einops>=0.8\ntriton==3.1\nmy-lib @ git+https://example.org/it's.git\n"},
         {"requirements-tpu.txt", "torch-xla\n"}});
}

/// What a run of an installation's script did.
struct InstallRun
{
    int code = -1;
    QStringList installs; ///< arguments of pip, in order
    QString errors;
};

/// Runs the script of \a plan with a Python that only records. \a replaces: an install that names
/// it makes torch a CUDA build; \a fails likewise fails.
inline InstallRun runInstall(const InstallPlan& plan, bool torchThere,
                             const QByteArray& replaces = {}, const QByteArray& fails = {})
{
    QTemporaryDir folder;
    const auto write = [&](const char* name, const QByteArray& text) {
        QFile file(folder.filePath(QLatin1StringView(name)));
        if (file.open(QIODevice::WriteOnly)) {
            file.write(text);
        }
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    };
    if (torchThere) {
        write("hip", "");
    }
    write("python",
          "#!/bin/sh\nhere=" + QFile::encodeName(folder.path()) +
              "\ncase \"$1\" in\n-c) test -e \"$here/hip\"; exit ;;\n"
              "-) cat >/dev/null; echo 'torch==2.11.0+rocm7.2'; exit ;;\nesac\n"
              "shift 2\nwords=\"$*\"\nfor word in \"$@\"; do\n"
              "    case \"$word\" in rocm-p*.txt|rocm-b*.txt|rocm-s*.txt) "
              "words=\"$words [$(tr '\\n' ' ' <\"$word\")]\" ;; esac\ndone\n"
              "echo \"$words\" >>\"$here/log\"\n"
              "case \"$words\" in *download.pytorch.org/whl/rocm* | *repo.amd.com/rocm/*) touch "
              "\"$here/hip\" ;; esac\n"
              "replaces='" +
              replaces + "'\nfails='" + fails +
              "'\n"
              "case \"$words\" in *\"${replaces:-no such word}\"*) rm -f \"$here/hip\" ;; esac\n"
              "case \"$words\" in *\"${fails:-no such word}\"*) exit 7 ;; esac\nexit 0\n");
    write("install.sh", installScript(plan));
    QProcess process;
    process.setWorkingDirectory(folder.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("PYTHON"), folder.filePath(QStringLiteral("python")));
    process.setProcessEnvironment(environment);
    process.start(QStringLiteral("/bin/sh"), {folder.filePath(QStringLiteral("install.sh"))});
    InstallRun result;
    if (!process.waitForFinished(20000)) {
        return result;
    }
    result.code = process.exitCode();
    result.errors = QString::fromUtf8(process.readAllStandardError());
    QFile log(folder.filePath(QStringLiteral("log")));
    if (log.open(QIODevice::ReadOnly)) {
        result.installs = QString::fromUtf8(log.readAll()).split(u'\n', Qt::SkipEmptyParts);
    }
    return result;
}

} // namespace rocport::test
