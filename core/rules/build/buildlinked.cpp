// Libraries of CUDA's toolkit that Python modules ask a linker for.
#include "core/rules/build/buildlibraries.h"
#include "core/rules/build/buildsetup.h"
#include "core/text/bytes.h"

namespace rocport {

void findLinkedLibraries(const PythonFile& file, const Rule& rule, std::vector<PythonSite>& sites)
{
    const SyntaxTree& tree = file.tree();
    const auto count = static_cast<qint32>(tree.nodes().size());
    for (qint32 i = 0; i < count; ++i) {
        std::string_view value;
        if (tree.kind(i) != SyntaxKind::String || tree.kind(tree.parent(i)) != SyntaxKind::List ||
            !tree.plainString(i, &value) || !value.starts_with("-l")) {
            continue;
        }
        const BuildLibrary* library = libraryOfArgument(value);
        if (library == nullptr || isForOthers(file, i)) {
            continue;
        }
        PythonSite site;
        site.rule = &rule;
        site.node = i;
        site.range = tree.range(i);
        site.symbol = toText(value);
        site.captures = {{QStringLiteral("note"), noteOfLinked(*library, library->library)}};
        sites.push_back(std::move(site));
    }
}

bool namesLinkedLibrary(std::string_view text)
{
    return text.find("\"-lcu") != std::string_view::npos ||
           text.find("'-lcu") != std::string_view::npos ||
           text.find("\"-lnv") != std::string_view::npos ||
           text.find("'-lnv") != std::string_view::npos ||
           text.find("\"-lnccl") != std::string_view::npos ||
           text.find("'-lnccl") != std::string_view::npos;
}

} // namespace rocport
