#pragma once

#include <QString>

#include <utility>
#include <variant>

namespace rocport {

/// Why an operation failed. One code for each thing that a user can do something about; the
/// sentence shown for each is made in ui/messages, never in core.
enum class ErrorCode {
    Cancelled,             ///< the user, or the end of the program, stopped it
    InvalidArgument,       ///< a value given by the caller is out of range; `detail` says which
    NotPossibleNow,        ///< not in the present state; `detail` says why, and what has to be done
                           ///  first
    FileNotFound,          ///< `object` is the path
    FileUnreadable,        ///< exists, cannot be read; `detail` is the system's message
    FileTooLarge,          ///< over the limit in `detail`
    FileNotText,           ///< binary, or holds NUL bytes
    FileWriteFailed,       ///< `detail` is the system's message
    DiskFull,              ///< no space, or quota reached, while writing `object`
    PathOutsideRepository, ///< a link or `..` leads out of the repository
    NotARepository,        ///< no git repository at `object`
    BareRepository,        ///< a repository without a work tree where one is needed
    EmptyRepository,       ///< no commit yet, so nothing to scan and nothing to branch from
    GitFailed,             ///< libgit2 refused; `detail` is its message
    BranchBusy,            ///< the port branch is checked out elsewhere or moved by others
    MergeConflict,         ///< three-way merge of `object` failed; `detail` lists the places
    NothingToCommit,       ///< no accepted, uncommitted change in the phases asked for
    ProjectNotSqlite,      ///< `object` is not a SQLite file, or is another program's
    ProjectNewer,          ///< written by a newer Rocport; `detail` is its schema version
    ProjectCorrupt,        ///< integrity check failed; `detail` is SQLite's first complaint
    ProjectLocked,         ///< another process has it open for writing
    ProjectReadOnly,       ///< the file or its folder cannot be written
    MigrationFailed,       ///< the older file is untouched; `detail` says at which step
    StoreFailed,           ///< any other database error; `detail` is SQLite's message
    EditOverlap,           ///< two edits touch the same bytes; `detail` names both
    EditStale,             ///< the text changed since the edit was made
    RulePackInvalid,       ///< `object` is file:line, `detail` the reason
    ParseFailed,           ///< `object` is file:line, `detail` what was expected
    IsolationViolated,     ///< accepting needs an override with a reason
    ProcessFailed,         ///< program could not be started or ended badly
    NodeUnreachable,       ///< `object` is the node; `detail` is ssh's message
    LoginRefused,          ///< the node took neither key nor password; `object` is the node
    HostKeyRefused,        ///< ssh does not trust the host key; `object` is the node
    ConnectionLost,        ///< the connection to node `object` broke while it was in use
    NodeToolMissing,       ///< `object` is a program that the node does not have
    NodeFailed,            ///< a step on node `object` failed; `detail` is its last message
    NodeDiskFull,          ///< no space or quota left on node `object`; `detail` says where
    JobUnknown,            ///< the folder of job `object` is no longer on its node
    Internal,              ///< a programming error caught at run time
};

/// A failure: what kind, the technical detail (English, from the library or system below), and the
/// object concerned (path, revision, command). Empty detail: the code says it all.
struct Error
{
    ErrorCode code = ErrorCode::Internal;
    QString detail;
    QString object;
};

/// Either a value or an Error. Nothing in core throws across a layer; functions that can fail
/// return this and are [[nodiscard]].
template <typename T>
class [[nodiscard]] Result
{
public:
    Result(T value) // NOLINT: implicit on purpose, so that `return value;` works
        : m_value(std::in_place_index<0>, std::move(value))
    {
    }
    Result(Error error) // NOLINT: implicit on purpose
        : m_value(std::in_place_index<1>, std::move(error))
    {
    }

    [[nodiscard]] bool ok() const { return m_value.index() == 0; }
    explicit operator bool() const { return ok(); }

    /// Only when ok().
    [[nodiscard]] const T& value() const& { return std::get<0>(m_value); }
    [[nodiscard]] T& value() & { return std::get<0>(m_value); }
    [[nodiscard]] T&& value() && { return std::get<0>(std::move(m_value)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::get<0>(std::move(m_value)); }
    const T* operator->() const { return &std::get<0>(m_value); }
    T* operator->() { return &std::get<0>(m_value); }

    /// Only when not ok().
    [[nodiscard]] const Error& error() const { return std::get<1>(m_value); }

private:
    std::variant<T, Error> m_value;
};

/// The result of something that gives no value.
template <>
class [[nodiscard]] Result<void>
{
public:
    Result() = default;
    Result(Error error) // NOLINT: implicit on purpose
        : m_error(std::move(error)), m_ok(false)
    {
    }

    [[nodiscard]] bool ok() const { return m_ok; }
    explicit operator bool() const { return m_ok; }
    [[nodiscard]] const Error& error() const { return m_error; }

private:
    Error m_error;
    bool m_ok = true;
};

} // namespace rocport
