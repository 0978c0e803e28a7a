#pragma once

#include "core/base/repopath.h"

#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// Something that a repository asks to hand to a compiler, and that is not handed over.
struct RefusedArgument
{
    QString source;   ///< the file that asks for it, for people ("Makefile")
    QString argument; ///< as it stands there
    QString reason;   ///< "it holds a character that a shell would act on"
    /// Whether what is compiled may be another program without it. False for what only chooses
    /// tools and is never taken.
    bool matters = true;

    /// "Makefile: -DX=`id` is not handed to the compiler: it holds …", at most a few hundred
    /// characters, on one line.
    [[nodiscard]] QString sentence() const;

    friend bool operator==(const RefusedArgument&, const RefusedArgument&) = default;
};

/// Whether every character of a path is a letter of ASCII, a digit or one of "._+-/", so that
/// neither a shell nor a compiler reads anything into it. Absolute or relative; no part begins with
/// '-', none is "." or "..", none is empty. A relative path of no characters is not neutral.
bool isNeutralPath(QStringView path);
/// Whether a path of the repository stays inside of it: relative, no part "", "." or "..".
bool staysInside(const RepoPath& path);

/// Why a definition ("NAME", "NAME=VALUE", "NAME(a,b)=VALUE", without -D) is refused; empty: it is
/// not. Values are identifiers, numbers, operators and string literals without '\\', '$' and '`'.
QString whyNotDefine(const QString& define);
/// Whether a definition can stand on any command line: its value has letters, digits and
/// "._+-/:=" only. Others of those that are not refused go through a header (CompilerCommandLine).
bool isPlainDefine(const QString& define);
/// Why "c++17" (after -std=) is refused; empty: it is not. Known standards only.
QString whyNotStandard(const QString& standard);
/// Why an include folder outside of the repository is refused that the repository names; empty: it
/// is not. Absolute and neutral, and neither a folder that holds all of the system's or the user's
/// files nor one of the kernel's.
QString whyNotOutsideFolder(const QString& folder);
/// Why "gfx942" is refused; empty: it is not.
QString whyNotArchitecture(const QString& architecture);
/// The same for a macro's name.
QString whyNotMacro(const QString& name);

/// The forms of -I that are taken, each followed by a folder.
bool isFolderOption(const QString& option);

/// A word of a command line.
struct CommandWord
{
    QString text;        ///< quotes and backslashes taken away
    bool active = false; ///< a shell would have put something else in its place
};
/// The words of a command as POSIX's shell splits them; nothing is expanded.
QVector<CommandWord> commandWords(const QString& command);

/// What a compiler's command line takes from a repository, sorted out.
struct TakenArguments
{
    /// -I, -isystem, -iquote, -idirafter, -include (each followed by its path), -D…, -U…, -std=….
    /// Paths are as they stand in the command.
    QStringList taken;
    QVector<RefusedArgument> refused;
};
/// Takes from a build's command what is allowed. What loads or runs something, names another
/// compiler, or reads arguments from a file is refused; what only chooses code, warnings and
/// outputs is passed over. `source`: for sentences.
TakenArguments takeArguments(const QVector<CommandWord>& words, const QString& source);

class NeutralNames;

/// The arguments of one call of a compiler. Every argument that a repository has a say in goes
/// through here: nothing that is not allowed above leaves it.
class CompilerCommandLine
{
public:
    /// `own`: constants of this program, and paths that the user named.
    explicit CompilerCommandLine(QStringList own) : m_own(std::move(own)) {}

    /// Adds arguments as GateUnit and BuildFlags have them: folders of the repository as
    /// "%ROOT%/…". `names` gives the spelling of folders, `root` what stands before them ("." or
    /// absolute).
    void addFromRepository(const QStringList& arguments, const NeutralNames& names,
                           const QString& root);
    /// Why the line must not be run; empty: it may.
    [[nodiscard]] QString refused() const { return m_refused; }
    /// What to run, where refused() is empty. `header`: where definitions() were written to; not
    /// looked at where there are none.
    [[nodiscard]] QStringList arguments(const QString& header) const;
    /// Text of a header that has to be included before all else since its definitions cannot stand
    /// on a command line; empty: none is needed.
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
