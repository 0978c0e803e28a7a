#pragma once

#include <QByteArray>
#include <QVector>

#include <algorithm>

namespace rocport::growth {

/// One way in which a file can be long. `unit` comes again and again, "{i}" in it being a number
/// that is another one each time; `back` comes as often after that, so that what was opened is
/// closed.
struct Input
{
    const char* name;
    const char* file;
    QByteArray unit;
    QByteArray before = {};
    QByteArray after = {};
    QByteArray back = {};
};

/// About `bytes` bytes of it.
inline QByteArray make(const Input& input, qsizetype bytes)
{
    const qsizetype each = input.unit.size() + input.back.size();
    const qsizetype times = std::max<qsizetype>(1, bytes / std::max<qsizetype>(1, each));
    const bool counts = input.unit.contains("{i}");
    QByteArray text = input.before;
    text.reserve(bytes + bytes / 4 + input.before.size() + input.after.size());
    for (qsizetype i = 0; i < times; ++i) {
        text += counts ? QByteArray(input.unit).replace("{i}", QByteArray::number(i)) : input.unit;
    }
    text += input.back.repeated(times);
    return text + input.after;
}

} // namespace rocport::growth
