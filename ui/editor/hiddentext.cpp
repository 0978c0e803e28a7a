#include "ui/editor/hiddentext.h"

#include "core/base/visibletext.h"
#include "ui/editor/qsci.h"

#include <QVector>

namespace rocport {

namespace {

struct Shown
{
    QByteArray bytes, name;
};

Shown shownAs(char32_t c)
{
    const QString name = characterName(c); // "RLO U+202E", or the number alone
    return {QString::fromUcs4(&c, 1).toUtf8(), name.section(u' ', 0, 0).toUtf8()};
}

/// Controls of ASCII and bytes that are no UTF-8 are shown by Scintilla itself. The selectors that
/// emoji have stay, and of plane 14 the assigned ones are enough: the others have no glyph.
QVector<Shown> hiddenCharacters()
{
    QVector<Shown> all;
    for (char32_t c = 0x7f; c < 0x20000; ++c) {
        const bool surrogate = c >= 0xd800 && c < 0xe000;
        const bool ofEmoji = c == 0xfe0e || c == 0xfe0f;
        if (isHiddenCharacter(c) && !surrogate && !ofEmoji) {
            all.append(shownAs(c));
        }
    }
    for (char32_t c = 0xe0000; c < 0xe01f0; ++c) {
        all.append(shownAs(c));
    }
    return all;
}

} // namespace

void showHiddenCharacters(QsciScintillaBase& editor)
{
    static const QVector<Shown> hidden = hiddenCharacters();
    for (const Shown& one : hidden) {
        editor.SendScintilla(QsciScintillaBase::SCI_SETREPRESENTATION, one.bytes.constData(),
                             one.name.constData());
    }
}

} // namespace rocport
