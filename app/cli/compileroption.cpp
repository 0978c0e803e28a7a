#include "app/cli/compileroption.h"

#include <QDir>

namespace rocport {

CompilerSearch compilerSearch(const Arguments& args, RocmPathOption rocm)
{
    CompilerSearch search = CompilerSearch::fromEnvironment();
    search.compiler = args.value(QStringLiteral("compiler"));
    if (search.compiler.contains(u'/')) {
        search.compiler = QDir().absoluteFilePath(search.compiler);
    }
    if (rocm == RocmPathOption::Yes && args.isSet(QStringLiteral("rocm-path"))) {
        search.rocmPath = QDir().absoluteFilePath(args.value(QStringLiteral("rocm-path")));
    }
    return search;
}

} // namespace rocport
