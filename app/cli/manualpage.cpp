#include "app/cli/manualpage.h"

namespace rocport {

namespace {

/// Text in which roff sees no request, no escape and no hyphen that it may break at.
QString roff(QString text)
{
    text.replace(u'\\', QStringLiteral("\\e"));
    text.replace(u'-', QStringLiteral("\\-"));
    text.replace(u'\'', QStringLiteral("\\(aq"));
    text.replace(QStringLiteral("…"), QStringLiteral("..."));
    return text.startsWith(u'.') ? QStringLiteral("\\&") + text : text;
}

QString bold(const QString& text)
{
    return QStringLiteral("\\fB%1\\fR").arg(roff(text));
}

QString pageTitle(const QString& page, const QString& summary)
{
    return QStringLiteral(".TH %1 1 \"\" \"Rocport %2\" \"User Commands\"\n"
                          ".SH NAME\n%3 \\- %4\n")
        .arg(roff(page.toUpper()), QStringLiteral(ROCPORT_VERSION), roff(page), roff(summary));
}

QString optionEntry(const DeclaredOption& option)
{
    QStringList names;
    for (const QString& name : option.names) {
        names.append(bold(dashed(name)));
    }
    const QString value =
        option.value.isEmpty() ? QString() : QStringLiteral(" \\fI%1\\fR").arg(roff(option.value));
    return QStringLiteral(".TP\n%1%2\n%3\n")
        .arg(names.join(QStringLiteral(", ")), value, roff(option.description));
}

const char* const kExitSection =
    ".SH EXIT STATUS\n"
    ".TP\n0\nDone.\n"
    ".TP\n1\nFindings, or a failed check, where requested.\n"
    ".TP\n2\nWrong usage.\n"
    ".TP\n3\nAn error. Each error is one line on standard error that says what, where and what to "
    "do.\n";

} // namespace

QByteArray manualPage(const Declaration& declaration)
{
    const QString page =
        QStringLiteral("rocport-cli-") + QString(declaration.name).replace(u' ', u'-');
    QString text = pageTitle(page, declaration.summary);
    text += QStringLiteral(".SH SYNOPSIS\n%1 %2\n.SH DESCRIPTION\n%3\n")
                .arg(bold(QStringLiteral("rocport-cli")), roff(declaration.usage),
                     roff(declaration.description));
    if (!declaration.positionals.isEmpty()) {
        text += QStringLiteral(".SH ARGUMENTS\n");
        for (const DeclaredArgument& argument : declaration.positionals) {
            text += QStringLiteral(".TP\n\\fI%1\\fR\n%2\n")
                        .arg(roff(argument.name), roff(argument.description));
        }
    }
    text += QStringLiteral(".SH OPTIONS\n");
    for (const DeclaredOption& option : declaration.options) {
        text += optionEntry(option);
    }
    text += QLatin1StringView(kExitSection);
    text += QStringLiteral(".SH SEE ALSO\n.BR rocport\\-cli (1),\n.BR rocport (1)\n");
    return text.toUtf8();
}

QByteArray overviewPage(const QVector<NamedCommand>& commands)
{
    QString text = pageTitle(QStringLiteral("rocport-cli"),
                             QStringLiteral("port CUDA code to AMD ROCm from the command line"));
    text += QStringLiteral(
        ".SH SYNOPSIS\n\\fBrocport\\-cli\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n"
        ".SH DESCRIPTION\n"
        ".B rocport\\-cli\ndoes the work of\n.BR rocport (1)\nwithout a window and without a "
        "display. Each command has a page of its own, and shows its options with\n"
        ".BR \\-\\-help .\n"
        ".SH COMMANDS\n");
    for (const NamedCommand& command : commands) {
        text += QStringLiteral(".TP\n.BR rocport\\-cli\\-%1 (1)\n%2.\n")
                    .arg(roff(QString(command.name).replace(u' ', u'-')), roff(command.help));
    }
    text += QLatin1StringView(kExitSection);
    text += QStringLiteral(
        ".SH ENVIRONMENT\n"
        ".TP\n.B NO_COLOR\nWhen it is set and not empty, text on a terminal is not coloured.\n"
        ".SH FILES\n"
        ".TP\n.I .rocport/rules\nRule packs of a repository, used once they are trusted.\n"
        ".SH EXAMPLES\n.nf\n"
        "rocport\\-cli scan . \\-\\-format sarif \\-o findings.sarif\n"
        "rocport\\-cli propose . \\-\\-accept proved > port.patch\n"
        "rocport\\-cli isolation . main..rocport/port\n"
        ".fi\n"
        ".SH SEE ALSO\n.BR rocport (1),\n.BR git (1)\n");
    return text.toUtf8();
}

} // namespace rocport
