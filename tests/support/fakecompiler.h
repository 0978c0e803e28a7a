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
/// Its arguments go to `folder`/log, one call a line, where it may write there.
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
               "{ echo \"$*\" >> \"$(dirname \"$0\")/log\"; } 2>/dev/null\n"
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

/// Makes a program in `folder` that stands for nvcc, and for any compiler that hands its arguments
/// to a shell: it puts each between double quotes, as nvcc does, and has sh read the line. It gives
/// the file that the line ends with, without guards by USE_ROCM, as its output (-E), or into the
/// file after -o.
inline QString makeFakeNvcc(const QString& folder, const QString& name = QStringLiteral("nvcc"))
{
    const QString path = folder + u'/' + name;
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        qFatal("the fake compiler cannot be written");
    }
    file.write(
        "#!/bin/sh\n"
        "if [ \"$1\" = --version ]; then echo 'fake 1.0, release 13.0, V13.0.1'; exit 0; fi\n"
        "line=:; out=; before=\n"
        "for one; do\n"
        "  [ \"$before\" = -o ] && out=$one\n"
        "  line=\"$line \\\"$one\\\"\"; before=$one\n"
        "done\n"
        "sh -c \"$line\"\n"
        "[ -f \"$before\" ] || exit 1\n"
        "guards='/^#ifdef USE_ROCM$/d;/^#endif$/d'\n"
        "if [ -n \"$out\" ]; then sed \"$guards\" \"$before\" > \"$out\"\n"
        "else sed \"$guards\" \"$before\"; fi\n");
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
