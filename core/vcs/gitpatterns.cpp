#include "core/vcs/gitpatterns.h"

#include "core/base/repopath.h"
#include "core/files/readfile.h"
#include "core/scan/gitconfigpaths.h"
#include "core/scan/gitvariables.h"
#include "core/vcs/repository_p.h"

#include <QSet>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>

namespace rocport {

namespace {

constexpr qint64 kMaxText = 1024 * 1024;
constexpr qint64 kMaxFiles = 4'000'000;                ///< a tree may hold itself many times over
constexpr qint64 kMaxFolderBytes = 96LL * 1024 * 1024; ///< of the paths of all folders
constexpr const char* kModules = ".gitmodules";
constexpr double kFew = 3; ///< stars that are never too many in a name of usual length

QString tooLong()
{
    return QStringLiteral("it contains more than 1 MiB of patterns");
}

/// Ways to choose `count` of `from`.
double ways(double from, int count)
{
    double result = 1;
    for (int i = 0; i < count; ++i) {
        result *= std::max(1.0, from - i) / (i + 1);
    }
    return result;
}

bool holdsPatterns(QByteArrayView name)
{
    return name == QByteArrayView(".gitattributes") || name == QByteArrayView(".gitignore");
}

struct PatternWalk
{
    PatternCost cost;
    git_repository* repository = nullptr;
    qint64 files = 0;
    qint64 bytes = 0; ///< of folders
    QSet<QByteArray> folders;

    static int visit(const char* root, const git_tree_entry* entry, void* payload)
    {
        auto& self = *static_cast<PatternWalk*>(payload);
        const QByteArray name(git_tree_entry_name(entry));
        if (git_tree_entry_type(entry) != GIT_OBJECT_BLOB) {
            return 0;
        }
        if (++self.files > kMaxFiles) {
            return GIT_EUSER;
        }
        const QByteArray folder(root);
        self.cost.addPath(folder + name);
        if (!self.folders.contains(folder)) {
            self.folders.insert(folder);
            self.bytes += folder.size();
        }
        if (self.bytes > kMaxFolderBytes) {
            return GIT_EUSER;
        }
        if (holdsPatterns(name)) {
            self.addBlob(git_tree_entry_id(entry), folder + name);
        }
        return 0;
    }

    void addBlob(const git_oid* id, const QByteArray& path)
    {
        const auto text = readBlob(repository, id, kMaxText, {});
        if (text) {
            cost.addPatterns(path, *text);
        } else if (text.error().code == ErrorCode::FileTooLarge) {
            cost.refuse(path, tooLong());
        }
    }

    /// Where the commit has submodules, libgit2 reads their list from the files that it wrote.
    void addModules(const QByteArray& text)
    {
        if (!filesIncludedByConfig(text, 1).isEmpty()) {
            cost.refuse(kModules, QStringLiteral("it includes other files, which git would not "
                                                 "read there"));
            return;
        }
        GitVariables variables;
        variables.add(text);
        if (variables.isEndless()) {
            cost.refuse(kModules,
                        QStringLiteral("it has more variables than git can read in time"));
        }
    }

    void addModulesOf(git_tree* tree)
    {
        GitTreeEntry entry;
        if (gitMake(entry, git_tree_entry_bypath, tree, kModules) < 0 ||
            git_tree_entry_type(entry.get()) != GIT_OBJECT_BLOB) {
            return;
        }
        const auto text = readBlob(repository, git_tree_entry_id(entry.get()), kMaxText, {});
        if (text) {
            addModules(*text);
        } else if (text.error().code == ErrorCode::FileTooLarge) {
            cost.refuse(kModules, QStringLiteral("it is larger than 1 MiB"));
        }
    }

