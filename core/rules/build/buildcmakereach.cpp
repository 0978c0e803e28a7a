#include "core/base/cancelscope.h"
#include "core/rules/build/buildfile.h"

#include <algorithm>

namespace rocport {

namespace {

/// Beyond this many files each list counts for all of them.
constexpr qsizetype kMostFiles = 2000;
/// So do they where following them takes more steps from file to file than this.
constexpr qsizetype kMostSteps = 300'000;

const QByteArray kAny = "*";

/// "cmake/gpu.cmake", "${PROJECT_SOURCE_DIR}/cmake/gpu.cmake", "gpu": the file's name.
QByteArray nameOfInclude(std::string_view text)
{
    const size_t slash = text.rfind('/');
    const std::string_view name = slash == std::string_view::npos ? text : text.substr(slash + 1);
    if (name.empty() || name.find("${") != std::string_view::npos) {
        return kAny;
    }
    const bool module =
        slash == std::string_view::npos && !name.ends_with(".cmake") && name != "CMakeLists.txt";
    return toBytes(name) + (module ? ".cmake" : "");
}

/// "src/gpu", "${CMAKE_CURRENT_SOURCE_DIR}/src/gpu", "../gpu": the end of the folder's path.
QByteArray endOfFolder(std::string_view text)
{
    const size_t variable = text.rfind('}');
    if (variable != std::string_view::npos) {
        text = text.substr(variable + 1);
        if (!text.starts_with('/')) {
            return kAny;
        }
    }
    const size_t up = text.rfind("..");
    text = up == std::string_view::npos ? text : text.substr(up + 2);
    while (text.starts_with('/') || text.starts_with("./")) {
        text.remove_prefix(text.starts_with('/') ? 1 : 2);
    }
    while (text.ends_with('/')) {
        text.remove_suffix(1);
    }
    return text.empty() ? kAny : toBytes(text);
}

/// Follows lists of .cu files from the file that has them to those that see them.
class ListReach
{
public:
    explicit ListReach(const QHash<RepoPath, BuildSummary>& files) : m_files(files)
    {
        for (auto one = files.cbegin(); one != files.cend(); ++one) {
            const QByteArray name = one.key().fileName();
            m_named[name].append(one.key());
            if (name == "CMakeLists.txt") {
                m_folders[one.key().folder().fileName()].append(one.key());
                m_sorted.append(one.key());
            } else {
                m_modules.append(one.key());
            }
        }
        std::sort(m_sorted.begin(), m_sorted.end());
        for (auto one = files.cbegin(); one != files.cend() && !gaveUp(); ++one) {
            link(one.key(), one.value().reach);
        }
        if (m_below.contains(m_any)) {
            for (const RepoPath& module : std::as_const(m_modules)) {
                m_includers[module].insert(m_any);
                m_below[m_any].insert(module);
            }
        }
    }

    /// Whether the last run ended early.
    [[nodiscard]] bool gaveUp() const { return m_steps > kMostSteps; }

    QHash<RepoPath, QSet<QByteArray>> run()
    {
        QSet<QByteArray> everywhere;
        for (auto one = m_files.cbegin(); one != m_files.cend() && !isWorkCancelled() && !gaveUp();
             ++one) {
            everywhere += one.value().reach.everywhere;
            const QSet<QByteArray>& lists = one.value().cuda.lists;
            if (lists.isEmpty()) {
                continue;
            }
            QSet<RepoPath> owners = closed({one.key()}, m_includers);
            give(owners, lists);
            const QSet<QByteArray>& outward = one.value().reach.outward;
            if (!outward.isEmpty()) {
                QSet<RepoPath> parents;
                for (const RepoPath& owner : std::as_const(owners)) {
                    parents += m_parents.value(owner);
                }
                give(closed(parents, m_includers), outward);
            }
        }
        for (auto one = m_files.cbegin(); !everywhere.isEmpty() && one != m_files.cend(); ++one) {
            m_seen[one.key()] += everywhere;
        }
        m_seen.remove(m_any);
        return m_seen;
    }

private:
    using Links = QHash<RepoPath, QSet<RepoPath>>;

