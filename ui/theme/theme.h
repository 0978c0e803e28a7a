#pragma once

#include <QColor>
#include <QFont>
#include <QString>
#include <QVector>

namespace rocport {

/// Colour tokens. Colour is reserved for state; a shape, sign or word always accompanies it.
struct ThemeColours
{
    QColor window;      ///< bars, rail, headers
    QColor base;        ///< content
    QColor alt;         ///< table headers, line numbers
    QColor hover;       ///< hover
    QColor selected;    ///< selection
    QColor well;        ///< tracks, pressed, unfocused selection
    QColor border;      ///< separators, buttons
    QColor control;     ///< field borders, idle marks, neutral bars
    QColor text;        ///< text
    QColor text2;       ///< secondary
    QColor muted;       ///< captions, placeholders
    QColor disabled;    ///< disabled only
    QColor accent;      ///< focus, links, progress, primary
    QColor accentHover; ///< primary hover
    QColor onAccent;    ///< text on accent
    QColor accentSoft;  ///< current item, notice
    QColor ok;          ///< passed, proved
    QColor okSoft;      ///< its fill
    QColor warn;        ///< needs a look
    QColor warnSoft;    ///< its fill
    QColor crit;        ///< critical, failed
    QColor critSoft;    ///< its fill
    QColor infoSoft;    ///< neutral chip
    QColor okFill;      ///< supported, accepted
    QColor warnFill;    ///< experimental (stripes)
    QColor critFill;    ///< unsupported (hatch)
    QColor addLine;     ///< added line
    QColor addWord;     ///< added words
    QColor delLine;     ///< removed line
    QColor delWord;     ///< removed words
    QColor move;        ///< sign of a moved line
    QColor moveLine;    ///< moved line
    QColor renameWord;  ///< name that the tables have for another
    QColor filler;      ///< alignment gap
    QColor fillerHatch; ///< its hatch
    QColor synKeyword;
    QColor synType;
    QColor synString;
    QColor synNumber;
    QColor synComment;
    QColor synPreproc;
    QColor synFunction;
};

/// One token by name, for tests and for the style sheet.
struct ThemeToken
{
    const char* name;
    QColor ThemeColours::*member;
    QRgb light; ///< 0xRRGGBB
    QRgb dark;
};

/// Text sizes. They are given for a desktop font of 13 pixels and scale with it.
enum class TextStep : quint8 {
    Caption,    ///< 11/16: counts, headers, status
    Small,      ///< 12/16: facts, chips
    Body,       ///< 13/20: everything else
    BodyMedium, ///< the same, 500: labels
    BodyStrong, ///< the same, 600: titles in panels
    Section,    ///< 15/20, 600
    Title,      ///< 20/28, 600: one per page
    Code,       ///< 12/18: paths, names, numbers
    Editor,     ///< the same, scaled by the size of code: the diff, editors, logs
    CodeSmall,  ///< 11/16: numbers beside captions
};

/// Colours, fonts and sizes that painters read. A value; ThemeProvider owns the current one.
struct Theme : ThemeColours
{
    bool dark = false;
    qreal scale = 1.0;     ///< text size relative to a 13 pixel desktop font
    qreal codeScale = 1.0; ///< additional scale of TextStep::Editor

    /// All tokens, in the order of ThemeColours.
    static const QVector<ThemeToken>& tokens();
    static Theme make(bool dark, qreal scale, qreal codeScale = 1.0);

    [[nodiscard]] QFont font(TextStep step) const;
    /// Line height of a step, in device-independent pixels.
    [[nodiscard]] int lineHeight(TextStep step) const;
    /// `pixels` of the 4 px grid, scaled with the text: for heights of rows, bars and buttons.
    [[nodiscard]] int scaled(int pixels) const;
};

} // namespace rocport
