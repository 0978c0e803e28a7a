#pragma once

#include "core/scan/githandle.h"
#include "core/scan/ignorerules.h"

#include <QList>
#include <QSet>

#include <memory>

namespace rocport {

/// What git knows about the files of a folder: which are tracked, which are ignored. The index is
/// read by libgit2, the rules by IgnoreFile, whose time is bounded.
class GitView
{
public:
    /// The ignore rules that apply in one folder: its own file and those above it.
    struct Level
    {
        IgnoreFile rules;
        qsizetype prefix = 0; ///< bytes of a path before the part that the rules apply to
        std::shared_ptr<const Level> above;
    };
    struct Scope
    {
        std::shared_ptr<const Level> rules;
        bool ignored = false; ///< the folder itself is ignored: only tracked files count
    };

    /// Opens the view of `folder`, a path without links; isValid() is false if no repository with a
    /// work tree holds it. Errors: those of openGit(), FileTooLarge.
    static Result<std::unique_ptr<GitView>> open(const QByteArray& folder);

    [[nodiscard]] bool isValid() const { return m_repository != nullptr; }
    /// The scope of the listed folder itself.
    [[nodiscard]] const Scope& top() const { return m_top; }
    /// The scope of the folder \a path, open as \a folder, inside one with the scope \a above.
    /// Errors: FileTooLarge.
    [[nodiscard]] Result<Scope> enter(const QByteArray& path, int folder, const Scope& above) const;
    /// Whether git ignores `path` (relative to the listed folder) in a folder with that scope.
    [[nodiscard]] bool isLeftOut(const QByteArray& path, bool isFolder, const Scope& scope) const;
    [[nodiscard]] bool isSubmodule(const QByteArray& path) const
    {
        return isValid() && m_submodules.contains(m_prefix + path);
    }
    /// Whether matching took more work than real rules on a real folder ever do.
    [[nodiscard]] bool isTooMuch() const { return m_work > kMaxWork; }

private:
    static constexpr qint64 kMaxWork = 2'000'000'000;

    void setPrefix(const QByteArray& folder, const char* workdir);
    void readIndex();
    Result<void> readRules();
    [[nodiscard]] static Result<Scope> withRules(const QByteArray& path, Result<IgnoreFile> rules,
                                                 const Scope& above);
    [[nodiscard]] bool isTracked(const QByteArray& full, bool isFolder) const;
    [[nodiscard]] bool isIgnored(const QByteArray& full, bool isFolder, const Scope& scope) const;

    GitLibrary m_library;
    GitRepository m_repository;
    QByteArray m_workTree;       // of the work tree, with '/'
    QByteArray m_prefix;         // of the listed folder inside the work tree, with '/', or empty
    QList<QByteArray> m_tracked; // sorted, so that a folder needs no entry of its own
    QSet<QByteArray> m_submodules;
    std::vector<IgnoreFile> m_shared; // info/exclude, then core.excludesFile
    Scope m_top;
    bool m_ignoreCase = false;
    mutable qint64 m_work = 0;
};

} // namespace rocport
