#pragma once

#include "core/base/result.h"
#include "core/base/words.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// What hipcc --version and hipconfig say.
struct HipVersion
{
    Version hip;           ///< "7.2.53211": the third part is a build, no patch release
    QString build;         ///< "7.2.53211-97f5574fe2"
    QString clang;         ///< "22.0.0git"
    QString installFolder; ///< of clang; "/opt/rocm-7.2.4/lib/llvm/bin"
    QString rocmPath, hipPath, platform, compiler, runtime; ///< of hipconfig
    Version rocm; ///< from a folder's or the compiler's name ("roc-7.2.4"); empty: not there
};

/// Either tool's output. Lines about the machine and its variables are not kept. Errors:
/// ParseFailed, where no "HIP version" is in it.
Result<HipVersion> parseHipVersion(const QByteArray& text);

/// A line of /opt/rocm/.info/version ("7.2.0", "6.2.0-66"), alone or in a console with its
/// command. Empty: none.
Version parseRocmInfoVersion(const QByteArray& text);

} // namespace rocport
