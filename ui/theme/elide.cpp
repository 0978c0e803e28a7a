#include "ui/theme/elide.h"

#include "core/base/visibletext.h"
#include "ui/theme/plaintext.h"

#include <QSet>
#include <QTextLayout>

#include <algorithm>
#include <numeric>
#include <vector>

namespace rocport {

namespace {

/// Both ends of `text` around an ellipsis, three fifths of what stays from the end.
QString ends(const QFontMetrics& metrics, const QString& text, int width)
{
    const auto keeping = [&](qsizetype kept) {
        qsizetype head = kept > 1 ? std::max<qsizetype>(1, kept * 2 / 5) : 0;
        qsizetype tail = kept - head;
        head -= head > 0 && text[head - 1].isHighSurrogate() ? 1 : 0;
        tail -= tail > 0 && text[text.size() - tail].isLowSurrogate() ? 1 : 0;
        return text.first(head) + kEllipsis + text.last(tail);
    };
    qsizetype fits = -1;
    for (qsizetype low = 0, high = text.size() - 1; low <= high;) {
        const qsizetype middle = (low + high) / 2;
        if (metrics.horizontalAdvance(keeping(middle)) <= width) {
            fits = middle;
            low = middle + 1;
        } else {
            high = middle - 1;
        }
    }
    return fits < 0 ? QString() : keeping(fits);
}

/// "flash_fwd_sm80.cu" as "flash", "_fwd", "_sm80", ".cu".
QStringList tokensOf(const QString& name)
{
    QStringList tokens;
    qsizetype begin = 0;
    for (qsizetype i = 1; i <= name.size(); ++i) {
        if (i == name.size() || (!name[i].isLetterOrNumber() && name[i - 1].isLetterOrNumber())) {
            tokens.append(name.mid(begin, i - begin));
            begin = i;
        }
    }
    return tokens;
}

/// A name with the tokens that tell it from others; what room is left goes to the last ones and the
/// first ones.
QString nameIn(const QFontMetrics& metrics, const QString& name, int width,
               const QVector<int>& telling)
{
    const QStringList tokens = tokensOf(name);
    std::vector<char> kept(static_cast<size_t>(tokens.size()), 0);
    const auto shown = [&] {
        QString text;
        bool gap = false;
        for (qsizetype i = 0; i < tokens.size(); ++i) {
            const bool keep = kept[static_cast<size_t>(i)] != 0;
            text += keep ? tokens[i] : gap ? QString() : QString(kEllipsis);
            gap = !keep;
        }
        return text;
    };
    const auto fits = [&] { return metrics.horizontalAdvance(shown()) <= width; };
    QStringList told;
    for (const int token : telling) {
        if (token >= 0 && token < tokens.size()) {
            kept[static_cast<size_t>(token)] = 1;
            told.append(tokens[token]);
        }
    }
    if (told.isEmpty()) {
        return ends(metrics, name, width);
    }
    if (!fits()) { // a part of each
        int room = width;
        QString parts;
        for (qsizetype i = 0; i < told.size(); ++i) {
            QString token = told[i];
            token.remove(0, token.size() > 1 && !token[0].isLetterOrNumber() ? 1 : 0);
            const int share = room / static_cast<int>(told.size() - i);
            const QString part =
                metrics.horizontalAdvance(token) <= share ? token : ends(metrics, token, share);
            room -= metrics.horizontalAdvance(part);
            parts += part;
        }
        return metrics.horizontalAdvance(parts) <= width ? parts : ends(metrics, name, width);
    }
    for (size_t i = 0; i < kept.size(); ++i) { // from both sides
        for (const size_t side : {kept.size() - 1 - i, i}) {
            const char before = kept[side];
            kept[side] = 1;
            kept[side] = fits() ? char(1) : before;
        }
    }
    return shown();
}

QString joined(const QStringList& folders, const std::vector<char>& kept, const QString& name)
{
    QStringList parts;
    bool gap = false;
    for (qsizetype i = 0; i < folders.size(); ++i) {
        if (kept[static_cast<size_t>(i)] != 0) {
            parts.append(folders[i]);
            gap = false;
        } else if (!gap) {
            parts.append(kEllipsis);
            gap = true;
        }
    }
    return parts.join(u'/') + u'/' + name;
}

/// The name shares the room with the folders that tell it from others, where there are any.
QString squeezed(const QFontMetrics& metrics, const QString& folders, const QString& name,
                 int width, const QVector<int>& telling)
{
    const int room = width - metrics.horizontalAdvance(u'/');
    const QString left = metrics.horizontalAdvance(folders) <= room * 2 / 5
                             ? folders
                             : ends(metrics, folders, room * 2 / 5);
    const int rest = room - metrics.horizontalAdvance(left);
    const QString right =
        metrics.horizontalAdvance(name) <= rest ? name : nameIn(metrics, name, rest, telling);
    const QString both = left + u'/' + right;
    return left.isEmpty() || right.isEmpty() || metrics.horizontalAdvance(both) > width
               ? nameIn(metrics, name, width, telling)
               : both;
}

QString pathIn(const QFontMetrics& metrics, const QString& path, int width,
               const QVector<int>& telling)
{
    const qsizetype slash = path.lastIndexOf(u'/');
    QVector<int> ofName;
    for (const int part : telling) {
        if (part < 0) {
            ofName.append(-1 - part);
        }
    }
    if (slash <= 0) {
        return nameIn(metrics, path, width, ofName);
    }
    const QString name = path.mid(slash + 1);
    const QStringList folders = path.first(slash).split(u'/');
    std::vector<char> kept(static_cast<size_t>(folders.size()), 0);
    const auto fits = [&] {
        return metrics.horizontalAdvance(joined(folders, kept, name)) <= width;
    };
    QStringList told;
    for (const int folder : telling) {
        if (folder >= 0 && folder < folders.size()) {
            kept[static_cast<size_t>(folder)] = 1;
            told.append(folders[folder]);
        }
    }
    const QString tail = u'/' + name;
    if (!fits()) {
        // As much of what tells as there is room for, beside the whole name or not.
        const QString ahead = QStringLiteral("…/");
        const QString part =
            ends(metrics, told.join(u'/'), width - metrics.horizontalAdvance(ahead + tail));
        const QString whole = ahead + part + tail;
        return part.size() > 3 && metrics.horizontalAdvance(whole) <= width
                   ? whole
                   : squeezed(metrics, told.join(u'/'), name, width, ofName);
    }
    for (char& one : kept) { // from the front, what fits
        const char before = one;
        one = 1;
        one = fits() ? one : before;
    }
    return joined(folders, kept, name);
}

/// "csrc/a.cu:12:3" without its line and column.
QStringView withoutLine(QStringView path)
{
    for (int turn = 0; turn < 2; ++turn) {
        const qsizetype colon = path.lastIndexOf(u':');
        const QStringView number = path.sliced(colon + 1);
        const bool digits =
            colon > 0 && !number.isEmpty() &&
            std::all_of(number.begin(), number.end(), [](QChar c) { return c.isDigit(); });
        if (!digits) {
            break;
        }
        path = path.first(colon);
    }
    return path;
}

/// The part of `paths[own]` that the fewest of `among`, which becomes those, have anywhere; the
/// nearest of them; negative: none tells it from any.
int tellingAmong(const QVector<QStringList>& paths, qsizetype own, QVector<qsizetype>& among)
{
    const QStringList& folders = paths[own];
    int best = -1;
    QVector<qsizetype> left = among;
    for (qsizetype i = 1; i <= folders.size() && left.size() > 1; ++i) {
        QVector<qsizetype> same;
        for (const qsizetype other : std::as_const(among)) {
            if (paths[other].contains(folders[folders.size() - i])) {
                same.append(other);
            }
        }
        if (same.size() < left.size()) {
            left = same;
            best = static_cast<int>(folders.size() - i);
        }
    }
    among = left;
    return best;
}

/// For each of `paths`, given by their parts, those that tell it from the others, three at most.
QVector<QVector<int>> tell(const QVector<QStringList>& paths)
{
    constexpr int kMostFolders = 3;
    constexpr qsizetype kMostPaths = 100; // of more each has its last part
    QVector<QVector<int>> telling;
    for (qsizetype own = 0; own < paths.size(); ++own) {
        QVector<int> found;
        if (paths.size() > kMostPaths) {
            found.append(static_cast<int>(paths[own].size()) - 1);
        }
        QVector<qsizetype> among(paths.size() > kMostPaths ? 0 : paths.size());
        std::iota(among.begin(), among.end(), 0);
        while (among.size() > 1 && found.size() < kMostFolders) {
            const int folder = tellingAmong(paths, own, among);
            if (folder < 0 || found.contains(folder)) {
                break;
            }
            found.append(folder);
        }
        std::sort(found.begin(), found.end());
        telling.append(found);
    }
    return telling;
}

} // namespace

QString elided(const QFontMetrics& metrics, const QString& text, ElideAs as, int width,
               const QVector<int>& telling)
{
    QString line = visibleLine(text);
    if (metrics.horizontalAdvance(line) <= width) {
        return line;
    }
    switch (as) {
    case ElideAs::Name:
        return nameIn(metrics, line, width, telling);
    case ElideAs::Path:
        return pathIn(metrics, line, width, telling);
    case ElideAs::Sentence:
        break;
    }
    return elidedLine(metrics, line, Qt::ElideRight, width);
}

QStringList wrapped(const QFont& font, const QString& text, int width, int most)
{
    const QFontMetrics metrics(font);
    QStringList lines;
    const QStringList paragraphs = visibleText(text).split(u'\n');
    for (const QString& paragraph : paragraphs) {
        QTextLayout layout(paragraph, font);
        QTextOption option;
        option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
        layout.setTextOption(option);
        layout.beginLayout();
        for (QTextLine line = layout.createLine(); line.isValid(); line = layout.createLine()) {
            line.setLineWidth(std::max(width, 1));
            if (lines.size() == most) { // more than there are lines: the last says so
                lines.last() =
                    elidedLine(metrics, lines.last() + u' ' + paragraph.mid(line.textStart()),
                               Qt::ElideRight, width);
                layout.endLayout();
                return lines;
            }
            lines.append(paragraph.mid(line.textStart(), line.textLength()).trimmed());
        }
        layout.endLayout();
    }
    return lines;
}

QHash<QString, QVector<int>> tellingParts(const QStringList& texts, ElideAs as)
{
    const bool path = as == ElideAs::Path;
    QHash<QString, QSet<QString>> byName; // file's name -> folders
    QHash<QString, QSet<QString>> byEnds; // first and last token -> names
    for (const QString& text : texts) {
        const QStringView file = path ? withoutLine(text) : QStringView(text);
        const qsizetype slash = path ? file.lastIndexOf(u'/') : -1;
        const QString name = file.sliced(slash + 1).toString();
        byName[name].insert(file.first(std::max<qsizetype>(slash, 0)).toString());
        const QStringList tokens = tokensOf(name);
        if (tokens.size() > 2) { // else the ends are all there is
            byEnds[tokens.first() + u'\n' + tokens.last()].insert(name);
        }
    }
    QHash<QString, QVector<int>> ofName;
    for (const QSet<QString>& names : std::as_const(byEnds)) {
        QVector<QStringList> tokens;
        for (const QString& name : names) {
            tokens.append(tokensOf(name));
        }
        const QVector<QVector<int>> telling = tell(tokens);
        for (qsizetype i = 0; i < tokens.size() && tokens.size() > 1; ++i) {
            ofName.insert(tokens[i].join(QString()), telling[i]);
        }
    }
    QHash<QString, QVector<int>> ofFile;
    for (auto it = byName.cbegin(); path && it != byName.cend(); ++it) {
        QVector<QStringList> folders;
        for (const QString& folder : *it) {
            folders.append(folder.isEmpty() ? QStringList() : folder.split(u'/'));
        }
        const QVector<QVector<int>> telling = tell(folders);
        for (qsizetype i = 0; i < folders.size() && folders.size() > 1; ++i) {
            ofFile.insert(folders[i].join(u'/') + u'/' + it.key(), telling[i]);
        }
    }
    QHash<QString, QVector<int>> found;
    for (const QString& text : texts) {
        const QString file = path ? withoutLine(text).toString() : text;
        QVector<int> parts = ofFile.value(file.contains(u'/') ? file : u'/' + file);
        const QVector<int> tokens =
            ofName.value(path ? file.mid(file.lastIndexOf(u'/') + 1) : file);
        for (const int token : tokens) {
            parts.append(path ? -1 - token : token);
        }
        if (!parts.isEmpty()) {
            found.insert(text, parts);
        }
    }
    return found;
}

} // namespace rocport
