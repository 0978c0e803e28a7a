#include "ui/messages/messages.h"

#include "core/base/visibletext.h"

#include <QCoreApplication>
#include <QStringList>

namespace rocport {

namespace {

constexpr int kMaxObject = 240;
constexpr int kMaxDetail = 400;

/// One line of visible characters, shortened in the middle.
QString visible(const QString& text, int limit)
{
    QString out = visibleLine(text.trimmed());
    if (out.size() > limit) {
        const int half = limit / 2;
        out = out.left(half) + QChar(0x2026) + out.right(half - 1);
    }
    return out;
}

/// The parts of an error ready to stand inside a sentence.
struct Parts
{
    Q_DECLARE_TR_FUNCTIONS(rocport::Messages)
public:
    explicit Parts(const Error& error)
        : object(visible(error.object, kMaxObject)), detail(visible(error.detail, kMaxDetail))
    {
        while (detail.endsWith(QLatin1Char('.'))) {
            detail.chop(1);
        }
        if (detail == QLatin1StringView("Unknown error")) {
            detail.clear(); // Qt's word for no word at all
        }
    }

    /// `withObject` with %1 replaced, or `without` when there is no object.
    [[nodiscard]] QString where(const QString& withObject, const QString& without) const
    {
        return object.isEmpty() ? without : QString(withObject).arg(object);
    }
    /// " (the cause)" or nothing.
    [[nodiscard]] QString cause() const
    {
        return detail.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(detail);
    }

