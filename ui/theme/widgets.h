#pragma once

// Small widgets that all areas share. Each is given the ThemeProvider, which outlives it, and
// follows its changed().

#include "core/base/result.h"
#include "core/base/words.h"
#include "ui/theme/themeprovider.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>

class QButtonGroup;
class QHBoxLayout;
class QVBoxLayout;

namespace rocport {

using ColourToken = QColor ThemeColours::*;

/// A label with one text size and colour token. Its text is plain, with hidden characters escaped.
/// Wraps when setWordWrap(true).
class TextLabel : public QLabel
{
    Q_OBJECT

public:
    TextLabel(ThemeProvider& provider, TextStep step, const QString& text = {},
              ColourToken colour = &ThemeColours::text, QWidget* parent = nullptr);
    void setText(const QString& text);
    void setStep(TextStep step);
    void setColour(ColourToken colour);

private:
    using QLabel::setTextFormat;
    void restyle();
    ThemeProvider& m_provider;
    TextStep m_step;
    ColourToken m_colour;
};

/// The same for markup of our own; foreign text goes through markupOf() first.
class MarkupLabel : public TextLabel
{
    Q_OBJECT

public:
    MarkupLabel(ThemeProvider& provider, TextStep step, ColourToken colour = &ThemeColours::text,
                QWidget* parent = nullptr);
    void setMarkup(const QString& html);

private:
    using TextLabel::setText;
};

/// One line, shortened with an ellipsis if there is no room; the tool tip then has the whole text.
class ElidedLabel : public QWidget
{
    Q_OBJECT

public:
    ElidedLabel(ThemeProvider& provider, TextStep step, const QString& text = {},
                ColourToken colour = &ThemeColours::text, QWidget* parent = nullptr);
    void setText(const QString& text);
    [[nodiscard]] QString text() const { return m_text; }
    void setElideMode(Qt::TextElideMode mode);
    void setColour(ColourToken colour);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void updateToolTip();
    ThemeProvider& m_provider;
    TextStep m_step;
    ColourToken m_colour;
    QString m_text;
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

/// A glyph as a widget; MarkRunning rotates unless the desktop's animations are off.
class GlyphLabel : public QWidget
{
    Q_OBJECT

public:
    GlyphLabel(ThemeProvider& provider, Glyph glyph, ColourToken colour = &ThemeColours::text2,
               int size = 16, QWidget* parent = nullptr);
    void setGlyph(Glyph glyph, ColourToken colour);
    void setMark(Mark mark) { setGlyph(mark.glyph, mark.colour); }
    [[nodiscard]] Glyph glyph() const { return m_glyph; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void timerEvent(QTimerEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void updateTimer();
    ThemeProvider& m_provider;
    Glyph m_glyph;
    ColourToken m_colour;
    int m_size;
    int m_timer = 0;
    int m_turn = 0;
};

/// How a chip is filled. Its text says the same as its colour.
enum class ChipTone : quint8 { Neutral, Accent, Ok, Warn, Critical };

/// A short fact on a soft fill: rule id, phase, count.
class Chip : public QWidget
{
    Q_OBJECT

public:
    Chip(ThemeProvider& provider, const QString& text, ChipTone tone = ChipTone::Neutral,
         Glyph glyph = Glyph::None, QWidget* parent = nullptr);
    void setText(const QString& text);
    [[nodiscard]] QString text() const { return m_text; }
    void setTone(ChipTone tone, Glyph glyph = Glyph::None);
    /// Sets the code font, for numbers, names and paths.
    void setCode(bool code);
    /// Larger, in weight 600: for verdicts.
    void setStrong(bool strong);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    [[nodiscard]] QFont chipFont() const;

private:
    ThemeProvider& m_provider;
    QString m_text;
    ChipTone m_tone;
    Glyph m_glyph;
    bool m_code = false;
    bool m_strong = false;
};

/// "NVIDIA path unchanged: proved" for machine evidence, else "Needs a look"; a violation is
/// stated.
class VerdictLabel : public Chip
{
    Q_OBJECT

public:
    explicit VerdictLabel(ThemeProvider& provider, QWidget* parent = nullptr);
    /// `reason` becomes the tool tip and the accessible description.
    void setVerdict(Verdict verdict, const QString& reason);
};
QString verdictText(Verdict verdict);

/// CRITICAL, WARNING or INFO with its mark.
class SeverityChip : public Chip
{
    Q_OBJECT

public:
    SeverityChip(ThemeProvider& provider, Severity severity, QWidget* parent = nullptr);
    void setSeverity(Severity severity);
};

/// Exclusive choices side by side, each with an optional glyph and count. Left and Right move.
class SegmentedControl : public QWidget
{
    Q_OBJECT

public:
    explicit SegmentedControl(ThemeProvider& provider, QWidget* parent = nullptr);
    /// Returns the segment's index.
    int addSegment(const QString& text, Glyph glyph = Glyph::None,
                   ColourToken colour = &ThemeColours::text2);
    /// Negative: no count is shown.
    void setCount(int index, int count);
    void setSegmentToolTip(int index, const QString& text);
    void setSegmentText(int index, const QString& text);
    void setCurrent(int index);
    [[nodiscard]] int current() const { return m_current; }
    [[nodiscard]] int count() const { return int(m_segments.size()); }
    [[nodiscard]] QString text(int index) const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

Q_SIGNALS:
    /// The user, or setCurrent(), chose another segment.
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Segment
    {
        QString text, toolTip;
        Glyph glyph = Glyph::None;
        ColourToken colour = &ThemeColours::text2;
        int count = -1;
    };
    [[nodiscard]] QVector<QRect> rects() const;
    [[nodiscard]] int widthOf(const Segment& segment) const;
    void updateAccessibility();

    ThemeProvider& m_provider;
    QVector<Segment> m_segments;
    int m_current = -1;
    int m_hover = -1;
};

/// Why there is nothing to show: icon, title, one sentence, one primary action and others.
class EmptyState : public QWidget
{
    Q_OBJECT

public:
    EmptyState(ThemeProvider& provider, Glyph glyph, const QString& title, const QString& text,
               QWidget* parent = nullptr);
    void setTexts(const QString& title, const QString& text);
    void setGlyph(Glyph glyph, ColourToken colour);
    [[nodiscard]] QString title() const { return m_title->text(); }
    [[nodiscard]] QString text() const { return m_text->text(); }
    /// The caller connects its clicked(). At most one is primary.
    QPushButton* addAction(const QString& text, bool primary = false);

private:
    GlyphLabel* m_icon;
    TextLabel* m_title;
    TextLabel* m_text;
    QHBoxLayout* m_actions;
};

/// What failed, the exact cause and what to do; Try again; and Show details, which can be copied.
class ErrorPanel : public QWidget
{
    Q_OBJECT

public:
    explicit ErrorPanel(ThemeProvider& provider, QWidget* parent = nullptr);
    /// `stillWorks` is a sentence about what is not affected; may be empty.
    void setError(const Error& error, const QString& stillWorks = {});
    void setRetryVisible(bool visible);
    [[nodiscard]] QString message() const;
    QPushButton* retryButton() const { return m_retry; }
    QPushButton* detailsButton() const { return m_details; }

Q_SIGNALS:
    void retryRequested();

private:
    void showDetails(bool shown);
    GlyphLabel* m_icon;
    TextLabel* m_title;
    TextLabel* m_text;
    QPushButton* m_retry;
    QPushButton* m_details;
    QPushButton* m_copy;
    TextLabel* m_detailText;
};

/// A 4 pixel bar. Range 0: nothing is known, and the bar stays empty (never an invented
/// percentage).
class ThinProgressBar : public QWidget
{
    Q_OBJECT

public:
    explicit ThinProgressBar(ThemeProvider& provider, QWidget* parent = nullptr);
    void setProgress(int done, int total);
    [[nodiscard]] int done() const { return m_done; }
    [[nodiscard]] int total() const { return m_total; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeProvider& m_provider;
    int m_done = 0, m_total = 0;
};

/// A field with the filter glyph and the key that reaches it. Esc clears it.
class SearchField : public QLineEdit
{
    Q_OBJECT

public:
    SearchField(ThemeProvider& provider, const QString& placeholder, const QString& key = {},
                Glyph glyph = Glyph::Filter, QWidget* parent = nullptr);

Q_SIGNALS:
    /// Down was pressed: the list below takes the focus.
    void downPressed();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    ThemeProvider& m_provider;
    QString m_key;
    Glyph m_glyph;
};

/// The name of a key in a small box.
class KeyCap : public QWidget
{
    Q_OBJECT

public:
    KeyCap(ThemeProvider& provider, const QString& key, QWidget* parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeProvider& m_provider;
    QString m_key;
};

/// A push button of one of the style sheet's kinds. With the property "chevron" it shows that it
/// opens a menu, with "compact" it is 24 pixels high.
enum class ButtonKind : quint8 { Normal, Primary, Destructive, Flat, Link };
QPushButton* makeButton(const QString& text, ButtonKind kind = ButtonKind::Normal,
                        QWidget* parent = nullptr);

/// A panel header of 36 pixels on `window` or `alt` with a line at the bottom; lay out its content
/// in layout().
class PanelHeader : public QWidget
{
    Q_OBJECT

public:
    /// `height` is in grid pixels: 36 for panels, 40 for toolbars.
    PanelHeader(ThemeProvider& provider, int height, ColourToken fill, QWidget* parent = nullptr);
    [[nodiscard]] QHBoxLayout* row() const { return m_row; }
    /// If there is no room for everything on one line, `first` in row() and what follows it go to a
    /// second line. Call once the row is filled.
    void wrapFrom(const QWidget& first);
    [[nodiscard]] bool isWrapped() const { return m_wrapped; }
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void restyle();
    void fitLines();
    ThemeProvider& m_provider;
    int m_height;
    ColourToken m_fill;
    QHBoxLayout* m_row;
    QHBoxLayout* m_second = nullptr; ///< null: it never wraps
    const QWidget* m_wrapFrom = nullptr;
    bool m_wrapped = false;
};

/// A plain widget filled with one colour token.
class Surface : public QWidget
{
    Q_OBJECT

public:
    Surface(ThemeProvider& provider, ColourToken fill, QWidget* parent = nullptr);
    void setFill(ColourToken fill);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    ThemeProvider& m_provider;
    ColourToken m_fill;
};

} // namespace rocport
