#pragma once

#include <QDir>
#include <QFile>
#include <QString>

#include <QtGlobal>

namespace rocport::test {

/// Makes a program in `folder` that stands for clang++. It reads the last argument's file and obeys
/// words in it:
///   FAIL          an error on that line
///   MISSING x.h   a fatal error, x.h not found
///   IN a.h 3 x    an error in a.h (below the working folder), line 3, text x, included from that
///   line SLEEP         never ends
/// Its arguments go to `folder`/log, one call a line.
inline QString makeFakeCompiler(const QString& folder,
                                const QString& name = QStringLiteral("clang++"))
{
    const QString path = folder + u'/' + name;
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("the fake compiler cannot be written");
    }
    file.write("#!/bin/sh\n"
               "if [ \"$1\" = --version ]; then echo 'fake clang 1.0'; exit 0; fi\n"
               "echo \"$*\" >> \"$(dirname \"$0\")/log\"\n"
               "for last; do :; done\n"
               "case \"$last\" in */try.hip) exit 0;; esac\n"
               "rc=0; n=0\n"
               "while IFS= read -r line || [ -n \"$line\" ]; do\n"
               "  n=$((n+1))\n"
               "  case \"$line\" in\n"
               "    *FAIL*) echo \"$last:$n:5: error: fake failure\" >&2; rc=1;;\n"
               "    *'MISSING '*) echo \"$last:$n:1: fatal error: '${line#*MISSING }' file not "
               "found\" >&2; rc=1;;\n"
               "    *'IN '*) set -- ${line#*IN }; echo \"In file included from $last:$n:\" >&2\n"
               "      echo \"$PWD/$1:$2:1: error: $3\" >&2; rc=1;;\n"
               "    *SLEEP*) sleep 1000;;\n"
               "  esac\n"
               "done < \"$last\"\n"
               "exit $rc\n");
    file.close();
    file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    return path;
}

/// A folder that looks like the headers of a ROCm release.
inline void makeFakeRocm(const QString& root, int major, int minor)
{
    QDir().mkpath(root + QStringLiteral("/include/hip"));
    QFile runtime(root + QStringLiteral("/include/hip/hip_runtime.h"));
    QFile version(root + QStringLiteral("/include/hip/hip_version.h"));
    if (!runtime.open(QIODevice::WriteOnly) || !version.open(QIODevice::WriteOnly)) {
        qFatal("the fake headers cannot be written");
    }
    version.write(QStringLiteral("#define HIP_VERSION_MAJOR %1\n#define HIP_VERSION_MINOR %2\n")
                      .arg(major)
                      .arg(minor)
                      .toUtf8());
}

} // namespace rocport::test
