#include "core/base/vendored.h"
#include "core/rules/python/modulenames.h"

#include <algorithm>

namespace rocport {

namespace {

/// Names that the module may get; the first that the package has not given to something else.
constexpr const char* kFlagModuleNames[] = {"_rocm", "_rocm_flag"};

bool isPython(const RepoPath& path)
{
    return path.suffix() == "py";
}

} // namespace

RepoPath ModuleNames::packageOf(const RepoPath& file) const
{
    RepoPath root;
    for (RepoPath folder = file.folder(); !folder.isEmpty(); folder = folder.folder()) {
        if (!m_modules.contains(RepoPath(folder.bytes() + "/__init__.py"))) {
            break;
        }
        root = folder;
    }
    return root;
}

/// How files are loaded: as modules of their package, or by a name of their own, as a script beside
/// them does.
void ModuleNames::followLoads()
{
    const bool any =
        std::any_of(m_modules.cbegin(), m_modules.cend(), [](const ModuleSummary& one) {
            return one.torchLine > 0 && isPython(one.path);
        });
    if (!any) {
        return;
    }
    for (const ModuleSummary& module : std::as_const(m_modules)) {
        for (const QByteArray& import : module.imports) {
            const RepoPath target = fileOf(module.path, import);
            if (target.isEmpty() || target == module.path) {
                continue;
            }
            const QByteArray name = packageOf(target).fileName();
            const QByteArray first = import.left(import.indexOf('.'));
            if (name.isEmpty()) {
                continue;
            }
            (import.startsWith('.') || first == name ? m_loaded : m_bare).insert(target);
        }
    }
}

bool ModuleNames::isLoadedInPackage(const RepoPath& file) const
{
    return m_loaded.contains(file) && !m_bare.contains(file) &&
           m_modules.value(file).programLine == 0;
}

RepoPath ModuleNames::flagHomeOf(const RepoPath& file) const
{
    const RepoPath root = isPython(file) ? packageOf(file) : RepoPath();
    if (root.isEmpty() || isAmongTests(root) || isVendored(file)) {
        return {};
    }
    for (const char* name : kFlagModuleNames) {
        const RepoPath folder(root.bytes() + '/' + name + "/__init__.py");
        RepoPath path(root.bytes() + '/' + name + ".py");
        if (m_modules.contains(folder) || (m_modules.contains(path) && !definesFlag(path))) {
            continue;
        }
        return path == file ? RepoPath() : path;
    }
    return {};
}

bool ModuleNames::isFlagShared(const RepoPath& home) const
{
    return definesFlag(home) || !m_flagAlone.contains(home);
}

RepoPath NameQuestions::flagHome()
{
    remember("flag " + m_path.bytes().toPercentEncoding());
    return m_names != nullptr ? m_names->flagHomeOf(m_path) : RepoPath();
}

bool NameQuestions::isFlagShared(const RepoPath& home) const
{
    return m_names != nullptr && m_names->isFlagShared(home);
}

bool NameQuestions::isFlagThere(const RepoPath& home) const
{
    return m_names != nullptr && m_names->definesFlag(home);
}

bool NameQuestions::isLoadedInPackage() const
{
    return m_names != nullptr && m_names->isLoadedInPackage(m_path);
}

} // namespace rocport
