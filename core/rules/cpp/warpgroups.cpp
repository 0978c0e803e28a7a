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
    const QSet<QByteArray> leading = withIncluders(includers, namesWith(files, kWarpsUsed));
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
        const bool stays =
            file->features.contains(kWarpsOf32) || file->features.contains(kWarpsKept);
        for (const QString& feature : file->features) {
            if (feature.startsWith(kWarpWidth)) {
                (stays ? groups.widths : others).insert(feature.mid(kWarpWidth.size()));
            } else if (feature.startsWith(kWarpWidthOther)) {
                others.insert(feature.mid(kWarpWidthOther.size()));
            }
        }
    }
    groups.widths.subtract(others);
    NameGroups shared = sharedCode(files);
    QSet<QByteArray> narrow;
    for (const QByteArray& name : namesWith(files, kWarpsOf32)) {
        narrow.insert(shared.leader(name));
    }
    for (const FileAnalysis* file : files) {
        if (file != nullptr && file->features.contains(kWarpsUsed) &&
            !file->features.contains(kWarpsOf32) &&
            narrow.contains(shared.leader(file->path.fileName()))) {
            groups.kept.insert(file->path);
        }
    }
    return groups;
}

bool isForOtherGroups(const FileAnalysis& file, const WarpGroups& groups)
{
    if (!file.features.contains(kWarpsUsed)) {
        return false;
    }
    return file.features.contains(kWarpsKept) != groups.kept.contains(file.path) ||
           std::any_of(file.features.begin(), file.features.end(), [&](const QString& one) {
               return (one.startsWith(kWarpWidthUnknown) &&
                       groups.widths.contains(one.mid(kWarpWidthUnknown.size()))) ||
                      (one.startsWith(kWarpWidthKnown) &&
                       !groups.widths.contains(one.mid(kWarpWidthKnown.size())));
           });
}

} // namespace rocport