    QString object;
    QString detail;
};

/// Joins "what happened", the cause and "what to do" into one sentence.
QString sentence(const QString& what, const QString& cause, const QString& todo)
{
    return QStringLiteral("%1%2; %3.").arg(what, cause, todo);
}

QString fileMessage(ErrorCode code, const Parts& p)
{
    using P = Parts;
    const QString file = p.where(P::tr("%1"), P::tr("The file"));
    switch (code) {
    case ErrorCode::FileNotFound:
        return sentence(P::tr("%1 does not exist").arg(file), p.cause(),
                        P::tr("check the path, or scan again if the repository has changed"));
    case ErrorCode::FileUnreadable:
        return sentence(P::tr("%1 cannot be read").arg(file), p.cause(),
                        P::tr("check its permissions and try again"));
    case ErrorCode::FileTooLarge:
        return sentence(P::tr("%1 is too large to read").arg(file), p.cause(),
                        P::tr("none of it was read"));
    case ErrorCode::FileNotText:
        return sentence(P::tr("%1 is not a text file").arg(file), p.cause(),
                        P::tr("it was left as it is"));
    case ErrorCode::FileWriteFailed:
        return sentence(P::tr("%1 cannot be written").arg(file), p.cause(),
                        P::tr("check the folder's permissions, or choose another folder"));
    case ErrorCode::DiskFull:
        return sentence(p.where(P::tr("There is no space left to write %1"),
                                P::tr("There is no space left on the disk")),
                        p.cause(),
                        P::tr("free some space and try again; the file is as it was before"));
    default:
        return sentence(P::tr("%1 points outside the repository").arg(file), p.cause(),
                        P::tr("links to places outside are not followed, so copy the file into the "
                              "repository if it belongs there"));
    }
}

QString gitMessage(ErrorCode code, const Parts& p)
{
    using P = Parts;
    const QString folder = p.where(P::tr("%1"), P::tr("The folder"));
    switch (code) {
    case ErrorCode::NotARepository:
        return sentence(P::tr("%1 is not inside a git repository").arg(folder), p.cause(),
                        P::tr("choose a folder that is, or run \"git init\" there and commit"));
    case ErrorCode::BareRepository:
        return sentence(P::tr("%1 is a bare repository without files to work on").arg(folder),
                        p.cause(), P::tr("clone it and open the clone"));
    case ErrorCode::EmptyRepository:
        return sentence(P::tr("%1 has no commits yet").arg(folder), p.cause(),
                        P::tr("commit its files, then open it again"));
    case ErrorCode::BranchBusy:
        return sentence(p.where(P::tr("The branch %1 is in use or was moved by someone else"),
                                P::tr("The port branch is in use or was moved by someone else")),
                        p.cause(),
                        P::tr("switch the other checkout to another branch, then try again"));
    case ErrorCode::MergeConflict:
        return sentence(p.where(P::tr("Changes to %1 conflict"), P::tr("Changes conflict")),
                        p.cause(),
                        P::tr("resolve the conflicts by hand in the worktree, then try again"));
    case ErrorCode::NothingToCommit:
        return sentence(P::tr("There is nothing to commit"), p.cause(),
                        P::tr("accept changes of the chosen phases first"));
    default:
        return sentence(p.where(P::tr("git failed on %1"), P::tr("git failed")), p.cause(),
                        P::tr("check the repository with \"git fsck\" and try again"));
    }
}

QString projectMessage(ErrorCode code, const Parts& p)
{
    using P = Parts;
    const QString file = p.where(P::tr("The project file %1"), P::tr("The project file"));
    switch (code) {
    case ErrorCode::ProjectNotSqlite:
        return sentence(p.where(P::tr("%1 is not a Rocport project file"),
                                P::tr("The file is not a Rocport project file")),
                        p.cause(), P::tr("choose a .rocport file, or open the repository instead"));
    case ErrorCode::ProjectNewer:
        return sentence(P::tr("%1 was written by a newer version of Rocport").arg(file),
                        p.detail.isEmpty() ? QString() : P::tr(" (schema %1)").arg(p.detail),
                        P::tr("update Rocport to open it; the file was not changed"));
    case ErrorCode::ProjectCorrupt:
        return sentence(
            P::tr("%1 is damaged").arg(file), p.cause(),
            P::tr("restore it from a backup, or open the repository to start a new project"));
    case ErrorCode::ProjectLocked:
        return sentence(P::tr("%1 is open in another window of Rocport").arg(file), p.cause(),
                        P::tr("close it there and try again"));
    case ErrorCode::ProjectReadOnly:
        return sentence(P::tr("%1 is read-only, so nothing can be decided").arg(file), p.cause(),
                        P::tr("make the file and its folder writable, or copy it elsewhere"));
    case ErrorCode::MigrationFailed:
        return sentence(P::tr("%1 could not be updated to this version").arg(file), p.cause(),
                        P::tr("the file was not changed; open it with the version that wrote it, "
                              "or report this"));
    default:
        return sentence(P::tr("%1 could not be read or written").arg(file), p.cause(),
                        P::tr("check the disk and try again; everything saved before is kept"));
    }
}

QString editMessage(ErrorCode code, const Parts& p)
{
    using P = Parts;
    switch (code) {
    case ErrorCode::EditOverlap:
        return sentence(p.where(P::tr("Two changes to %1 touch the same text"),
                                P::tr("Two changes touch the same text")),
                        p.cause(), P::tr("reject one of them"));
    case ErrorCode::EditStale:
        return sentence(p.where(P::tr("The text of %1 has changed since the change was proposed"),
                                P::tr("The text has changed since the change was proposed")),
                        p.cause(), P::tr("scan again to get a new proposal"));
    case ErrorCode::RulePackInvalid:
        return sentence(
            p.where(P::tr("The rule at %1 cannot be used"), P::tr("A rule pack cannot be used")),
            p.cause(), P::tr("correct the rule pack; all other rules are loaded"));
    case ErrorCode::ParseFailed:
        return sentence(p.where(P::tr("%1 cannot be parsed"), P::tr("The text cannot be parsed")),
                        p.cause(), P::tr("correct it there and try again"));
    default:
        return sentence(p.where(P::tr("Accepting the change to %1 would alter the NVIDIA path"),
                                P::tr("Accepting the change would alter the NVIDIA path")),
                        p.cause(),
                        P::tr("edit it, or accept it with a reason, which the report shows"));
    }
}

struct CodeText
{
    const char* name;
    const char* title;
};

/// Name and heading of every code. No default: a new code does not compile without a row here.
CodeText codeText(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Cancelled:
        return {"Cancelled", QT_TRANSLATE_NOOP("rocport::Messages", "Cancelled")};
    case ErrorCode::InvalidArgument:
        return {"InvalidArgument", QT_TRANSLATE_NOOP("rocport::Messages", "A value is not valid")};
    case ErrorCode::NotPossibleNow:
        return {"NotPossibleNow", QT_TRANSLATE_NOOP("rocport::Messages", "Not possible now")};
    case ErrorCode::FileNotFound:
        return {"FileNotFound", QT_TRANSLATE_NOOP("rocport::Messages", "File not found")};
    case ErrorCode::FileUnreadable:
        return {"FileUnreadable", QT_TRANSLATE_NOOP("rocport::Messages", "Cannot read the file")};
    case ErrorCode::FileTooLarge:
        return {"FileTooLarge", QT_TRANSLATE_NOOP("rocport::Messages", "The file is too large")};
    case ErrorCode::FileNotText:
        return {"FileNotText", QT_TRANSLATE_NOOP("rocport::Messages", "Not a text file")};
    case ErrorCode::FileWriteFailed:
        return {"FileWriteFailed", QT_TRANSLATE_NOOP("rocport::Messages", "Cannot write the file")};
    case ErrorCode::DiskFull:
        return {"DiskFull", QT_TRANSLATE_NOOP("rocport::Messages", "The disk is full")};
    case ErrorCode::PathOutsideRepository:
        return {"PathOutsideRepository",
                QT_TRANSLATE_NOOP("rocport::Messages", "The path leaves the repository")};
    case ErrorCode::NotARepository:
        return {"NotARepository", QT_TRANSLATE_NOOP("rocport::Messages", "Not a git repository")};
    case ErrorCode::BareRepository:
        return {"BareRepository", QT_TRANSLATE_NOOP("rocport::Messages", "The repository is bare")};
    case ErrorCode::EmptyRepository:
        return {"EmptyRepository", QT_TRANSLATE_NOOP("rocport::Messages", "No commits yet")};
    case ErrorCode::GitFailed:
        return {"GitFailed", QT_TRANSLATE_NOOP("rocport::Messages", "git failed")};
    case ErrorCode::BranchBusy:
        return {"BranchBusy", QT_TRANSLATE_NOOP("rocport::Messages", "The branch is in use")};
    case ErrorCode::MergeConflict:
        return {"MergeConflict", QT_TRANSLATE_NOOP("rocport::Messages", "Changes conflict")};
    case ErrorCode::NothingToCommit:
        return {"NothingToCommit", QT_TRANSLATE_NOOP("rocport::Messages", "Nothing to commit")};
    case ErrorCode::ProjectNotSqlite:
        return {"ProjectNotSqlite", QT_TRANSLATE_NOOP("rocport::Messages", "Not a project file")};
    case ErrorCode::ProjectNewer:
        return {"ProjectNewer",
                QT_TRANSLATE_NOOP("rocport::Messages", "Written by a newer version")};
    case ErrorCode::ProjectCorrupt:
        return {"ProjectCorrupt",
                QT_TRANSLATE_NOOP("rocport::Messages", "The project file is damaged")};
    case ErrorCode::ProjectLocked:
        return {"ProjectLocked",
                QT_TRANSLATE_NOOP("rocport::Messages", "The project is open elsewhere")};
    case ErrorCode::ProjectReadOnly:
        return {"ProjectReadOnly",
                QT_TRANSLATE_NOOP("rocport::Messages", "The project is read-only")};
    case ErrorCode::MigrationFailed:
        return {"MigrationFailed",
                QT_TRANSLATE_NOOP("rocport::Messages", "Cannot update the project")};
    case ErrorCode::StoreFailed:
        return {"StoreFailed",
                QT_TRANSLATE_NOOP("rocport::Messages", "The project file cannot be used")};
    case ErrorCode::EditOverlap:
        return {"EditOverlap", QT_TRANSLATE_NOOP("rocport::Messages", "Two changes overlap")};
    case ErrorCode::EditStale:
        return {"EditStale", QT_TRANSLATE_NOOP("rocport::Messages", "The text has changed")};
    case ErrorCode::RulePackInvalid:
        return {"RulePackInvalid", QT_TRANSLATE_NOOP("rocport::Messages", "A rule cannot be used")};
    case ErrorCode::ParseFailed:
        return {"ParseFailed", QT_TRANSLATE_NOOP("rocport::Messages", "Cannot parse the text")};
    case ErrorCode::IsolationViolated:
        return {"IsolationViolated",
                QT_TRANSLATE_NOOP("rocport::Messages", "The NVIDIA path would change")};
    case ErrorCode::ProcessFailed:
        return {"ProcessFailed", QT_TRANSLATE_NOOP("rocport::Messages", "A program failed")};
    case ErrorCode::NodeUnreachable:
        return {"NodeUnreachable",
                QT_TRANSLATE_NOOP("rocport::Messages", "The node cannot be reached")};
    case ErrorCode::LoginRefused:
        return {"LoginRefused", QT_TRANSLATE_NOOP("rocport::Messages", "The login was refused")};
    case ErrorCode::HostKeyRefused:
        return {"HostKeyRefused",
                QT_TRANSLATE_NOOP("rocport::Messages", "The host key is not trusted")};
    case ErrorCode::ConnectionLost:
        return {"ConnectionLost",
                QT_TRANSLATE_NOOP("rocport::Messages", "The connection was lost")};
    case ErrorCode::NodeToolMissing:
        return {"NodeToolMissing",
                QT_TRANSLATE_NOOP("rocport::Messages", "The node lacks a program")};
    case ErrorCode::NodeFailed:
        return {"NodeFailed", QT_TRANSLATE_NOOP("rocport::Messages", "A step on the node failed")};
    case ErrorCode::NodeDiskFull:
        return {"NodeDiskFull", QT_TRANSLATE_NOOP("rocport::Messages", "The node's disk is full")};
    case ErrorCode::JobUnknown:
        return {"JobUnknown", QT_TRANSLATE_NOOP("rocport::Messages", "The job is gone")};
    case ErrorCode::Internal:
        return {"Internal", QT_TRANSLATE_NOOP("rocport::Messages", "Internal error")};
    }
    return {"Unknown", QT_TRANSLATE_NOOP("rocport::Messages", "Something failed")};
}

QString nodeMessage(ErrorCode code, const Parts& p)
{
    using P = Parts;
    switch (code) {
    case ErrorCode::NodeUnreachable:
        return sentence(p.where(P::tr("%1 cannot be reached"), P::tr("The node cannot be reached")),
                        p.cause(), P::tr("check its name and the network, then test the node"));
    case ErrorCode::LoginRefused:
        return sentence(
            p.where(P::tr("%1 refused the login"), P::tr("The node refused the login")), p.cause(),
            P::tr("check the user name and that a key is loaded (ssh-add -l), then try again"));
    case ErrorCode::HostKeyRefused:
        return sentence(p.where(P::tr("The host key of %1 is not trusted by ssh"),
                                P::tr("The host key of the node is not trusted by ssh")),
                        p.cause(),
                        P::tr("connect once with ssh in a terminal and compare the fingerprint"));
    case ErrorCode::ConnectionLost:
        return sentence(
            p.where(P::tr("The connection to %1 was lost"), P::tr("The connection was lost")),
            p.cause(), P::tr("jobs there continue, so reattach when the node answers again"));
    case ErrorCode::NodeToolMissing:
        return sentence(p.where(P::tr("%1 is not installed on the node"),
                                P::tr("A required program is not installed on the node")),
                        p.cause(), P::tr("install it there, or choose another node or image"));
    case ErrorCode::NodeDiskFull:
        return sentence(p.where(P::tr("%1 has no space left"), P::tr("The node has no space left")),
                        p.cause(),
                        P::tr("free some space there, or choose another workspace folder"));
    case ErrorCode::JobUnknown:
        return sentence(p.where(P::tr("The folder of job %1 is no longer on its node"),
                                P::tr("The folder of the job is no longer on its node")),
                        p.cause(), P::tr("what was recorded here is kept, so run the job again"));
    default:
        return sentence(p.where(P::tr("A step on %1 failed"), P::tr("A step on the node failed")),
                        p.cause(), P::tr("look at the log of the step, then try again"));
    }
}

QString otherMessage(ErrorCode code, const Parts& p)
{
    using P = Parts;
    if (code == ErrorCode::Cancelled) {
        return sentence(p.where(P::tr("%1 was cancelled"), P::tr("The task was cancelled")),
                        p.cause(), P::tr("start it again if you still need it"));
    }
    if (code == ErrorCode::InvalidArgument && p.object == QLatin1StringView("user.name")) {
        // Of commits: noIdentity() in core/vcs/repository.h.
        return sentence(P::tr("git has no name and e-mail address for commits in this repository"),
                        {},
                        P::tr("run git config user.name \"Your Name\" and git config user.email "
                              "you@example.org there, then try again"));
    }
    if (code == ErrorCode::InvalidArgument) {
        return sentence(
            p.where(P::tr("The value %1 cannot be used"), P::tr("A value cannot be used")),
            p.cause(), P::tr("correct it and try again"));
    }
    if (code == ErrorCode::NotPossibleNow) {
        const QString what =
            p.where(P::tr("This cannot be done with %1 now"), P::tr("This cannot be done now"));
        const QString cause = p.cause(); // most say what has to be done first
        return cause.contains(u';') ? what + cause + u'.'
                                    : sentence(what, cause, P::tr("resolve that first"));
    }
    if (code == ErrorCode::ProcessFailed) {
        return sentence(p.where(P::tr("The program %1 failed"), P::tr("A program failed")),
                        p.cause(), P::tr("check that it is installed and works, then try again"));
    }
    return sentence(p.where(P::tr("Rocport has an internal error in %1"),
                            P::tr("Rocport has an internal error")),
                    p.cause(), P::tr("nothing saved is lost; please report it with the details"));
}

} // namespace

