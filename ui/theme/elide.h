#pragma once

// How texts are shortened if they do not fit: one place for all lists, tables and labels, so that
// what distinguishes one row from another is always kept.

#include <QFont>
#include <QFontMetrics>
#include <QHash>
#include <QString>
#include <QStringList>
#include <QVector>

namespace rocport {

/// The sign for what was left out.
inline constexpr QChar kEllipsis(0x2026);

/// Which part of a text matters most, and so is kept.
enum class ElideAs : quint8 {
    Sentence, ///< its beginning
    Name,     ///< both ends, more of the second: ids, symbols, tags, titles
    Path,     ///< the file name with its line, then folders from the front
};

/// `text` on one line in `width` pixels, with hidden characters escaped; the whole text if it fits.
/// `telling`, from tellingParts(), is what distinguishes it from the other texts of its list, and
/// is kept before anything else.
QString elided(const QFontMetrics& metrics, const QString& text, ElideAs as, int width,
               const QVector<int>& telling = {});

/// `text` on as many lines of `width` pixels as it needs, at most `most`; the last one is elided if
/// there is more. A word that is too long for a line continues on the next.
QStringList wrapped(const QFont& font, const QString& text, int width, int most);

/// For each text that would look like another one when shortened, what distinguishes it, at most
/// three parts: for a name its words, from 0; for a path the folders, from 0, that no other path
/// with the same file name has (lines do not count), and the words of the file name, from -1 down.
QHash<QString, QVector<int>> tellingParts(const QStringList& texts, ElideAs as);

} // namespace rocport
