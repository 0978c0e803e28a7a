#pragma once

#include "core/base/words.h"
#include "core/plan/plan.h"
#include "ui/theme/theme.h"

#include <QIcon>
#include <QRectF>

#include <memory>

class QPainter;

namespace rocport {

/// The icons of resources/icons: 16 pixels, 1.5 pixel stroke, one colour.
enum class Glyph : quint8 {
    None,
    // Phase and job marks: they differ by shape.
    MarkTodo,
    MarkProgress,
    MarkDone,
    MarkAttention,
    MarkSkipped,
    MarkFailed,
    MarkRunning,
    // Change marks: squares; a triangle (MarkAttention) for "needs a look".
    ChangeOpen,
    ChangeAccepted,
    ChangeEdited,
    ChangeRejected,
    ChangeDeferred,
    SeverityCritical,
    SeverityInfo,
    Dot,
    Menu,
    Folder,
    File,
    Play,
    Search,
    Filter,
    ChevronDown,
    ChevronRight,
    ChevronLeft,
    ChevronUp,
    Branch,
    Repository,
    Undo,
    Redo,
    Refresh,
    Export,
    Check,
    Cross,
    Pencil,
    Book,
    Shield,
    SplitView,
    UnifiedView,
    Sun,
    Moon,
    ThemeSwitch,
    Settings,
    Tree,
    Outline,
    Keyboard,
    Copy,
    Trash,
    Note,
    Commit,
    Clock,
    Link,
    External,
    List,
    Minus,
    Plus,
    Server,
    Home,
    Stop,
    Fit,
    Laptop,
    Container,
    Cluster,
};
inline constexpr int kGlyphCount = static_cast<int>(Glyph::Cluster) + 1;

/// Resource path of a glyph's SVG; empty for None.
QString glyphFile(Glyph glyph);

/// Paints `glyph` in `colour` into `rect`, sharp on any device pixel ratio. `turn` rotates it, in
/// degrees clockwise (for MarkRunning).
void paintGlyph(QPainter& painter, Glyph glyph, const QRectF& rect, const QColor& colour,
                qreal turn = 0);

/// An icon of one colour that follows the theme: `colour` names a token ("text2", "accent"). When
/// disabled it uses the token "disabled". Keeps a reference to `theme`, whose value the
/// ThemeProvider replaces.
QIcon glyphIcon(Glyph glyph, std::shared_ptr<const Theme> theme,
                QColor ThemeColours::*colour = &ThemeColours::text2);

/// A mark and the colour it is drawn in.
struct Mark
{
    Glyph glyph = Glyph::None;
    QColor ThemeColours::*colour = &ThemeColours::text2;
};
Mark phaseMark(PhaseState state);
/// The mark of a change. An undecided one that is not proved needs a look.
Mark changeMark(DecisionKind kind, Verdict verdict);
Mark severityMark(Severity severity);
/// "To do", "In progress", "Done", "Attention", "Skipped".
QString phaseStateName(PhaseState state);
/// "Open", "Accepted", "Rejected", "Edited", "Deferred".
QString decisionName(DecisionKind kind);
/// "Critical", "Warning", "Info".
QString severityName(Severity severity);

} // namespace rocport
