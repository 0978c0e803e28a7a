#include "ui/review/reviewplace.h"

#include <QStringList>

#include <algorithm>

namespace rocport {

namespace {

enum Field { Key, Path, TopLine, Status, Grouping, Severities, Verdicts, Kinds, Text, FieldCount };

constexpr qsizetype kMostText = 500; // of the filter's field

QString numbersOf(const QSet<int>& set)
{
    QList<int> sorted(set.cbegin(), set.cend());
    std::sort(sorted.begin(), sorted.end());
    QStringList texts;
    for (const int value : std::as_const(sorted)) {
        texts.append(QString::number(value));
    }
    return texts.join(u',');
}

QSet<int> setOf(const QString& text, int last)
{
    QSet<int> set;
    for (const QString& part : text.split(u',', Qt::SkipEmptyParts)) {
        bool number = false;
        const int value = part.toInt(&number);
        if (number && value >= 0 && value <= last) {
            set.insert(value);
        }
    }
    return set;
}

int boundedOf(const QString& text, int last)
{
    bool number = false;
    const int value = text.toInt(&number);
    return number && value >= 0 && value <= last ? value : 0;
}

} // namespace

QString ReviewPlace::toText() const
{
    QStringList fields(FieldCount);
    fields[Key] = QString::fromLatin1(key);
    fields[Path] = QString::fromLatin1(path.bytes().toHex());
    fields[TopLine] = QString::number(topLine);
    fields[Status] = QString::number(static_cast<int>(status));
    fields[Grouping] = QString::number(static_cast<int>(grouping));
    fields[Severities] = numbersOf(chips.severities);
    fields[Verdicts] = numbersOf(chips.verdicts);
    fields[Kinds] = numbersOf(chips.kinds);
    fields[Text] = QString::fromLatin1(text.left(kMostText).toUtf8().toHex());
    return fields.join(u' ');
}

ReviewPlace ReviewPlace::fromText(const QString& line)
{
    QStringList fields = line.split(u' ');
    fields.resize(FieldCount);
    ReviewPlace place;
    place.key = fields[Key].toLatin1();
    place.path = RepoPath(QByteArray::fromHex(fields[Path].toLatin1()));
    place.topLine = std::max(0, fields[TopLine].toInt());
    place.status =
        static_cast<ReviewStatus>(boundedOf(fields[Status], static_cast<int>(ReviewStatus::All)));
    place.grouping = static_cast<ReviewGrouping>(
        boundedOf(fields[Grouping], static_cast<int>(ReviewGrouping::Rules)));
    place.chips = {setOf(fields[Severities], static_cast<int>(Severity::Critical)),
                   setOf(fields[Verdicts], static_cast<int>(Verdict::Compiled)),
                   setOf(fields[Kinds], static_cast<int>(ChangeKind::Names))};
    place.text = QString::fromUtf8(QByteArray::fromHex(fields[Text].toLatin1())).left(kMostText);
    return place;
}

} // namespace rocport
