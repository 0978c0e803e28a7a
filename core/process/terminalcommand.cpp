#include "core/process/terminalcommand.h"

#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace rocport {

namespace {

const QString kWords = QStringLiteral("{command}");

/// What stands between a terminal and the program that it is to run.
QStringList separatorOf(const QString& terminal)
{
    if (terminal == QLatin1StringView("gnome-terminal") || terminal == QLatin1StringView("kgx") ||
        terminal == QLatin1StringView("ptyxis")) {
        return {QStringLiteral("--")};
    }
    if (terminal == QLatin1StringView("kitty") || terminal == QLatin1StringView("foot")) {
        return {};
    }
    if (terminal == QLatin1StringView("xfce4-terminal") ||
        terminal == QLatin1StringView("mate-terminal") ||
        terminal == QLatin1StringView("terminator")) {
        return {QStringLiteral("-x")};
    }
    return {QStringLiteral("-e")};
}

} // namespace

Result<EditorCommand> terminalCommand(const QString& command, const QStringList& words)
{
    const std::optional<QStringList> own = wordsOfCommand(command);
    if (!own || own->isEmpty() || own->first().isEmpty()) {
        return Error{ErrorCode::InvalidArgument,
                     own ? QStringLiteral("the terminal's command names no program")
                         : QStringLiteral("a quote in the terminal's command does not end"),
                     command};
    }
    const bool within = std::any_of(own->begin(), own->end(), [](const QString& word) {
        return word.contains(kWords) && word != kWords;
    });
    if (within || own->first() == kWords) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("{command} stands for several words, so it has to be a word of "
                                    "its own behind the terminal's program"),
                     command};
    }
    EditorCommand made{own->first(), {}};
    bool named = false;
    for (const QString& word : own->mid(1)) {
        named = named || word == kWords;
        if (word != kWords) {
            made.arguments.append(word);
        } else if (words.isEmpty()) { // an option that stands before it wants a program
            made.arguments.append(qEnvironmentVariable("SHELL", QStringLiteral("sh")));
        } else {
            made.arguments += words;
        }
    }
    if (!named && !words.isEmpty()) {
        made.arguments += separatorOf(QFileInfo(made.program).fileName()) + words;
    }
    return made;
}

QString defaultTerminalCommand()
{
    QString chosen = qEnvironmentVariable("TERMINAL").trimmed();
    if (!chosen.isEmpty()) {
        return chosen;
    }
    const QStringList known{QStringLiteral("x-terminal-emulator"),
                            QStringLiteral("konsole"),
                            QStringLiteral("gnome-terminal"),
                            QStringLiteral("xfce4-terminal"),
                            QStringLiteral("kitty"),
                            QStringLiteral("foot"),
                            QStringLiteral("alacritty"),
                            QStringLiteral("xterm")};
    const auto found = std::find_if(known.begin(), known.end(), [](const QString& name) {
        return !QStandardPaths::findExecutable(name).isEmpty();
    });
    return found == known.end() ? QString() : *found;
}

} // namespace rocport
