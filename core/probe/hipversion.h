#pragma once

#include "core/base/result.h"
#include "core/base/words.h"

#include <QByteArray>
#include <QString>

namespace rocport {

/// What hipcc --version and hipconfig say.
struct HipVersion
{
    Version hip;           ///< "7.2.53211": the third part is a build number, not a patch release
    QString build;         ///< "7.2.53211-97f5574fe2"
    QString clang;         ///< "22.0.0git"
    QString installFolder; ///< of clang; "/opt/rocm-7.2.4/lib/llvm/bin"
    QString rocmPath, hipPath, platform, compiler, runtime; ///< of hipconfig
    Version rocm; ///< from the name of a folder or of the compiler ("roc-7.2.4"); empty: not found
};

/// Parses the output of either tool. Lines about the machine and its variables are dropped. Errors:
/// ParseFailed if it has no "HIP version".
Result<HipVersion> parseHipVersion(const QByteArray& text);

/// The version in a line of /opt/rocm/.info/version ("7.2.0", "6.2.0-66"), alone or in a console
/// log with its command. Empty: none.
Version parseRocmInfoVersion(const QByteArray& text);

} // namespace rocport
