#pragma once

// How texts are shortened where there is no room for all of them: one place for all lists, tables
// and labels, so that what tells one row from another is always among what is left.

#include <QFont>
#include <QFontMetrics>
#include <QHash>
#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// Stands for what was left out.
inline constexpr QChar kEllipsis(0x2026);

/// What of a text decides, and so stays.
enum class ElideAs : quint8 {
    Sentence, ///< its beginning
    Name,     ///< both ends, more of the second: ids, symbols, tags, titles
    Path,     ///< the file's name with its line, then folders from the front
};

/// `text` on one line in `width` pixels, with hidden characters escaped; the whole text where it
/// fits. `telling` of tellingParts() is what tells it from the other texts of its list, and stays
/// before anything else does.
QString elided(const QFontMetrics& metrics, const QString& text, ElideAs as, int width,
               const QVector<int>& telling = {});

/// `text` on as many lines of `width` pixels as it takes, `most` at most; the last one is elided
/// where there is more. A word that is too long for a line goes on in the next.
QStringList wrapped(const QFont& font, const QString& text, int width, int most);

/// For each text that looks like another one where it is shortened what tells it apart, three parts
/// at most: of a name its words, from 0; of a path the folders, from 0, that no other path with
/// this file's name has (lines do not count), and the words of the file's name, from -1 down.
QHash<QString, QVector<int>> tellingParts(const QStringList& texts, ElideAs as);

} // namespace rocport
