#include "core/base/filefeatures.h"

#include <QSet>

#include <algorithm>

namespace rocport {

void FileFeatures::add(FeatureKind kind, const FileFeature& value)
{
    m_values[kind].append(value);
}

void FileFeatures::addOnce(FeatureKind kind, const QString& text)
{
    if (!has(kind, text)) {
        add(kind, text);
    }
}

void FileFeatures::addPlacedTrait(const FileFeature& trait)
{
    QVector<FileFeature>& traits = m_values[FeatureKind::Trait];
    traits.removeIf(
        [&](const FileFeature& one) { return one.line == 0 && one.text == trait.text; });
    traits.append(trait);
}

void FileFeatures::add(const FileFeatures& other)
{
    for (auto it = other.m_values.begin(); it != other.m_values.end(); ++it) {
        m_values[it.key()] += it.value();
    }
}

void FileFeatures::removeDuplicates()
{
    for (QVector<FileFeature>& values : m_values) {
        QSet<FileFeature> seen;
        values.removeIf([&](const FileFeature& value) {
            const qsizetype before = seen.size();
            seen.insert(value);
            return seen.size() == before;
        });
    }
}

bool FileFeatures::has(FeatureKind kind, QStringView text) const
{
    const auto found = m_values.constFind(kind);
    return found != m_values.constEnd() &&
           std::any_of(found->begin(), found->end(),
                       [text](const FileFeature& value) { return value.text == text; });
}

QStringList FileFeatures::texts(FeatureKind kind) const
{
    QStringList texts;
    for (const FileFeature& value : values(kind)) {
        texts.append(value.text);
    }
    return texts;
}

} // namespace rocport
