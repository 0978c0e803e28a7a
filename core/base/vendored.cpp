#include "core/base/vendored.h"

#include <algorithm>
#include <array>

namespace rocport {

bool isVendored(const RepoPath& path)
{
    constexpr std::array<QByteArrayView, 14> kFolders = {
        "third_party", "thirdparty", "third-party",  "3rdparty",     "vendor",
        "vendored",    "_vendor",    "external",     "externals",    "extern",
        "submodules",  "deps",       "node_modules", "site-packages"};
    const QByteArray& bytes = path.bytes();
    for (qsizetype begin = 0, end = bytes.indexOf('/'); end >= 0;
         begin = end + 1, end = bytes.indexOf('/', begin)) {
        const QByteArrayView folder = QByteArrayView(bytes).sliced(begin, end - begin);
        const bool known =
            std::any_of(kFolders.begin(), kFolders.end(), [folder](QByteArrayView name) {
                return folder.size() == name.size() &&
                       qstrnicmp(folder.data(), folder.size(), name.data(), name.size()) == 0;
            });
        if (known) {
            return true;
        }
    }
    return false;
}

QString codeOriginId(CodeOrigin origin)
{
    switch (origin) {
    case CodeOrigin::Own:
        break;
    case CodeOrigin::Vendored:
        return QStringLiteral("vendored");
    case CodeOrigin::Generated:
        return QStringLiteral("generated");
    }
    return QStringLiteral("own");
}

CodeOrigin originOf(const FileAnalysis& file)
{
    const QString said = file.features.text(FeatureKind::Origin);
    if (said.isEmpty()) {
        return isVendored(file.path) ? CodeOrigin::Vendored : CodeOrigin::Own;
    }
    for (const CodeOrigin one : {CodeOrigin::Vendored, CodeOrigin::Generated}) {
        if (said == codeOriginId(one)) {
            return one;
        }
    }
    return CodeOrigin::Own;
}

QString findingHomeId(FindingHome home)
{
    switch (home) {
    case FindingHome::Own:
        break;
    case FindingHome::Ported:
        return QStringLiteral("ported");
    case FindingHome::Vendored:
        return QStringLiteral("vendored");
    case FindingHome::Generated:
        return QStringLiteral("generated");
    }
    return QStringLiteral("own");
}

FindingHome homeOf(const FileAnalysis& file, const Finding& finding)
{
    switch (originOf(file)) {
    case CodeOrigin::Own:
        break;
    case CodeOrigin::Vendored:
        return FindingHome::Vendored;
    case CodeOrigin::Generated:
        return FindingHome::Generated;
    }
    return finding.ported ? FindingHome::Ported : FindingHome::Own;
}

} // namespace rocport
