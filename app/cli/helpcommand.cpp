#include "app/cli/helpcommand.h"

#include "app/cli/arguments.h"
#include "app/cli/completions.h"
#include "app/cli/manualpage.h"
#include "app/cli/output.h"

#include <algorithm>

namespace rocport {

namespace {

/// The commands of the table, each followed by its levels.
QVector<NamedCommand> namesIn(std::span<const Command> table)
{
    QVector<NamedCommand> names;
    for (const Command& command : table) {
        const QString name = QString::fromLatin1(command.name);
        names.append({name, QString::fromLatin1(command.help)});
        if (command.levels != nullptr) {
            for (const Command& level : command.levels()) {
                names.append(
                    {name + u' ' + QLatin1StringView(level.name), QString::fromLatin1(level.help)});
            }
        }
    }
    return names;
}

/// Whether a command leaves everything to its levels, so that it has no options of its own.
bool isParent(const NamedCommand& command, const QVector<NamedCommand>& all)
{
    return std::any_of(all.begin(), all.end(), [&](const NamedCommand& other) {
        return other.name.startsWith(command.name + u' ');
    });
}

/// Calls a command of the table with what stands after its name in the table.
int call(std::span<const Command> table, const QString& name, const QStringList& arguments)
{
    const QStringList words = name.split(u' ');
    const auto command = std::find_if(table.begin(), table.end(), [&](const Command& one) {
        return words.first() == QLatin1StringView(one.name);
    });
    return command == table.end()
               ? reportUsage(QStringLiteral("unknown command '%1'").arg(words.first()))
               : command->run(words + arguments);
}

/// Prints the parts of all commands.
int printCompletions(std::span<const Command> table, const QVector<NamedCommand>& names,
                     const QString& format)
{
    writeOutput(completionHead(format, names), {}, OutputKind::Exact);
    for (const NamedCommand& name : names) {
        const int code = isParent(name, names)
                             ? kExitDone
                             : call(table, name.name, Arguments::describing(format, name));
        if (code != kExitDone) {
            return code;
        }
    }
    return writeOutput(completionTail(format), {}, OutputKind::Exact);
}

} // namespace

void printHelp(std::span<const Command> table)
{
    printText(QStringLiteral("Usage: rocport-cli COMMAND [OPTIONS]\n\n"
                             "Ports CUDA code bases to AMD ROCm, without a window.\n\n"
                             "Commands (COMMAND --help shows the options):\n"));
    for (const Command& command : table) {
        printText(QStringLiteral("  %1 %2\n")
                      .arg(QLatin1StringView(command.name), -10)
                      .arg(QLatin1StringView(command.help)));
    }
    printText(QStringLiteral("\nExit codes: 0 for success, 1 for findings or a failed check where "
                             "requested, 2 for wrong usage, 3 for an error.\n"));
}

int runHelp(const QStringList& arguments, std::span<const Command> table)
{
    Arguments args(QStringLiteral("help [COMMAND] [--format text|man|bash|zsh|fish|names]"),
                   QStringLiteral("Shows the commands, or the options of COMMAND."));
    args.addPositional(QStringLiteral("COMMAND"),
                       QStringLiteral("One or two words: verify build."));
    args.addFormat({QStringLiteral("text"), QStringLiteral("man"), QStringLiteral("bash"),
                    QStringLiteral("zsh"), QStringLiteral("fish"), QStringLiteral("names")},
                   QStringLiteral("text, a manual page (man), what a shell completes (bash, zsh or "
                                  "fish), or the names of all commands (names)."));
    if (const auto code = args.parseAny(arguments)) {
        return *code;
    }
    const QString format = args.format();
    const QString name = args.positional().join(u' ');
    const QVector<NamedCommand> names = namesIn(table);
    if (format == QLatin1StringView("names")) {
        for (const NamedCommand& one : names) {
            if (!isParent(one, names)) {
                printText(one.name + u'\n');
            }
        }
        return kExitDone;
    }
    if (format == QLatin1StringView("text")) {
        if (name.isEmpty()) {
            printHelp(table);
            return kExitDone;
        }
        return call(table, name, {QStringLiteral("--help")});
    }
    if (format == QLatin1StringView("man")) {
        QVector<NamedCommand> pages;
        std::copy_if(names.begin(), names.end(), std::back_inserter(pages),
                     [&](const NamedCommand& one) { return !isParent(one, names); });
        if (name.isEmpty()) {
            return writeOutput(overviewPage(pages), {}, OutputKind::Exact);
        }
        const auto page = std::find_if(pages.begin(), pages.end(),
                                       [&](const NamedCommand& one) { return one.name == name; });
        return page == pages.end()
                   ? reportUsage(QStringLiteral("there is no command '%1'").arg(name))
                   : call(table, name, Arguments::describing(format, *page));
    }
    return name.isEmpty()
               ? printCompletions(table, names, format)
               : reportUsage(QStringLiteral("--format %1 is of all commands").arg(format));
}

} // namespace rocport
