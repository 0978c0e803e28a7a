#include "core/base/vendored.h"
#include "core/rules/python/modulenames.h"

#include <QSet>

#include <algorithm>
#include <array>
#include <utility>

namespace rocport {

namespace {

bool isTest(const RepoPath& path)
{
    const QByteArray name = path.fileName();
    return name.startsWith("test_") || name.endsWith("_test.py") || name == "conftest.py" ||
           isAmongTests(path);
}

/// Programs that reach the same modules, directly or through each other.
class Reaching
{
public:
    void add(const RepoPath& program, const QVector<RepoPath>& modules)
    {
        int group = -1;
        for (const RepoPath& module : modules) {
            const auto known = m_groupOf.constFind(module);
            if (known == m_groupOf.constEnd()) {
                continue;
            }
            if (const int other = last(*known); group < 0) {
                group = other;
            } else if (other != group) {
                m_joined[other] = group;
            }
        }
        if (group < 0) {
            group = static_cast<int>(m_joined.size());
            m_joined.append(-1);
        }
        for (const RepoPath& module : modules) {
            m_groupOf.insert(module, group);
        }
        m_programs.append({program, group});
    }

    /// The programs of each group, in order.
    [[nodiscard]] QVector<QVector<RepoPath>> groups() const
    {
        QVector<QVector<RepoPath>> result(m_joined.size());
        for (const auto& [program, group] : m_programs) {
            result[last(group)].append(program);
        }
        return result;
    }

private:
    [[nodiscard]] int last(int group) const
    {
        while (m_joined[group] >= 0) {
            group = m_joined[group];
        }
        return group;
    }

