// Build scripts that ask for a GPU of the machine that builds.
#include "core/rules/python/pythonbuiltins.h"

namespace rocport {

void findBuildGpuQuestions(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    if (file.source().view().find("CUDAExtension") == std::string_view::npos) {
        return; // no build script
    }
    RepeatedPlaces places;
    qint32 first = -1;
    for (const qint32 call : file.nodes(SyntaxKind::Call)) {
        const bool asks =
            file.qualified(tree.child(call, SyntaxField::Function)) == "torch.cuda.is_available";
        if (asks && !file.isNvidiaOnly(call) && !asksForRocm(file, call)) {
            places.add(tree.range(call));
            first = first < 0 ? call : first;
        }
    }
    if (first < 0) {
        return;
    }
    PythonSite site = siteFor(input, first, QStringLiteral("torch.cuda.is_available"), {});
    site.captures = {{QStringLiteral("places"), placesText(places)}};
    site.places = places;
    sites.push_back(std::move(site));
}

} // namespace rocport
