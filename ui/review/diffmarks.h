#pragma once

#include <QtGlobal>

/// What the editors of the diff number: margins, markers, indicators and styles of Scintilla. For
/// the files of DiffEditor only.
namespace rocport::diffmarks {

enum Margin { BlameMargin, LineMargin, SignMargin, MarginCount };
// Backgrounds paint the line, fills the sign margin; the signs are painted over it.
enum Marker { AddLine = 0, DelLine, MoveLine, AddFill, DelFill, MoveFill, PlaceLine };
enum Indicator { AddWordBox = 8, DelWordBox, StruckLine, HitBox, CurrentHitBox, NameBox, GoneText };
enum MarginStyle { PlainNumber = 40, AddNumber, DelNumber, MoveNumber };

inline constexpr int kMarginMask = (1 << AddFill) | (1 << DelFill) | (1 << MoveFill);
inline constexpr int kOverscan = 24; // rows made ready above and below those in sight
inline constexpr qsizetype kMaxWordLine = 4000;

// What stands before a line besides '+' and '-'.
inline constexpr char16_t kMovedAwaySign = u'\u00BB';
inline constexpr char16_t kMovedHereSign = u'\u00AB';
inline constexpr char16_t kMergedSign = u'\u00B1';
inline constexpr char16_t kBlanksSign = u'\u2248';

} // namespace rocport::diffmarks
