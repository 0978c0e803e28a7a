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

} // namespace rocport
