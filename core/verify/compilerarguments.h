#pragma once

#include "core/base/repopath.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// An argument that a repository asks to pass to a compiler, and that is not passed.
struct RefusedArgument
{
    QString source;   ///< the file that asks for it, for people ("Makefile")
    QString argument; ///< as written there
    QString reason;   ///< "it holds a character that a shell would act on"
    /// Whether what is compiled may be a different program without it. False for arguments that
    /// only choose tools and are never used.
    bool matters = true;

    /// "Makefile: -DX=`id` is not handed to the compiler: it holds …", at most a few hundred
    /// characters, on one line.
    [[nodiscard]] QString sentence() const;

    friend bool operator==(const RefusedArgument&, const RefusedArgument&) = default;
};

/// Whether every character of a path is an ASCII letter, a digit or one of "._+-/", so that no
/// character has a special meaning to a shell or a compiler. Absolute or relative; no part begins
/// with '-', is "." or "..", or is empty. The empty path is not neutral.
bool isNeutralPath(QStringView path);
/// Whether a path in the repository stays inside it: relative, no part "", "." or "..".
bool staysInside(const RepoPath& path);

/// Why a definition ("NAME", "NAME=VALUE", "NAME(a,b)=VALUE", without -D) is refused; empty: it is
/// allowed. Values are identifiers, numbers, operators and string literals without '\\', '$' and
/// '`'.
QString whyNotDefine(const QString& define);
/// Whether a definition can be on any command line: its value has only letters, digits and
/// "._+-/:=". Other allowed definitions go through a header (CompilerCommandLine).
bool isPlainDefine(const QString& define);
/// Why a standard such as "c++17" (after -std=) is refused; empty: it is allowed. Known standards
/// only.
QString whyNotStandard(const QString& standard);
/// Why an include folder outside the repository that the repository names is refused; empty: it is
/// allowed. It must be absolute and neutral, and neither a folder that holds all of the system's or
/// the user's files nor one of the kernel's.
QString whyNotOutsideFolder(const QString& folder);
/// Why an architecture such as "gfx942" is refused; empty: it is allowed.
QString whyNotArchitecture(const QString& architecture);
/// The same for a macro's name.
QString whyNotMacro(const QString& name);

/// Whether it is one of the accepted forms of -I, each followed by a folder.
bool isFolderOption(const QString& option);

/// A word of a command line.
struct CommandWord
{
    QString text;        ///< without quotes and backslashes
    bool active = false; ///< a shell would have expanded it
};
/// The words of a command as a POSIX shell splits them; nothing is expanded.
QVector<CommandWord> commandWords(const QString& command);

/// What a compiler's command line takes from a repository, and what was refused.
struct TakenArguments
{
    /// -I, -isystem, -iquote, -idirafter, -include (each followed by its path), -D…, -U…, -std=….
    /// Paths are as written in the command.
    QStringList taken;
    QVector<RefusedArgument> refused;
};
/// Takes the allowed arguments from a build's command. What loads or runs something, names another
/// compiler, or reads arguments from a file is refused; what only affects code generation, warnings
/// and outputs is ignored. `source`: for messages.
TakenArguments takeArguments(const QVector<CommandWord>& words, const QString& source);

class NeutralNames;

/// The arguments of one compiler invocation. Every argument that comes from a repository goes
/// through here, and nothing that is not allowed above gets out.
class CompilerCommandLine
{
public:
    /// `own`: constants of this program, and paths that the user named.
    explicit CompilerCommandLine(QStringList own) : m_own(std::move(own)) {}

    /// Adds arguments in the form of GateUnit and BuildFlags: folders of the repository as
    /// "%ROOT%/…". `names` gives the spelling of folders, `root` what comes before them ("." or
    /// absolute).
    void addFromRepository(const QStringList& arguments, const NeutralNames& names,
                           const QString& root);
    /// Why the command must not be run; empty: it may.
    [[nodiscard]] QString refused() const { return m_refused; }
    /// What to run, if refused() is empty. `header`: where definitions() were written to; ignored
    /// if there are none.
    [[nodiscard]] QStringList arguments(const QString& header) const;
    /// Text of a header that has to be included first because its definitions cannot be on a
    /// command line; empty: none is needed.
    [[nodiscard]] const QByteArray& definitions() const { return m_definitions; }

private:
    void refuse(const QString& argument, const QString& why);
    void addDefinitions(const QStringList& definitions);

    QStringList m_own;
    QStringList m_arguments; ///< of the repository
    QByteArray m_definitions;
    QString m_refused;
};

} // namespace rocport
