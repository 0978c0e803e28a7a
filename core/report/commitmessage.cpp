#include "core/base/visibletext.h"
#include "core/report/report.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kWidth = 72;

/// Control and other hidden characters of repository text would confuse git and terminals.
QString cleaned(QString text)
{
    for (QChar& c : text) {
        if (c.unicode() < 0x20 || c.unicode() == 0x7f) {
            c = u' ';
        }
    }
    return visibleText(text);
}

/// One paragraph or list item as lines of at most kWidth characters; a longer word stands alone.
QStringList wrapped(const QString& text, const QString& indent)
{
    QStringList lines;
    QString line;
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    for (const QString& word : words) {
        if (!line.isEmpty() && line.size() + 1 + word.size() > kWidth) {
            lines.append(line);
            line.clear();
        }
        if (line.isEmpty()) {
            line = lines.isEmpty() ? word : indent + word;
        } else {
            line += u' ' + word;
        }
    }
    if (!line.isEmpty()) {
        lines.append(line);
    }
    return lines;
}

bool isListItem(const QString& line)
{
    return line.startsWith(QLatin1StringView("- ")) || line.startsWith(QLatin1StringView("* "));
}

/// The summary with Markdown's paragraphs and items wrapped. Lines that git would take for a
/// comment
/// ("#") lose their mark.
QString bodyOf(const QString& summary)
{
    QStringList lines;
    QString paragraph;
    const auto flush = [&] {
        if (!paragraph.isEmpty()) {
            lines += wrapped(paragraph, isListItem(paragraph) ? QStringLiteral("  ") : QString());
            paragraph.clear();
        }
    };
    QString text = summary;
    text.replace(QLatin1StringView("\r\n"), QLatin1StringView("\n"));
    const QStringList source = text.split(u'\n');
    for (const QString& raw : source) {
        QString line = cleaned(raw).trimmed();
        if (line.startsWith(QLatin1StringView("Committed: ")) ||
            line == QLatin1StringView("Nothing is committed yet.")) {
            continue; // said of the state before this commit
        }
        while (line.startsWith(u'#')) {
            line = line.mid(1).trimmed();
        }
        if (line.isEmpty()) {
            flush();
            if (!lines.isEmpty() && !lines.last().isEmpty()) {
                lines.append(QString());
            }
        } else if (isListItem(line)) {
            flush();
            paragraph = line;
        } else {
            paragraph += (paragraph.isEmpty() ? QString() : QStringLiteral(" ")) + line;
        }
    }
    flush();
    return lines.join(u'\n').trimmed();
}

} // namespace

QString commitMessage(const ReportPhase& phase, const QString& projectName,
                      const QString& reproduction)
{
    QString name = phaseName(phase.plan.phase);
    if (name != QLatin1StringView("torch.compile")) {
        name[0] = name[0].toLower();
    }
    // What this commit brings: taken changes that no earlier commit holds.
    const qsizetype changes =
        std::count_if(phase.changes.begin(), phase.changes.end(), [](const ReportChange& change) {
            return isTaken(change.decision) && !change.committed;
        });
    const QString subject =
        QStringLiteral("Port phase %1: %2 (%3 %4)")
            .arg(int(phase.plan.phase))
            .arg(name, QString::number(changes),
                 changes == 1 ? QStringLiteral("change") : QStringLiteral("changes"));
    QString body = bodyOf(phase.summary);
    if (body.isEmpty()) {
        body =
            wrapped(QStringLiteral("Changes that port %1 to AMD ROCm.").arg(cleaned(projectName)),
                    {})
                .join(u'\n');
    }
    const auto taken = [](const ReportChange& change) { return !change.overrideReason.isEmpty(); };
    QStringList overrides;
    for (const ReportChange& change : phase.changes) {
        if (taken(change) && change.hunk != nullptr) {
            overrides += wrapped(QStringLiteral("- %1, line %2: %3")
                                     .arg(change.hunk->targetPath.display(),
                                          QString::number(change.hunk->firstLine),
                                          cleaned(change.overrideReason)),
                                 QStringLiteral("  "));
        }
    }
    if (!overrides.isEmpty()) {
        body +=
            QStringLiteral("\n\nAccepted against the isolation verdict:\n") + overrides.join(u'\n');
    }
    if (!reproduction.isEmpty()) {
        body += QStringLiteral("\n\n") + reproduction;
    }
    return subject + QStringLiteral("\n\n") + body +
           QStringLiteral("\n\nRocport-Phase: %1\n").arg(int(phase.plan.phase));
}

} // namespace rocport
