#pragma once

#include "app/cli/commands.h"
#include "app/cli/declaration.h"
#include "core/base/result.h"
#include "core/base/words.h"
#include "core/rules/rule.h"
#include "core/scan/scanner.h"

#include <QCommandLineParser>

#include <memory>
#include <optional>

namespace rocport {

/// A command-line parser for one subcommand that never exits the program itself.
class Arguments
{
public:
    Arguments(const QString& usage, const QString& description);

    /// `names` are separated by commas; `value` (empty: the option takes none) stands for its value
    /// in the help, and `choices` are all values that shells offer, if that is a list.
    void addOption(const QString& names, const QString& description, const QString& value = {},
                   const QStringList& choices = {});
    void addPositional(const QString& name, const QString& description);
    /// Adds --rocm, --torch, --arch, --macro and --strategy.
    void addTargetOptions();
    /// Adds --format: one of `formats`, else parsing ends. `about` (empty: the list of formats) is
    /// its help.
    void addFormat(const QStringList& formats, const QString& about = {});
    /// The value of --format; the first of its formats if it was not given.
    [[nodiscard]] QString format() const;
    void addOutputOption();
    /// --trust-packs.
    void addPackOption();
    /// Adds DIR, unless a project's port is meant, and --project and --accept.
    void addPortOptions(bool ofProject);
    /// An exit code when --accept is neither proved nor all; else nothing.
    [[nodiscard]] std::optional<int> checkAccept() const;
    /// Whether --project is among `arguments`, which have not been parsed yet.
    static bool namesProject(const QStringList& arguments);
    /// Arguments with which a command prints its part of the manual or of the completions
    /// (describe()) and ends. They follow the name that the command was called by.
    static QStringList describing(const QString& format, const NamedCommand& command);

    /// An exit code when the program must end now (help asked for, wrong usage); else nothing.
    std::optional<int> parse(const QStringList& arguments, int positionals);
    /// The same for commands that check the number of positional arguments themselves.
    std::optional<int> parseAny(const QStringList& arguments);

    [[nodiscard]] bool isSet(const QString& name) const { return m_parser.isSet(name); }
    [[nodiscard]] QString value(const QString& name) const { return m_parser.value(name); }
    /// All values of an option that may be given several times.
    [[nodiscard]] QStringList values(const QString& name) const { return m_parser.values(name); }
    [[nodiscard]] QStringList positional() const { return m_parser.positionalArguments(); }
    /// The version that an option names; empty: it was not given. Errors: InvalidArgument, naming
    /// the option.
    [[nodiscard]] Result<Version> version(const QString& name) const;
    /// Errors: InvalidArgument naming the option.
    [[nodiscard]] Result<TargetSettings> target() const;
    /// The target for a folder (empty: none): without --macro the guard macro is the project's own
    /// if it has one, which is noted on standard error. Errors are reported; their exit code is
    /// returned then.
    [[nodiscard]] std::optional<int> readTargetFor(const QString& folder,
                                                   TargetSettings& target) const;

private:
    QCommandLineParser m_parser;
    Declaration m_declared;
    QStringList m_formats; ///< for --format; empty: a command without addFormat()
};

/// The rules of all packs: the program's, those of the project that `folder` is in if the user
/// trusts them (all with --trust-packs), and the user's. Problems, and packs that are not used, are
/// reported on standard error, one sentence each.
std::shared_ptr<const RuleSet> loadRules(const QString& folder, const Arguments& args);
/// The same without those of any project.
std::shared_ptr<const RuleSet> loadOwnRules();
/// "1 rule pack", "3 rule packs".
QString packCount(qsizetype count);
/// Reports on standard error, one sentence each, which packs a scan did not use after all.
void notePackProblems(const QVector<Error>& problems);
/// Writes a line for each source that the scan did not read (unreadSources()), up to twenty.
void noteUnread(const ScanResult& scan);

} // namespace rocport
