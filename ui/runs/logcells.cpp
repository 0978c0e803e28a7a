#include "ui/runs/logcells.h"

#include <algorithm>

namespace rocport::logcells {

namespace {

bool isWide(char32_t c)
{
    // East Asian Wide and Fullwidth of UAX #11, the blocks.
    return c >= 0x1100 && (c <= 0x115f || (c >= 0x2e80 && c <= 0x303e) ||
                           (c >= 0x3041 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3) ||
                           (c >= 0xf900 && c <= 0xfaff) || (c >= 0xfe30 && c <= 0xfe6f) ||
                           (c >= 0xff00 && c <= 0xff60) || (c >= 0xffe0 && c <= 0xffe6) ||
                           (c >= 0x1f300 && c <= 0x1faff) || (c >= 0x20000 && c <= 0x3fffd));
}

} // namespace

int widthAt(const QString& text, int index, int& units)
{
    const QChar first = text[index];
    units = 1;
    if (first.unicode() < 0x300) {
        return 1;
    }
    char32_t code = first.unicode();
    if (first.isHighSurrogate() && index + 1 < text.size() && text[index + 1].isLowSurrogate()) {
        units = 2;
        code = QChar::surrogateToUcs4(first, text[index + 1]);
    }
    const QChar::Category category = QChar::category(code);
    if (category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing ||
        category == QChar::Other_Format) {
        return 0;
    }
    return isWide(code) ? 2 : 1;
}

int columnOf(const QString& text, int index)
{
    int column = 0;
    int units = 1;
    for (int at = 0; at < std::min(index, static_cast<int>(text.size())); at += units) {
        column += widthAt(text, at, units);
    }
    return column;
}

int indexAt(const QString& text, int column)
{
    int at = 0;
    int units = 1;
    for (int done = 0; at < text.size(); at += units) {
        done += widthAt(text, at, units);
        if (done > column) {
            break;
        }
    }
    return at;
}

QVector<int> wrap(const QString& text, int columns)
{
    QVector<int> starts{0};
    int used = 0;
    int units = 1;
    for (int at = 0; at < text.size(); at += units) {
        const int width = widthAt(text, at, units);
        if (used + width > std::max(columns, 2)) {
            starts.append(at);
            used = 0;
        }
        used += width;
    }
    return starts;
}

} // namespace rocport::logcells
