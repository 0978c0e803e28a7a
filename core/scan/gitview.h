#pragma once

#include "core/scan/githandle.h"
#include "core/scan/ignorerules.h"

#include <QList>
#include <QSet>

#include <memory>

namespace rocport {

/// What git says about the files of a folder: which are tracked, which are ignored. The index is
/// read by libgit2, the rules by IgnoreFile, whose time is bounded.
class GitView
{
public:
    /// The ignore rules that hold in one folder: its own file and those above it.
    struct Level
    {
        IgnoreFile rules;
        qsizetype prefix = 0; ///< bytes of the paths before what the rules are about
        std::shared_ptr<const Level> above;
    };
    struct Scope
    {
        std::shared_ptr<const Level> rules;
        bool ignored = false; ///< the folder is ignored itself: only what is tracked counts
    };

    /// Nothing to say (isValid() is false) when no repository with a work tree holds `folder`, a
    /// path without links. Errors: those of openGit(), FileTooLarge.
    static Result<std::unique_ptr<GitView>> open(const QByteArray& folder);

    [[nodiscard]] bool isValid() const { return m_repository != nullptr; }
    /// Of the listed folder itself.
    [[nodiscard]] const Scope& top() const { return m_top; }
    /// Of the folder \a path with the open descriptor \a folder, which lies in one with the scope
    /// \a above. Errors: FileTooLarge.
    [[nodiscard]] Result<Scope> enter(const QByteArray& path, int folder, const Scope& above) const;
    /// Whether git leaves `path` (relative to the listed folder) in a folder with that scope out.
    [[nodiscard]] bool isLeftOut(const QByteArray& path, bool isFolder, const Scope& scope) const;
    [[nodiscard]] bool isSubmodule(const QByteArray& path) const
    {
        return isValid() && m_submodules.contains(m_prefix + path);
    }
    /// Whether matching took more than any real rules over any real folder do.
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
