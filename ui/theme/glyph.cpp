#include "ui/theme/glyph.h"

#include <QCoreApplication>
#include <QHash>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QResource>
#include <QSvgRenderer>

#include <array>

namespace rocport {

namespace {

constexpr std::array<const char*, kGlyphCount> kFiles = {
    "",
    "mark-todo",
    "mark-progress",
    "mark-done",
    "mark-attention",
    "mark-skipped",
    "mark-failed",
    "mark-running",
    "change-open",
    "change-accepted",
    "change-edited",
    "change-rejected",
    "change-deferred",
    "severity-critical",
    "severity-info",
    "dot",
    "menu",
    "folder",
    "file",
    "play",
    "search",
    "filter",
    "chevron-down",
    "chevron-right",
    "chevron-left",
    "chevron-up",
    "branch",
    "repository",
    "undo",
    "redo",
    "refresh",
    "export",
    "check",
    "cross",
    "pencil",
    "book",
    "shield",
    "split-view",
    "unified-view",
    "sun",
    "moon",
    "theme",
    "settings",
    "tree",
    "outline",
    "keyboard",
    "copy",
    "trash",
    "note",
    "commit",
    "clock",
    "link",
    "external",
    "list",
    "minus",
    "plus",
    "server",
    "home",
    "stop",
    "fit",
    "laptop",
    "container",
    "cluster",
};

/// The glyph as pixels of `size` device pixels, from the cache or drawn now.
QPixmap glyphPixmap(Glyph glyph, const QSize& size, const QColor& colour)
{
    const QString key = QStringLiteral("rocport-glyph/%1/%2x%3/%4")
                            .arg(int(glyph))
                            .arg(size.width())
                            .arg(size.height())
                            .arg(colour.rgba(), 8, 16);
    QPixmap pixmap;
    if (QPixmapCache::find(key, &pixmap)) {
        return pixmap;
    }
    const QResource resource(glyphFile(glyph)); // compiled in: no file is read
    if (!resource.isValid()) {
        return {};
    }
    QByteArray svg = resource.uncompressedData();
    svg.replace("currentColor", colour.name(QColor::HexRgb).toLatin1());
    QSvgRenderer renderer(svg);
    pixmap = QPixmap(size);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    painter.setRenderHint(QPainter::Antialiasing);
    // A wider pixmap keeps the glyph at its left: the rest is the gap to a button's text.
    const int side = qMin(size.width(), size.height());
    renderer.render(&painter, QRectF(0, (size.height() - side) / 2.0, side, side));
    painter.end();
    QPixmapCache::insert(key, pixmap);
    return pixmap;
}

class GlyphEngine final : public QIconEngine
{
public:
    GlyphEngine(Glyph glyph, std::shared_ptr<const Theme> theme, QColor ThemeColours::*colour)
        : m_glyph(glyph), m_theme(std::move(theme)), m_colour(colour)
    {
    }

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override
    {
        paintGlyph(*painter, m_glyph, rect, colour(mode));
    }
    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State) override
    {
        return glyphPixmap(m_glyph, size, colour(mode));
    }
    [[nodiscard]] QIconEngine* clone() const override
    {
        return new GlyphEngine(m_glyph, m_theme, m_colour);
    }
    QString key() const override { return QStringLiteral("rocport-glyph"); }

private:
    [[nodiscard]] QColor colour(QIcon::Mode mode) const
    {
        return mode == QIcon::Disabled ? m_theme->disabled : (*m_theme).*m_colour;
    }

    Glyph m_glyph;
    std::shared_ptr<const Theme> m_theme;
    QColor ThemeColours::*m_colour;
};

} // namespace

QString glyphFile(Glyph glyph)
{
    if (glyph == Glyph::None) {
        return {};
    }
    return QStringLiteral(":/rocport/icons/%1.svg")
        .arg(QLatin1StringView(kFiles[static_cast<size_t>(glyph)]));
}

