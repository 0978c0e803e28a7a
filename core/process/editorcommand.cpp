#include "core/process/editorcommand.h"

#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

#include <algorithm>
#include <optional>
#include <utility>

namespace rocport {

namespace {

QString quoted(const QString& word)
{
    const bool plain = !word.isEmpty() && std::all_of(word.begin(), word.end(), [](QChar c) {
        return c.isLetterOrNumber() || QStringLiteral("/._+-:=,@%{}").contains(c);
    });
    if (plain) {
        return word;
    }
    QString text = word;
    text.replace(u'\\', QLatin1StringView("\\\\")).replace(u'"', QLatin1StringView("\\\""));
    return u'"' + text + u'"';
}

} // namespace

std::optional<QStringList> wordsOfCommand(const QString& command)
{
    QStringList words;
    QString word;
    bool open = false; // a word was begun
    QChar quote;
    for (qsizetype i = 0; i < command.size(); ++i) {
        const QChar c = command[i];
        if (c == u'\\' && i + 1 < command.size() && quote != u'\'') {
            word += command[++i];
            open = true;
        } else if (!quote.isNull()) {
            if (c == quote) {
                quote = QChar();
            } else {
                word += c;
            }
        } else if (c == u'\'' || c == u'"') {
            quote = c;
            open = true;
        } else if (c.isSpace()) {
            if (open) {
                words.append(std::exchange(word, QString()));
            }
            open = false;
        } else {
            word += c;
            open = true;
        }
    }
    if (!quote.isNull()) {
        return std::nullopt;
    }
    if (open) {
        words.append(word);
    }
    return words;
}

Result<EditorCommand> editorCommand(const QString& command, const QString& file, int line)
{
    const std::optional<QStringList> words = wordsOfCommand(command);
    if (!words || words->isEmpty() || words->first().isEmpty()) {
        return Error{ErrorCode::InvalidArgument,
                     words ? QStringLiteral("the editor's command names no program")
                           : QStringLiteral("a quote in the editor's command does not end"),
                     command};
    }
    EditorCommand made;
    made.program = words->first();
    bool named = false;
    for (const QString& word : words->mid(1)) {
        QString argument;
        // One pass, so that a file called "{line}" stays what it is.
        for (qsizetype i = 0; i < word.size();) {
            const QStringView rest = QStringView(word).sliced(i);
            if (rest.startsWith(QLatin1StringView("{file}"))) {
                argument += file;
                named = true;
                i += 6;
            } else if (rest.startsWith(QLatin1StringView("{line}"))) {
                argument += QString::number(std::max(1, line));
                i += 6;
            } else {
                argument += word[i++];
            }
        }
        made.arguments.append(argument);
    }
    if (!named) {
        made.arguments.append(file);
    }
    return made;
}

QString editorTemplateFor(const QString& editor, const QString& terminal)
{
    const std::optional<QStringList> words = wordsOfCommand(editor);
    if (!words || words->isEmpty() || words->first().isEmpty()) {
        return {};
    }
    const QString name = QFileInfo(words->first()).fileName();
    const bool inText = words->contains(QStringLiteral("-nw")) ||
                        words->contains(QStringLiteral("-t")) ||
                        words->contains(QStringLiteral("-tty"));
    static const QStringList kTerminal = {
        QStringLiteral("vi"),   QStringLiteral("vim"),  QStringLiteral("nvim"),
        QStringLiteral("nano"), QStringLiteral("pico"), QStringLiteral("micro"),
        QStringLiteral("kak"),  QStringLiteral("hx"),   QStringLiteral("helix"),
        QStringLiteral("joe"),  QStringLiteral("ne"),   QStringLiteral("mg")};
    static const QStringList kColon = {QStringLiteral("subl"), QStringLiteral("hx"),
                                       QStringLiteral("helix"), QStringLiteral("zed")};
    static const QStringList kPlus = {
        QStringLiteral("vi"),          QStringLiteral("vim"),   QStringLiteral("nvim"),
        QStringLiteral("gvim"),        QStringLiteral("nano"),  QStringLiteral("pico"),
        QStringLiteral("micro"),       QStringLiteral("kak"),   QStringLiteral("joe"),
        QStringLiteral("ne"),          QStringLiteral("mg"),    QStringLiteral("emacs"),
        QStringLiteral("emacsclient"), QStringLiteral("gedit"), QStringLiteral("gnome-text-editor"),
        QStringLiteral("xed"),         QStringLiteral("pluma")};
    QStringList parts;
    for (const QString& word : *words) {
        parts.append(quoted(word));
    }
    if (name == QLatin1StringView("code") || name == QLatin1StringView("codium")) {
        parts << QStringLiteral("--goto") << QStringLiteral("{file}:{line}");
    } else if (kColon.contains(name)) {
        parts << QStringLiteral("{file}:{line}");
    } else if (name == QLatin1StringView("kate") || name == QLatin1StringView("kwrite")) {
        parts << QStringLiteral("--line") << QStringLiteral("{line}") << QStringLiteral("{file}");
    } else if (kPlus.contains(name)) {
        parts << QStringLiteral("+{line}") << QStringLiteral("{file}");
    } else {
        parts << QStringLiteral("{file}");
    }
    const bool ownWindow = !kTerminal.contains(name) && !(name.startsWith(u'e') && inText);
    if (ownWindow) {
        return parts.join(u' ');
    }
    return terminal.isEmpty() ? QString()
                              : quoted(terminal) + QStringLiteral(" -e ") + parts.join(u' ');
}

QString defaultEditorCommand()
{
    QString editor = qEnvironmentVariable("VISUAL").trimmed();
    if (editor.isEmpty()) {
        editor = qEnvironmentVariable("EDITOR").trimmed();
    }
    return editorTemplateFor(editor,
                             QStandardPaths::findExecutable(QStringLiteral("x-terminal-emulator")));
}

Result<void> startDetachedProgram(const EditorCommand& command, const QString& folder,
                                  const QString& what)
{
    const bool absolute = QDir::isAbsolutePath(command.program);
    if (!absolute && command.program.contains(u'/')) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("name %1 alone, or by its whole path").arg(what),
                     command.program};
    }
    const QString program = QStandardPaths::findExecutable(command.program);
    if (program.isEmpty()) {
        return Error{ErrorCode::NotPossibleNow,
                     QStringLiteral("%1 is not installed; Preferences has its command on the page "
                                    "Programs")
                         .arg(what),
                     command.program};
    }
    if (!QProcess::startDetached(program, command.arguments, folder)) {
        return Error{ErrorCode::ProcessFailed, QStringLiteral("%1 could not be started").arg(what),
                     program};
    }
    return {};
}

Result<void> startEditor(const EditorCommand& command, const QString& folder)
{
    return startDetachedProgram(command, folder, QStringLiteral("the editor"));
}

} // namespace rocport
