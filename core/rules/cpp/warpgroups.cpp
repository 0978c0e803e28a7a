#include "core/rules/cpp/warpgroups.h"

#include "core/rules/cpp/ownincludes.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

/// Sets of names that are joined, by a name that leads each.
class NameGroups
{
public:
    QByteArray leader(QByteArray name)
    {
        for (QByteArray next = m_next.value(name, name); next != name;
             next = m_next.value(name, name)) {
            m_next.insert(name, m_next.value(next, next));
            name = next;
        }
        return name;
    }
    void join(const QByteArray& one, const QByteArray& other)
    {
        const QByteArray from = leader(one);
        const QByteArray to = leader(other);
        if (from != to) {
            m_next.insert(from, to);
        }
    }

private:
    QHash<QByteArray, QByteArray> m_next;
};

/// Joins each file with the headers that it includes and that lead to the use of warps.
NameGroups sharedCode(const std::vector<const FileAnalysis*>& files)
{
    NameGroups groups;
    const QHash<QByteArray, QVector<QByteArray>> includers = includersByName(files);
    const QSet<QByteArray> leading =
        withIncluders(includers, namesWith(files, FeatureKind::WarpsUsed));
    for (const QByteArray& header : leading) {
        for (const QByteArray& includer : includers.value(header)) {
            groups.join(includer, header);
        }
    }
    return groups;
}

} // namespace

WarpGroups groupWarps(const std::vector<const FileAnalysis*>& files)
{
    WarpGroups groups;
    QSet<QString> others;
    for (const FileAnalysis* file : files) {
        if (file == nullptr) {
            continue;
        }
        const FileFeatures& features = file->features;
        const bool stays =
            features.has(FeatureKind::WarpsOf32) || features.has(FeatureKind::WarpsKept);
        for (const FileFeature& width : features.values(FeatureKind::WarpWidth)) {
            (stays ? groups.widths : others).insert(width.text);
        }
        for (const FileFeature& width : features.values(FeatureKind::WarpWidthOther)) {
            others.insert(width.text);
        }
    }
    groups.widths.subtract(others);
    NameGroups shared = sharedCode(files);
    QSet<QByteArray> narrow;
    for (const QByteArray& name : namesWith(files, FeatureKind::WarpsOf32)) {
        narrow.insert(shared.leader(name));
    }
    for (const FileAnalysis* file : files) {
        if (file != nullptr && file->features.has(FeatureKind::WarpsUsed) &&
            !file->features.has(FeatureKind::WarpsOf32) &&
            narrow.contains(shared.leader(file->path.fileName()))) {
            groups.kept.insert(file->path);
        }
    }
    return groups;
}

bool isForOtherGroups(const FileAnalysis& file, const WarpGroups& groups)
{
    const FileFeatures& features = file.features;
    if (!features.has(FeatureKind::WarpsUsed)) {
        return false;
    }
    const auto anyOf = [&](FeatureKind kind, bool isOf32) {
        const QStringList names = features.texts(kind);
        return std::any_of(names.begin(), names.end(), [&](const QString& name) {
            return groups.widths.contains(name) == isOf32;
        });
    };
    return features.has(FeatureKind::WarpsKept) != groups.kept.contains(file.path) ||
           anyOf(FeatureKind::WarpWidthUnknown, true) || anyOf(FeatureKind::WarpWidthKnown, false);
}

} // namespace rocport
