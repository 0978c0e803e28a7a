#include "core/scan/strategychoice.h"

#include "core/translate/translate.h"

namespace rocport {

namespace {

RepoPath commonFolder(const RepoPath& a, const RepoPath& b)
{
    RepoPath folder = a;
    while (!folder.isEmpty() && folder != b && !b.bytes().startsWith(folder.bytes() + '/')) {
        folder = folder.folder();
    }
    return folder;
}

bool isHeader(const RepoPath& path)
{
    const QByteArray suffix = path.suffix();
    return suffix == "h" || suffix == "hpp" || suffix == "cuh" || suffix == "hh" ||
           suffix == "hxx" || suffix == "inl";
}

} // namespace

Layout layoutOf(const QVector<TreeEntry>& entries)
{
    Layout layout;
    for (const TreeEntry& entry : entries) {
        if (entry.kind != TreeEntry::Kind::File) {
            continue;
        }
        const Language language = languageOfFile(entry.path.fileName());
        layout.hasPython = layout.hasPython || language == Language::Python;
        layout.hasCMake = layout.hasCMake || language == Language::CMake;
        layout.hasMake = layout.hasMake || language == Language::Make;
        layout.hasMeson = layout.hasMeson || language == Language::Meson;
        if (language == Language::Cuda) {
            layout.cudaFolder = layout.hasCuda
                                    ? commonFolder(layout.cudaFolder, entry.path.folder())
                                    : entry.path.folder();
            layout.hasCuda = true;
        }
        if (entry.path.bytes().startsWith("include/") && isHeader(entry.path)) {
            layout.topHeaders.insert(entry.path.bytes());
        }
    }
    return layout;
}

RepositoryKind kindOf(const Layout& layout, bool buildsExtension)
{
    if (buildsExtension) {
        return RepositoryKind::TorchExtension;
    }
    if (layout.hasCuda && layout.hasCMake) {
        return RepositoryKind::CMake;
    }
    if (layout.hasCuda && layout.hasMake) {
        return RepositoryKind::Make;
    }
    if (layout.hasCuda && layout.hasMeson) {
        return RepositoryKind::Meson;
    }
    if (layout.hasPython && !layout.hasCuda) {
        return RepositoryKind::PythonOnly;
    }
    return RepositoryKind::Other;
}

Strategy defaultStrategy(RepositoryKind kind, bool bringsShims)
{
    switch (kind) {
    case RepositoryKind::TorchExtension:
        return Strategy::TorchExtension;
    case RepositoryKind::CMake:
    case RepositoryKind::Make:
    case RepositoryKind::Meson:
        return bringsShims ? Strategy::ShimHeaders : Strategy::CompatHeader;
    case RepositoryKind::PythonOnly:
    case RepositoryKind::Other:
        break;
    }
    return Strategy::CompatHeader;
}

RepoPath compatHeaderPath(const Layout& layout, bool usesTopInclude)
{
    const QByteArray name = "rocport_compat.h";
    const QByteArray folder = usesTopInclude ? QByteArray("include") : layout.cudaFolder.bytes();
    return RepoPath(folder.isEmpty() ? name : folder + '/' + name);
}

RepoPath shimHeaderPath(const TargetSettings& target)
{
    return RepoPath(target.compatFolder.toUtf8() + '/' + kShimNames);
}

bool buildsTorchExtension(const QByteArray& python)
{
    return python.contains("CUDAExtension") || python.contains("cpp_extension") ||
           python.contains("load_inline");
}

QString repositoryKindName(RepositoryKind kind)
{
    switch (kind) {
    case RepositoryKind::PythonOnly:
        return QStringLiteral("Python only");
    case RepositoryKind::TorchExtension:
        return QStringLiteral("PyTorch extension");
    case RepositoryKind::CMake:
        return QStringLiteral("CMake project");
    case RepositoryKind::Make:
        return QStringLiteral("Make project");
    case RepositoryKind::Meson:
        return QStringLiteral("Meson project");
    case RepositoryKind::Other:
        break;
    }
    return QStringLiteral("Other");
}

} // namespace rocport