    QVector<int> m_joined; ///< by group: the one it became part of; -1: none
    QHash<RepoPath, int> m_groupOf;
    QVector<QPair<RepoPath, int>> m_programs;
};

} // namespace

bool isShown(const RepoPath& path)
{
    constexpr std::array kFolders = {
        "example",   "examples", "sample",     "samples",     "demo",       "demos",    "tutorial",
        "tutorials", "doc",      "docs",       "benchmark",   "benchmarks", "notebook", "notebooks",
        "snippet",   "snippets", "experiment", "experiments", "playground", "cookbook", "cookbooks",
        "recipe",    "recipes",  "paper",      "papers",      "contrib",    "blog",     "blogs"};
    const QByteArrayList parts = path.folder().bytes().toLower().split('/');
    return std::any_of(parts.begin(), parts.end(), [&](const QByteArray& part) {
        return std::any_of(kFolders.begin(), kFolders.end(),
                           [&](const char* one) { return part == one; });
    });
}

bool ModuleNames::holdsSettings(const RepoPath& file) const
{
    const auto module = m_modules.constFind(file);
    return module != m_modules.constEnd() && module->torchLine > 0;
}

/// In order of path.
QVector<RepoPath> ModuleNames::programs(const ImportedFiles& importsOf) const
{
    QSet<RepoPath> imported;
    QSet<RepoPath> entries;
    for (const ModuleSummary& module : m_modules) {
        for (const RepoPath& file : importsOf(module)) {
            imported.insert(file);
        }
        for (const QByteArray& entry : module.entries) {
            entries.insert(fileOf(module.path, entry));
        }
    }
    QVector<RepoPath> result;
    for (const ModuleSummary& module : m_modules) {
        const RepoPath& path = module.path;
        const QByteArray folder = path.folder().isEmpty() ? "" : path.folder().bytes() + '/';
        const bool script = module.scriptLine > 0 && module.torchLine > 0 &&
                            path.fileName() != "setup.py" && !imported.contains(path) &&
                            !m_modules.contains(RepoPath(folder + "__init__.py")) &&
                            !isVendored(path);
        if (module.programLine > 0 || path.fileName() == "__main__.py" || script ||
            entries.contains(path)) {
            result.append(path);
        }
    }
    std::sort(result.begin(), result.end());
    return result;
}

/// What programs reach by imports, nearest first; only of interest where something compiles.
void ModuleNames::followPrograms()
{
    const bool any = std::any_of(m_modules.cbegin(), m_modules.cend(),
                                 [](const ModuleSummary& one) { return one.compileLine > 0; });
    if (!any) {
        return;
    }
    QHash<RepoPath, QVector<RepoPath>> imported;
    const ImportedFiles importsOf = [&](const ModuleSummary& module) -> const QVector<RepoPath>& {
        const auto known = imported.constFind(module.path);
        if (known != imported.constEnd()) {
            return *known;
        }
        QVector<RepoPath>& files = imported[module.path];
        for (const QByteArray& import : module.imports) {
            if (RepoPath file = fileOf(module.path, import);
                !file.isEmpty() && file != module.path) {
                files.append(std::move(file));
            }
        }
        return files;
    };
    QSet<RepoPath> commands; // of the package: products, wherever they are
    for (const ModuleSummary& module : std::as_const(m_modules)) {
        for (const QByteArray& entry : module.entries) {
            commands.insert(fileOf(module.path, entry));
        }
    }
    QVector<RepoPath> unsafe;
    for (const RepoPath& program : programs(importsOf)) {
        QVector<RepoPath> order = {program};
        QSet<RepoPath> seen = {program};
        bool safe = !commands.contains(program) && (isTest(program) || isShown(program));
        for (qsizetype i = 0; i < order.size(); ++i) {
            const ModuleSummary& module = *m_modules.constFind(order[i]);
            safe = safe || module.safeLine > 0;
            if (module.compileLine > 0) {
                m_compiles[program].append({module.path, module.compileLine});
                m_programs[module.path].append(program);
            }
            for (const RepoPath& file : importsOf(module)) {
                if (!seen.contains(file)) {
                    seen.insert(file);
                    order.append(file);
                }
            }
        }
        if (!safe && m_compiles.contains(program)) {
            unsafe.append(program);
        }
    }
    placeSettings(unsafe);
}

/// A program that compiles itself holds the settings. Others hold them too, but where fewer modules
/// than programs compile, each of those holds them for all.
void ModuleNames::placeSettings(const QVector<RepoPath>& programs)
{
    const auto add = [this](const RepoPath& holder, const RepoPath& program,
                            const QPair<RepoPath, int>& compiles) {
        m_settings[holder].append({program, compiles.first, compiles.second});
    };
    QHash<RepoPath, QVector<RepoPath>> open; // by program: what compiles outside of programs
    const auto compilesItself = [&](const RepoPath& file) {
        return m_modules.constFind(file)->compileLine > 0 && holdsSettings(file) &&
               std::binary_search(programs.begin(), programs.end(), file);
    };
    Reaching reaching;
    for (const RepoPath& program : programs) {
        const QVector<QPair<RepoPath, int>>& compiles = m_compiles[program];
        if (compilesItself(program)) {
            add(program, program, compiles.first());
            continue;
        }
        QVector<RepoPath>& modules = open[program];
        for (const auto& [path, line] : compiles) {
            if (!compilesItself(path)) {
                modules.append(path);
            }
        }
        if (!modules.isEmpty()) {
            reaching.add(program, modules);
        }
    }
    for (const QVector<RepoPath>& group : reaching.groups()) {
        QSet<RepoPath> modules;
        for (const RepoPath& program : group) {
            for (const RepoPath& module : std::as_const(open[program])) {
                modules.insert(module);
            }
        }
        const bool inModules =
            modules.size() < group.size() &&
            std::all_of(modules.begin(), modules.end(), [this](const RepoPath& module) {
                return holdsSettings(module) && !isVendored(module);
            });
        for (const RepoPath& program : group) {
            const bool own = holdsSettings(program) && !inModules;
            for (const auto& one : std::as_const(m_compiles[program])) {
                if (own) {
                    add(program, program, one);
                    break;
                }
                if (open[program].contains(one.first) && holdsSettings(one.first)) {
                    add(one.first, program, one);
                }
            }
        }
    }
}

} // namespace rocport
