#include "core/scan/gitview.h"

#include "core/files/readfile.h"
#include "core/scan/gitfolder.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qint64 kMaxRules = 1024 * 1024; ///< bytes of one file of patterns

/// A file of patterns; none where there is no such file. What is there and is no file has no rules,
/// as for git; the scan names it.
Result<IgnoreFile> rulesIn(const QByteArray& path, bool ignoreCase, int folder = kWorkingFolder)
{
    const Result<QByteArray> text = readFile(path, Links::Refused, kMaxRules, folder);
    if (!text) {
        return text.error().code == ErrorCode::FileTooLarge ? Result<IgnoreFile>(text.error())
                                                            : Result<IgnoreFile>(IgnoreFile());
    }
    return IgnoreFile(*text, ignoreCase);
}

QByteArray realPath(const QByteArray& path)
{
    const QByteArray real = realPathOf(path);
    return real.isEmpty() ? path : real;
}

/// Where git looks for a user's patterns when core.excludesFile is not set.
QByteArray usersRules()
{
    const QByteArray configuration = qgetenv("XDG_CONFIG_HOME");
    return (configuration.isEmpty() ? qgetenv("HOME") + "/.config" : configuration) + "/git/ignore";
}

} // namespace

Result<std::unique_ptr<GitView>> GitView::open(const QByteArray& folder)
{
    auto view = std::make_unique<GitView>();
    if (const Result<void> opened = openGit(view->m_repository, folder, true); !opened) {
        if (opened.error().code == ErrorCode::NotARepository) {
            return Result<std::unique_ptr<GitView>>(std::move(view));
        }
        return opened.error();
    }
    const char* workdir = git_repository_workdir(view->m_repository.get());
    if (workdir == nullptr) {
        view->m_repository.reset();
        return Result<std::unique_ptr<GitView>>(std::move(view));
    }
    view->setPrefix(folder, workdir);
    if (view->m_repository != nullptr) {
        view->readIndex();
        if (const Result<void> rules = view->readRules(); !rules) {
            return rules.error();
        }
    }
    return Result<std::unique_ptr<GitView>>(std::move(view));
}

void GitView::setPrefix(const QByteArray& folder, const char* workdir)
{
    QByteArray top = realPath(workdir);
    while (top.size() > 1 && top.endsWith('/')) {
        top.chop(1);
    }
    m_workTree = top == "/" ? top : top + '/';
    if (folder == top) {
        return;
    }
    if (folder.startsWith(m_workTree)) {
        m_prefix = folder.mid(m_workTree.size()) + '/';
    } else {
        m_repository.reset(); // core.worktree points elsewhere
    }
}

void GitView::readIndex()
{
    GitIndex index;
    if (gitMake(index, git_repository_index, m_repository.get()) < 0) {
        return;
    }
    const size_t count = git_index_entrycount(index.get());
    m_tracked.reserve(static_cast<qsizetype>(count));
    for (size_t i = 0; i < count; ++i) {
        const git_index_entry* entry = git_index_get_byindex(index.get(), i);
        m_tracked.append(QByteArray(entry->path));
        if (entry->mode == GIT_FILEMODE_COMMIT) {
            m_submodules.insert(m_tracked.last());
        }
    }
    // libgit2's own order depends on core.ignoreCase.
    std::sort(m_tracked.begin(), m_tracked.end());
}

bool GitView::isTracked(const QByteArray& full, bool isFolder) const
{
    if (!isFolder) {
        return std::binary_search(m_tracked.begin(), m_tracked.end(), full);
    }
    const QByteArray prefix = full + '/';
    const auto below = std::lower_bound(m_tracked.begin(), m_tracked.end(), prefix);
    return (below != m_tracked.end() && below->startsWith(prefix)) || m_submodules.contains(full);
}

/// gitignore(5), from what decides first to what decides last: the files of the folders, the
/// repository's info/exclude, the user's file.
Result<void> GitView::readRules()
{
    GitConfig config;
    QByteArray users = usersRules();
    if (gitMake(config, git_repository_config_snapshot, m_repository.get()) == 0) {
        int ignoreCase = 0;
        git_config_get_bool(&ignoreCase, config.get(), "core.ignorecase");
        m_ignoreCase = ignoreCase != 0;
        git_buf path = GIT_BUF_INIT;
        if (git_config_get_path(&path, config.get(), "core.excludesfile") == 0) {
            const QByteArray name(path.ptr);
            users = name.startsWith('/') ? name : m_workTree + name;
        }
        git_buf_dispose(&path);
    }
    const QByteArray exclude =
        QByteArray(git_repository_commondir(m_repository.get())) + "info/exclude";
    for (const QByteArray& path : {exclude, users}) {
        Result<IgnoreFile> rules = rulesIn(realPath(path), m_ignoreCase);
        if (!rules) {
            return rules.error();
        }
        m_shared.push_back(*std::move(rules));
    }
    // From the top of the work tree down to the listed folder.
    Scope scope;
    for (qsizetype end = 0;;) {
        const QByteArray folder = m_prefix.left(end); // with '/'
        Result<Scope> next =
            withRules(folder, rulesIn(m_workTree + folder + ".gitignore", m_ignoreCase), scope);
        if (!next) {
            return next.error();
        }
        scope = *std::move(next);
        const qsizetype slash = m_prefix.indexOf('/', end);
        if (slash < 0) {
            break;
        }
        scope.ignored = scope.ignored || isIgnored(m_prefix.left(slash), true, scope);
        end = slash + 1;
    }
    m_top = scope;
    return {};
}

/// \a folder ends with '/', or is empty.
Result<GitView::Scope> GitView::withRules(const QByteArray& folder, Result<IgnoreFile> rules,
                                          const Scope& above)
{
    if (!rules) {
        return rules.error();
    }
    Scope scope = above;
    if (!rules->isEmpty()) {
        scope.rules =
            std::make_shared<const Level>(Level{*std::move(rules), folder.size(), above.rules});
    }
    return scope;
}

Result<GitView::Scope> GitView::enter(const QByteArray& path, int folder, const Scope& above) const
{
    if (!isValid()) {
        return above;
    }
    const QByteArray full = m_prefix + path;
    Result<Scope> scope = withRules(full + '/', rulesIn(".gitignore", m_ignoreCase, folder), above);
    if (scope) {
        scope->ignored = above.ignored || isIgnored(full, true, above);
    }
    return scope;
}

bool GitView::isIgnored(const QByteArray& full, bool isFolder, const Scope& scope) const
{
    const std::string_view path = viewOf(full);
    IgnoreFile::Answer answer = IgnoreFile::Answer::Unsaid;
    for (const Level* level = scope.rules.get();
         level != nullptr && answer == IgnoreFile::Answer::Unsaid; level = level->above.get()) {
        answer =
            level->rules.ask(path.substr(static_cast<size_t>(level->prefix)), isFolder, m_work);
    }
    for (const IgnoreFile& rules : m_shared) {
        if (answer == IgnoreFile::Answer::Unsaid) {
            answer = rules.ask(path, isFolder, m_work);
        }
    }
    return answer == IgnoreFile::Answer::Ignored;
}

bool GitView::isLeftOut(const QByteArray& path, bool isFolder, const Scope& scope) const
{
    if (!isValid()) {
        return false;
    }
    const QByteArray full = m_prefix + path;
    if (isTracked(full, isFolder)) {
        return false;
    }
    return scope.ignored || isIgnored(full, isFolder, scope);
}

} // namespace rocport
