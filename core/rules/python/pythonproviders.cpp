// Providers of ONNX Runtime that its builds for AMD GPUs lack.
#include "core/rules/python/pythonbuiltins.h"
#include "core/text/bytes.h"

#include <array>
#include <map>

namespace rocport {

namespace {

struct Provider
{
    std::string_view name;
    const char* key; ///< into the rule's notes
};

constexpr std::array kProviders = {Provider{"CUDAExecutionProvider", "cuda"},
                                   Provider{"TensorrtExecutionProvider", "tensorrt"},
                                   Provider{"NvTensorRTRTXExecutionProvider", "tensorrt"},
                                   Provider{"ROCMExecutionProvider", "rocm"}};

} // namespace

void findExecutionProviders(const PythonInput& input, std::vector<PythonSite>& sites)
{
    const PythonFile& file = input.file;
    const SyntaxTree& tree = input.tree();
    if (file.source().view().find("MIGraphXExecutionProvider") != std::string_view::npos) {
        return; // AMD GPUs are served already
    }
    std::map<std::string_view, size_t> found; // by name, into `sites`
    for (const qint32 node : file.nodes(SyntaxKind::String)) {
        std::string_view text;
        if (!tree.plainString(node, &text) || file.isNvidiaOnly(node)) {
            continue;
        }
        for (const Provider& one : kProviders) {
            if (text != one.name) {
                continue;
            }
            const auto [place, isNew] = found.emplace(one.name, sites.size());
            if (isNew) {
                sites.push_back(siteFor(input, node, toText(one.name), QLatin1StringView(one.key)));
            }
            sites[place->second].places.add(tree.range(node));
        }
    }
    for (const auto& [name, index] : found) {
        sites[index].captures.append({QStringLiteral("places"), placesText(sites[index].places)});
    }
}

} // namespace rocport