QString messageFor(const Error& error)
{
    const Parts p(error);
    switch (error.code) {
    case ErrorCode::FileNotFound:
    case ErrorCode::FileUnreadable:
    case ErrorCode::FileTooLarge:
    case ErrorCode::FileNotText:
    case ErrorCode::FileWriteFailed:
    case ErrorCode::DiskFull:
    case ErrorCode::PathOutsideRepository:
        return fileMessage(error.code, p);
    case ErrorCode::NotARepository:
    case ErrorCode::BareRepository:
    case ErrorCode::EmptyRepository:
    case ErrorCode::GitFailed:
    case ErrorCode::BranchBusy:
    case ErrorCode::MergeConflict:
    case ErrorCode::NothingToCommit:
        return gitMessage(error.code, p);
    case ErrorCode::ProjectNotSqlite:
    case ErrorCode::ProjectNewer:
    case ErrorCode::ProjectCorrupt:
    case ErrorCode::ProjectLocked:
    case ErrorCode::ProjectReadOnly:
    case ErrorCode::MigrationFailed:
    case ErrorCode::StoreFailed:
        return projectMessage(error.code, p);
    case ErrorCode::EditOverlap:
    case ErrorCode::EditStale:
    case ErrorCode::RulePackInvalid:
    case ErrorCode::ParseFailed:
    case ErrorCode::IsolationViolated:
        return editMessage(error.code, p);
    case ErrorCode::NodeUnreachable:
    case ErrorCode::LoginRefused:
    case ErrorCode::HostKeyRefused:
    case ErrorCode::ConnectionLost:
    case ErrorCode::NodeToolMissing:
    case ErrorCode::NodeFailed:
    case ErrorCode::NodeDiskFull:
    case ErrorCode::JobUnknown:
        return nodeMessage(error.code, p);
    case ErrorCode::Cancelled:
    case ErrorCode::InvalidArgument:
    case ErrorCode::NotPossibleNow:
    case ErrorCode::ProcessFailed:
    case ErrorCode::Internal:
        return otherMessage(error.code, p);
    }
    return otherMessage(ErrorCode::Internal, p);
}

QString titleFor(const Error& error)
{
    return QCoreApplication::translate("rocport::Messages", codeText(error.code).title);
}

QString errorCodeName(ErrorCode code)
{
    return QLatin1StringView(codeText(code).name);
}

QString detailsFor(const Error& error)
{
    QStringList lines{errorCodeName(error.code)};
    if (!error.object.isEmpty()) {
        lines += error.object;
    }
    if (!error.detail.isEmpty()) {
        lines += error.detail;
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace rocport
