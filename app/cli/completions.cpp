#include "app/cli/completions.h"

namespace rocport {

namespace {

/// One word of a shell, in single quotes. fish wants a quote and a backslash escaped inside them.
QString quoted(QString text, bool fish = false)
{
    if (fish) {
        text.replace(u'\\', QStringLiteral("\\\\"));
        text.replace(u'\'', QStringLiteral("\\'"));
    } else {
        text.replace(u'\'', QStringLiteral("'\\''"));
    }
    return u'\'' + text + u'\'';
}

/// The names of an option with their dashes.
QStringList dashedNames(const DeclaredOption& option)
{
    QStringList names;
    for (const QString& name : option.names) {
        names.append(dashed(name));
    }
    return names;
}

/// The kind of what stands at the place of arguments without a name: files if one takes files.
ValueKind operandKind(const Declaration& declaration)
{
    ValueKind kind = ValueKind::Nothing;
    for (const DeclaredArgument& argument : declaration.positionals) {
        const ValueKind own = valueKind(argument.name);
        if (own == ValueKind::Files) {
            return own;
        }
        kind = own == ValueKind::Nothing ? kind : own;
    }
    return kind;
}

/// What a variable of the bash function holds for a value: words, or @files, @folders.
QString bashValue(ValueKind kind, const QStringList& choices)
{
    switch (kind) {
    case ValueKind::Choices:
        return quoted(choices.join(u' '));
    case ValueKind::Files:
        return QStringLiteral("@files");
    case ValueKind::Folders:
        return QStringLiteral("@folders");
    case ValueKind::Nothing:
        break;
    }
    return QStringLiteral("@nothing");
}

/// The action of zsh's _arguments for a value.
QString zshAction(ValueKind kind, const QStringList& choices)
{
    switch (kind) {
    case ValueKind::Choices:
        return QStringLiteral("(%1)").arg(choices.join(u' '));
    case ValueKind::Files:
        return QStringLiteral("_files");
    case ValueKind::Folders:
        return QStringLiteral("_files -/");
    case ValueKind::Nothing:
        break;
    }
    return QStringLiteral(" ");
}

/// Text that _arguments and _describe of zsh take as it is.
QString zshText(QString text)
{
    for (const char sign : {'\\', '[', ']', ':'}) {
        text.replace(QLatin1Char(sign), QStringLiteral("\\") + QLatin1Char(sign));
    }
    return text;
}

/// The arguments of fish's `complete` for a value.
QString fishValue(ValueKind kind, const QStringList& choices)
{
    switch (kind) {
    case ValueKind::Choices:
        return QStringLiteral(" -x -a ") + quoted(choices.join(u' '), true);
    case ValueKind::Files:
        return QStringLiteral(" -r -F");
    case ValueKind::Folders:
        return QStringLiteral(" -x -a '(__fish_complete_directories)'");
    case ValueKind::Nothing:
        break;
    }
    return QStringLiteral(" -x");
}

/// The names of commands that have levels, each once.
QStringList parentsIn(const QVector<NamedCommand>& commands)
{
    QStringList parents;
    for (const NamedCommand& command : commands) {
        if (command.name.contains(u' ')) {
            parents.append(command.name.section(u' ', 0, 0));
        }
    }
    parents.removeDuplicates();
    return parents;
}

/// The words after "rocport-cli", or after a command with levels, with their help.
QVector<NamedCommand> wordsAfter(const QString& parent, const QVector<NamedCommand>& commands)
{
    QVector<NamedCommand> words;
    for (const NamedCommand& command : commands) {
        const QString first = command.name.section(u' ', 0, 0);
        const QString second = command.name.section(u' ', 1);
        if (parent.isEmpty() ? second.isEmpty() : first == parent && !second.isEmpty()) {
            words.append({parent.isEmpty() ? first : second, command.help});
        }
    }
    return words;
}

QString namesOf(const QVector<NamedCommand>& words)
{
    QStringList names;
    for (const NamedCommand& word : words) {
        names.append(word.name);
    }
    return names.join(u' ');
}

QString bashHead(const QVector<NamedCommand>& commands)
{
    QString levels;
    for (const QString& parent : parentsIn(commands)) {
        levels += QStringLiteral("    %1)\n"
                                 "        if [ \"$COMP_CWORD\" = 2 ]; then\n"
                                 "            _rocport_cli_offer '%2'\n"
                                 "            return\n"
                                 "        fi\n"
                                 "        command=\"$command ${COMP_WORDS[2]}\"\n"
                                 "        ;;\n")
                      .arg(parent, namesOf(wordsAfter(parent, commands)));
    }
    return QStringLiteral(
               "# What bash completes after rocport-cli; made by: rocport-cli help --format bash\n"
               "\n"
               "# _rocport_cli_offer WORDS|@files|@folders|@nothing\n"
               "_rocport_cli_offer() {\n"
               "    case $1 in\n"
               "    @files)\n"
               "        compopt -o filenames 2>/dev/null\n"
               "        mapfile -t COMPREPLY < <(compgen -f -- \"$cur\")\n"
               "        ;;\n"
               "    @folders)\n"
               "        compopt -o filenames 2>/dev/null\n"
               "        mapfile -t COMPREPLY < <(compgen -d -- \"$cur\")\n"
               "        ;;\n"
               "    @nothing) ;;\n"
               "    *) mapfile -t COMPREPLY < <(compgen -W \"$1\" -- \"$cur\") ;;\n"
               "    esac\n"
               "}\n"
               "\n"
               "_rocport_cli() {\n"
               "    local cur=${COMP_WORDS[COMP_CWORD]} prev='' command=${COMP_WORDS[1]} i\n"
               "    local options='--help' values='' operands=@files\n"
               "    COMPREPLY=()\n"
               "    if [ \"$COMP_CWORD\" = 1 ]; then\n"
               "        _rocport_cli_offer '%1 help --help --version'\n"
               "        return\n"
               "    fi\n"
               "    # bash makes --format=json three words\n"
               "    prev=${COMP_WORDS[COMP_CWORD - 1]}\n"
               "    if [ \"$cur\" = = ]; then\n"
               "        cur=''\n"
               "    elif [ \"$prev\" = = ]; then\n"
               "        prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
               "    fi\n"
               "    for ((i = 2; i < COMP_CWORD; i++)); do\n"
               "        if [ \"${COMP_WORDS[i]}\" = -- ]; then\n"
               "            _rocport_cli_offer @files\n"
               "            return\n"
               "        fi\n"
               "    done\n"
               "    case $command in\n"
               "    help)\n"
               "        _rocport_cli_offer '%1'\n"
               "        return\n"
               "        ;;\n"
               "%2"
               "    esac\n"
               "    case $command in\n")
        .arg(namesOf(wordsAfter({}, commands)), levels);
}

const char* const kBashTail = "    esac\n"
                              "    if [ -n \"$values\" ]; then\n"
                              "        _rocport_cli_offer \"$values\"\n"
                              "    elif [[ $cur == -* ]]; then\n"
                              "        _rocport_cli_offer \"$options\"\n"
                              "    else\n"
                              "        _rocport_cli_offer \"$operands\"\n"
                              "    fi\n"
                              "}\n"
                              "\n"
                              "complete -F _rocport_cli rocport-cli\n";

QString zshWords(const QString& parent, const QVector<NamedCommand>& commands)
{
    QString words;
    for (const NamedCommand& word : wordsAfter(parent, commands)) {
        words +=
            QStringLiteral("            %1\n").arg(quoted(word.name + u':' + zshText(word.help)));
    }
    return words;
}

QString zshHead(const QVector<NamedCommand>& commands)
{
    QString levels;
    for (const QString& parent : parentsIn(commands)) {
        levels += QStringLiteral("    if [[ $command == %1 ]]; then\n"
                                 "        if (( CURRENT == 2 )); then\n"
                                 "            words_to_offer=(\n%2            )\n"
                                 "            _describe -t commands level words_to_offer\n"
                                 "            return\n"
                                 "        fi\n"
                                 "        command=\"$command $words[2]\"\n"
                                 "        shift words\n"
                                 "        (( CURRENT-- ))\n"
                                 "    fi\n")
                      .arg(parent, zshWords(parent, commands));
    }
    return QStringLiteral(
               "#compdef rocport-cli\n"
               "# What zsh completes after rocport-cli; made by: rocport-cli help --format zsh\n"
               "\n"
               "_rocport_cli() {\n"
               "    local command\n"
               "    local -a words_to_offer\n"
               "    if (( CURRENT == 2 )); then\n"
               "        words_to_offer=(\n%1        )\n"
               "        _describe -t commands command words_to_offer\n"
               "        return\n"
               "    fi\n"
               "    shift words\n"
               "    (( CURRENT-- ))\n"
               "    command=$words[1]\n"
               "%2"
               "    case $command in\n")
        .arg(zshWords({}, commands), levels);
}

const char* const kZshTail = "    (*)\n"
                             "        _files\n"
                             "        ;;\n"
                             "    esac\n"
                             "}\n"
                             "\n"
                             "_rocport_cli \"$@\"\n";

QString fishHead(const QVector<NamedCommand>& commands)
{
    QString text = QStringLiteral(
        "# What fish completes after rocport-cli; made by: rocport-cli help --format fish\n"
        "\n"
        "# Whether the command is the words that are given, and something may follow.\n"
        "function __rocport_cli_is\n"
        "    set -l words (commandline -opc)\n"
        "    set -e words[1]\n"
        "    string match -q -- \"$argv *\" \"$words \"\n"
        "end\n"
        "\n"
        "# Whether the command is just the words that are given.\n"
        "function __rocport_cli_ends_with\n"
        "    set -l words (commandline -opc)\n"
        "    set -e words[1]\n"
        "    test \"$words\" = \"$argv\"\n"
        "end\n"
        "\n"
        "complete -c rocport-cli -f\n");
    const auto offer = [&](const QString& parent) {
        for (const NamedCommand& word : wordsAfter(parent, commands)) {
            text +=
                QStringLiteral("complete -c rocport-cli -n '__rocport_cli_ends_with %1' -a %2 -d "
                               "%3\n")
                    .arg(parent, word.name, quoted(word.help, true));
        }
    };
    offer({});
    for (const QString& parent : parentsIn(commands)) {
        offer(parent);
    }
    return text;
}

} // namespace

QByteArray bashPart(const Declaration& declaration)
{
    QStringList options;
    QString values;
    for (const DeclaredOption& option : declaration.options) {
        const QStringList names = dashedNames(option);
        options += names;
        if (!option.value.isEmpty()) {
            const QStringList choices = choicesOf(option);
            values += QStringLiteral("        %1) values=%2 ;;\n")
                          .arg(names.join(QStringLiteral(" | ")),
                               bashValue(valueKind(option.value, choices), choices));
        }
    }
    QString text =
        QStringLiteral("    '%1')\n"
                       "        options='%2'\n"
                       "        operands=%3\n")
            .arg(declaration.name, options.join(u' '), bashValue(operandKind(declaration), {}));
    if (!values.isEmpty()) {
        text += QStringLiteral("        case $prev in\n%1        esac\n").arg(values);
    }
    return (text + QStringLiteral("        ;;\n")).toUtf8();
}

QByteArray zshPart(const Declaration& declaration)
{
    QString text =
        QStringLiteral("    (%1)\n        _arguments -s -S").arg(quoted(declaration.name));
    for (const DeclaredOption& option : declaration.options) {
        for (const QString& name : dashedNames(option)) {
            QString spec = QStringLiteral("*%1[%2]").arg(
                !option.value.isEmpty() && name.startsWith(u"--") ? name + u'=' : name,
                zshText(option.description));
            if (!option.value.isEmpty()) {
                const QStringList choices = choicesOf(option);
                spec += QStringLiteral(":%1:%2").arg(
                    zshText(option.value), zshAction(valueKind(option.value, choices), choices));
            }
            text += QStringLiteral(" \\\n            ") + quoted(spec);
        }
    }
    text += QStringLiteral(" \\\n            '*:argument:%1'\n        ;;\n")
                .arg(zshAction(operandKind(declaration), {}));
    return text.toUtf8();
}

QByteArray fishPart(const Declaration& declaration)
{
    const QString start =
        QStringLiteral("complete -c rocport-cli -n '__rocport_cli_is %1'").arg(declaration.name);
    QString text;
    for (const DeclaredOption& option : declaration.options) {
        text += start;
        for (const QString& name : option.names) {
            text += (name.size() == 1 ? QStringLiteral(" -s ") : QStringLiteral(" -l ")) + name;
        }
        const QStringList choices = choicesOf(option);
        text += option.value.isEmpty() ? QString()
                                       : fishValue(valueKind(option.value, choices), choices);
        text += QStringLiteral(" -d %1\n").arg(quoted(option.description, true));
    }
    const ValueKind operands = operandKind(declaration);
    if (operands != ValueKind::Nothing) {
        text += start + (operands == ValueKind::Folders
                             ? QStringLiteral(" -a '(__fish_complete_directories)'\n")
                             : QStringLiteral(" -F\n"));
    }
    return text.toUtf8();
}

QByteArray completionHead(const QString& format, const QVector<NamedCommand>& commands)
{
    return (format == QLatin1StringView("bash")  ? bashHead(commands)
            : format == QLatin1StringView("zsh") ? zshHead(commands)
                                                 : fishHead(commands))
        .toUtf8();
}

QByteArray completionTail(const QString& format)
{
    return format == QLatin1StringView("bash")  ? kBashTail
           : format == QLatin1StringView("zsh") ? kZshTail
                                                : "";
}

} // namespace rocport