void paintGlyph(QPainter& painter, Glyph glyph, const QRectF& rect, const QColor& colour,
                qreal turn)
{
    if (glyph == Glyph::None || rect.isEmpty()) {
        return;
    }
    const qreal ratio = painter.device() ? painter.device()->devicePixelRatioF() : 1.0;
    const QPixmap pixmap = glyphPixmap(glyph, (rect.size() * ratio).toSize(), colour);
    if (turn == 0) {
        painter.drawPixmap(rect, pixmap, pixmap.rect());
        return;
    }
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform);
    painter.translate(rect.center());
    painter.rotate(turn);
    painter.drawPixmap(QRectF(-rect.width() / 2, -rect.height() / 2, rect.width(), rect.height()),
                       pixmap, pixmap.rect());
    painter.restore();
}

QIcon glyphIcon(Glyph glyph, std::shared_ptr<const Theme> theme, QColor ThemeColours::*colour)
{
    return QIcon(new GlyphEngine(glyph, std::move(theme), colour));
}

Mark phaseMark(PhaseState state)
{
    switch (state) {
    case PhaseState::Todo:
        return {Glyph::MarkTodo, &ThemeColours::control};
    case PhaseState::InProgress:
        return {Glyph::MarkProgress, &ThemeColours::accent};
    case PhaseState::Done:
        return {Glyph::MarkDone, &ThemeColours::okFill};
    case PhaseState::Attention:
        return {Glyph::MarkAttention, &ThemeColours::warn};
    case PhaseState::Skipped:
        return {Glyph::MarkSkipped, &ThemeColours::control};
    }
    return {};
}

Mark changeMark(DecisionKind kind, Verdict verdict)
{
    switch (kind) {
    case DecisionKind::Open:
        return isProved(verdict) ? Mark{Glyph::ChangeOpen, &ThemeColours::control}
                                 : Mark{Glyph::MarkAttention, &ThemeColours::warn};
    case DecisionKind::Accepted:
        return {Glyph::ChangeAccepted, &ThemeColours::okFill};
    case DecisionKind::Rejected:
        return {Glyph::ChangeRejected, &ThemeColours::crit};
    case DecisionKind::Edited:
        return {Glyph::ChangeEdited, &ThemeColours::okFill};
    case DecisionKind::Deferred:
        return {Glyph::ChangeDeferred, &ThemeColours::control};
    }
    return {};
}

Mark severityMark(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return {Glyph::SeverityInfo, &ThemeColours::muted};
    case Severity::Warning:
        return {Glyph::MarkAttention, &ThemeColours::warn};
    case Severity::Critical:
        return {Glyph::SeverityCritical, &ThemeColours::crit};
    }
    return {};
}

QString phaseStateName(PhaseState state)
{
    switch (state) {
    case PhaseState::Todo:
        return QCoreApplication::translate("rocport::Words", "To do");
    case PhaseState::InProgress:
        return QCoreApplication::translate("rocport::Words", "In progress");
    case PhaseState::Done:
        return QCoreApplication::translate("rocport::Words", "Done");
    case PhaseState::Attention:
        return QCoreApplication::translate("rocport::Words", "Attention");
    case PhaseState::Skipped:
        return QCoreApplication::translate("rocport::Words", "Skipped");
    }
    return {};
}

QString decisionName(DecisionKind kind)
{
    switch (kind) {
    case DecisionKind::Open:
        return QCoreApplication::translate("rocport::Words", "Open");
    case DecisionKind::Accepted:
        return QCoreApplication::translate("rocport::Words", "Accepted");
    case DecisionKind::Rejected:
        return QCoreApplication::translate("rocport::Words", "Rejected");
    case DecisionKind::Edited:
        return QCoreApplication::translate("rocport::Words", "Edited");
    case DecisionKind::Deferred:
        return QCoreApplication::translate("rocport::Words", "Deferred");
    }
    return {};
}

QString severityName(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return QCoreApplication::translate("rocport::Words", "Info");
    case Severity::Warning:
        return QCoreApplication::translate("rocport::Words", "Warning");
    case Severity::Critical:
        return QCoreApplication::translate("rocport::Words", "Critical");
    }
    return {};
}

} // namespace rocport