    /// The file that is to be at a path of the work tree, which may have "." and ".." in it.
    void addEntry(git_tree* tree, const QByteArray& path)
    {
        const std::string plain =
            std::filesystem::path(path.toStdString()).lexically_normal().string();
        GitTreeEntry entry;
        if (gitMake(entry, git_tree_entry_bypath, tree, plain.c_str()) == 0 &&
            git_tree_entry_type(entry.get()) == GIT_OBJECT_BLOB) {
            addBlob(git_tree_entry_id(entry.get()), path);
        }
    }
};

} // namespace

void PatternCost::addPath(QByteArrayView path)
{
    ++m_paths;
    qsizetype depth = 1;
    qsizetype begin = 0;
    for (qsizetype i = 0; i <= path.size(); ++i) {
        if (i == path.size() || path[i] == '/') {
            m_longestName = std::max(m_longestName, i - begin);
            depth += i == path.size() ? 0 : 1;
            begin = i + 1;
        }
    }
    m_deepest = std::max(m_deepest, depth);
}

void PatternCost::addPatterns(const QByteArray& file, const QByteArray& text)
{
    for (const QByteArray& line : text.split('\n')) {
        QByteArray pattern = line.trimmed();
        const bool quoted = pattern.startsWith('"');
        const bool ignores = !file.endsWith("attributes");
        if (!quoted && !ignores) {
            const auto blank = std::find_if(pattern.begin(), pattern.end(),
                                            [](char c) { return c == ' ' || c == '\t'; });
            pattern.truncate(blank - pattern.begin());
        }
        if (pattern.startsWith('#') || pattern.count('*') < kFew) {
            continue;
        }
        Pattern one;
        one.file = file;
        one.text = pattern.left(80);
        for (const QByteArray& part : pattern.split('/')) {
            int stars = 0;
            for (qsizetype i = 0; i < part.size(); ++i) {
                stars += part[i] == '*' && (i == 0 || part[i - 1] != '*') ? 1 : 0;
            }
            if (part == "**") {
                ++one.folders;
            } else if (stars > 0) {
                one.stars.push_back(stars);
            }
        }
        m_patterns.push_back(std::move(one));
    }
}

void PatternCost::refuse(const QByteArray& file, const QString& why)
{
    if (!m_refused) {
        m_refused = Refusal{file, why};
    }
}

std::optional<PatternCost::Refusal> PatternCost::refusal() const
{
    if (m_refused) {
        return m_refused;
    }
    double total = 0;
    for (const Pattern& pattern : m_patterns) {
        double one = ways(static_cast<double>(m_deepest), pattern.folders);
        double names = 1;
        for (const int stars : pattern.stars) {
            // Parts follow each other: what one costs is paid once for each way of those before.
            names += ways(static_cast<double>(m_longestName), stars);
        }
        one *= names;
        total += one * m_paths;
        if (!(total < kMost)) {
            return Refusal{pattern.file,
                           QStringLiteral("the pattern %1 would take too long to match; git would "
                                          "not end either")
                               .arg(RepoPath(pattern.text).display())};
        }
    }
    return {};
}

Result<void> checkPatterns(git_repository* repository, git_commit* commit,
                           const QList<QByteArray>& workdirs)
{
    GitTree tree;
    PatternWalk walk;
    walk.repository = repository;
    const QString commitName = QString::fromLatin1(gitHex(git_commit_id(commit)));
    if (gitMake(tree, git_commit_tree, commit) < 0) {
        return gitError(commitName);
    }
    const int walked = git_tree_walk(tree.get(), GIT_TREEWALK_PRE, &PatternWalk::visit, &walk);
    if (walk.files > kMaxFiles) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("the commit lists more than 4 million files"), commitName};
    }
    if (walk.bytes > kMaxFolderBytes) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("the commit lists folders whose paths are more than %1 MiB")
                         .arg(kMaxFolderBytes / (1024 * 1024)),
                     commitName};
    }
    if (walked < 0) {
        return gitError(commitName);
    }
    if (!workdirs.isEmpty()) {
        walk.addModulesOf(tree.get());
    }
    const auto addFile = [&walk](const QByteArray& path, const QByteArray& name,
                                 bool isForeign = true) {
        const Result<QByteArray> text = readFile(path, Links::Followed, kMaxText);
        if (text) {
            walk.cost.addPatterns(name, *text);
        } else if (text.error().code == ErrorCode::FileTooLarge) {
            walk.cost.refuse(name, tooLong());
        } else if (isForeign && text.error().code == ErrorCode::FileUnreadable) {
            walk.cost.refuse(
                name, QStringLiteral("it cannot be read as a file, and git would wait for it"));
        }
    };
    for (const QByteArray& workdir : workdirs) {
        for (const QByteArray& folder : std::as_const(walk.folders)) {
            for (const char* name : {".gitattributes", ".gitignore"}) {
                addFile(workdir + '/' + folder + name, folder + name);
            }
        }
    }
    const QByteArray common(git_repository_commondir(repository));
    for (const char* name : {"info/attributes", "info/exclude"}) {
        addFile(common + '/' + name, name);
    }
    for (const PatternsFile& file : namedPatterns(repository)) {
        if (file.path.startsWith('/') || git_repository_workdir(repository) == nullptr) {
            addFile(file.path, file.path, !file.ofUser);
            continue;
        }
        // Where a work tree has it now, and where a checkout will put it.
        for (const QByteArray& workdir : workdirs) {
            addFile(workdir + '/' + file.path, file.path, !file.ofUser);
        }
        walk.addEntry(tree.get(), file.path);
    }
    if (const auto refusal = walk.cost.refusal()) {
        return Error{ErrorCode::InvalidArgument, refusal->why, RepoPath(refusal->file).display()};
    }
    return {};
}

} // namespace rocport