    void link(const RepoPath& path, const CMakeReach& reach)
    {
        for (const QByteArray& name : reach.includes) {
            if (name == kAny) {
                m_includers[m_any].insert(path);
                m_below[path].insert(m_any);
                m_below[m_any]; // its modules follow
                continue;
            }
            for (const RepoPath& other : m_named.value(name)) {
                m_includers[other].insert(path);
                m_below[path].insert(other);
            }
        }
        for (const QByteArray& end : reach.folders) {
            if (end == kAny) {
                addBeneath(path);
                continue;
            }
            for (const RepoPath& other : m_folders.value(end.mid(end.lastIndexOf('/') + 1))) {
                const QByteArray its = other.folder().bytes();
                if (++m_steps > kMostSteps) {
                    return;
                }
                if (its == end || its.endsWith('/' + end)) {
                    add(path, other);
                }
            }
        }
    }

    /// A folder that is computed may be any beneath the file's.
    void addBeneath(const RepoPath& path)
    {
        const QByteArray folder = path.folder().bytes();
        const QByteArray start = folder.isEmpty() ? folder : folder + '/';
        auto one = std::lower_bound(m_sorted.cbegin(), m_sorted.cend(), RepoPath(start));
        for (; one != m_sorted.cend() && one->bytes().startsWith(start); ++one) {
            if (++m_steps > kMostSteps) {
                return;
            }
            if (one->folder() != path.folder()) {
                add(path, *one);
            }
        }
    }

    void add(const RepoPath& path, const RepoPath& other)
    {
        if (other != path) {
            m_parents[other].insert(path);
            m_below[path].insert(other);
        }
    }

    QSet<RepoPath> closed(const QSet<RepoPath>& from, const Links& links)
    {
        QSet<RepoPath> reached = from;
        QVector<RepoPath> open(from.begin(), from.end());
        while (!open.isEmpty() && !isWorkCancelled() && !gaveUp()) {
            for (const RepoPath& next : links.value(open.takeLast())) {
                ++m_steps;
                if (!reached.contains(next)) {
                    reached.insert(next);
                    open.append(next);
                }
            }
        }
        return reached;
    }

    void give(const QSet<RepoPath>& owners, const QSet<QByteArray>& lists)
    {
        for (const RepoPath& path : closed(owners, m_below)) {
            m_seen[path] += lists;
        }
    }

    const QHash<RepoPath, BuildSummary>& m_files;
    QHash<QByteArray, QVector<RepoPath>> m_named;
    /// Files called CMakeLists.txt, by the last part of their folder's path.
    QHash<QByteArray, QVector<RepoPath>> m_folders;
    QVector<RepoPath> m_sorted;  ///< the same in order
    QVector<RepoPath> m_modules; ///< the others
    Links m_includers;           ///< by the file that is included
    Links m_parents;             ///< by the file that is added
    Links m_below;               ///< what a file includes or adds
    QHash<RepoPath, QSet<QByteArray>> m_seen;
    const RepoPath m_any; ///< no file: stands between computed includes and the modules
    qsizetype m_steps = 0;
};

} // namespace

CMakeReach reachOf(const CMakeFile& file, const QSet<QByteArray>& lists)
{
    CMakeReach reach;
    for (const CMakeCommand& command : file.commands()) {
        if (isWorkCancelled()) {
            return reach;
        }
        if (command.name == "include" && !command.arguments.empty()) {
            reach.includes.insert(nameOfInclude(command.text(0)));
        } else if (command.name == "find_package" && !command.arguments.empty()) {
            reach.includes.insert("Find" + toBytes(command.text(0)) + ".cmake");
        } else if (command.name == "add_subdirectory" || command.name == "subdirs") {
            reach.folders.insert(endOfFolder(command.text(0)));
        } else if (command.name == "set" && lists.contains(toBytes(command.text(0)))) {
            const bool outward = command.find("PARENT_SCOPE") > 0;
            if (command.find("CACHE") > 0 || (outward && command.routine >= 0)) {
                reach.everywhere.insert(toBytes(command.text(0)));
            } else if (outward) {
                reach.outward.insert(toBytes(command.text(0)));
            }
        }
    }
    return reach;
}

QHash<RepoPath, QSet<QByteArray>> listsSeen(const QHash<RepoPath, BuildSummary>& files)
{
    if (files.size() <= kMostFiles) {
        ListReach reach(files);
        QHash<RepoPath, QSet<QByteArray>> seen = reach.run();
        if (!reach.gaveUp()) {
            return seen;
        }
    }
    QSet<QByteArray> all;
    for (const BuildSummary& one : files) {
        all += one.cuda.lists;
    }
    QHash<RepoPath, QSet<QByteArray>> seen;
    for (auto one = files.cbegin(); one != files.cend(); ++one) {
        seen.insert(one.key(), all);
    }
    return seen;
}

} // namespace rocport
