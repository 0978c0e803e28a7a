#include "ui/nodes/nodetext.h"

#include "ui/nodes/nodeform.h"

#include <QCoreApplication>
#include <QLocale>

namespace rocport {

namespace {

QString say(const char* text)
{
    return QCoreApplication::translate("rocport::NodeWords", text);
}

} // namespace

Glyph nodeGlyph(const Node& node)
{
    return nodeFormKind(groupKind(node)).glyph;
}

Mark nodeStateMark(NodeEntry::State state)
{
    switch (state) {
    case NodeEntry::State::Unknown:
        return {Glyph::MarkTodo, &ThemeColours::control};
    case NodeEntry::State::Checking:
        return {Glyph::MarkProgress, &ThemeColours::accent};
    case NodeEntry::State::Ready:
        return {Glyph::MarkDone, &ThemeColours::okFill};
    case NodeEntry::State::Attention:
        return {Glyph::MarkAttention, &ThemeColours::warn};
    case NodeEntry::State::Unreachable:
        return {Glyph::MarkFailed, &ThemeColours::crit};
    }
    return {};
}

QString nodeStateWord(NodeEntry::State state)
{
    switch (state) {
    case NodeEntry::State::Unknown:
        return say("Not probed");
    case NodeEntry::State::Checking:
        return say("Checking");
    case NodeEntry::State::Ready:
        return say("Ready");
    case NodeEntry::State::Attention:
        return say("Attention");
    case NodeEntry::State::Unreachable:
        return say("Unreachable");
    }
    return {};
}

QString gpuSummary(const ProbeReport& report)
{
    if (report.gpuCount == 0) {
        return say("No GPU");
    }
    const QString name = report.gpuName.isEmpty() ? say("GPU") : report.gpuName;
    return QStringLiteral("%1 × %2").arg(report.gpuCount).arg(name);
}

QString nodeSummary(const NodeEntry& entry)
{
    if (!entry.activity.isEmpty()) {
        return entry.activity;
    }
    if (entry.probes.isEmpty()) {
        return transportOf(entry.node)->address();
    }
    const ProbeReport& report = entry.probes.first();
    QStringList parts{gpuSummary(report)};
    if (!report.architectures.isEmpty()) {
        parts.append(report.architectures.join(QStringLiteral(", ")));
    }
    return parts.join(QStringLiteral(", "));
}

QString shortTime(const QDateTime& time)
{
    if (!time.isValid()) {
        return say("never");
    }
    const QDateTime local = time.toLocalTime();
    if (local.date() == QDate::currentDate()) {
        return say("Today %1").arg(local.toString(QStringLiteral("HH:mm")));
    }
    const bool thisYear = local.date().year() == QDate::currentDate().year();
    return QLocale(QLocale::English)
        .toString(local, thisYear ? QStringLiteral("d MMM HH:mm") : QStringLiteral("d MMM yyyy"));
}

QString timeInSentence(const QDateTime& time)
{
    const bool today = time.isValid() && time.toLocalTime().date() == QDate::currentDate();
    return today ? say("today at %1").arg(time.toLocalTime().toString(QStringLiteral("HH:mm")))
                 : shortTime(time);
}

QString shortDuration(qint64 milliseconds)
{
    if (milliseconds < 1000) {
        return say("%1 ms").arg(milliseconds);
    }
    if (milliseconds < 60000) {
        return say("%1 s").arg(static_cast<double>(milliseconds) / 1000.0, 0, 'f', 1);
    }
    const qint64 seconds = milliseconds / 1000;
    return say("%1 min %2 s").arg(seconds / 60).arg(seconds % 60);
}

} // namespace rocport
