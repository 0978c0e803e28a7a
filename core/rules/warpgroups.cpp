#include "core/rules/warpgroups.h"

#include "core/rules/ownincludes.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

/// Names of files as numbers, with what includes what.
class Includes
{
public:
    int number(const QByteArray& name)
    {
        const auto known = m_numbers.constFind(name);
        if (known != m_numbers.constEnd()) {
            return *known;
        }
        const int fresh = static_cast<int>(m_group.size());
        m_numbers.insert(name, fresh);
        m_group.push_back(fresh);
        m_includers.emplace_back();
        m_leads.push_back(false);
        m_narrow.push_back(false);
        return fresh;
    }

    void add(const FileAnalysis& file)
    {
        const int self = number(file.path.fileName());
        for (const QString& feature : file.features) {
            if (feature.startsWith(kOwnInclude)) {
                const int header = number(feature.mid(kOwnInclude.size()).toUtf8());
                m_includers[static_cast<size_t>(header)].push_back(self);
            } else if (feature == kWarpsUsed) {
                m_users.push_back(self);
            } else if (feature == kWarpsOf32) {
                m_narrow[static_cast<size_t>(self)] = true;
            }
        }
    }

    /// Joins each file with the headers that it includes and that lead to the use of warps.
    void join()
    {
        std::vector<int> open = m_users;
        for (const int one : open) {
            m_leads[static_cast<size_t>(one)] = true;
        }
        while (!open.empty()) {
            const int header = open.back();
            open.pop_back();
            for (const int includer : m_includers[static_cast<size_t>(header)]) {
                m_group[static_cast<size_t>(leader(includer))] = leader(header);
                if (!m_leads[static_cast<size_t>(includer)]) {
                    m_leads[static_cast<size_t>(includer)] = true;
                    open.push_back(includer);
                }
            }
        }
        for (size_t i = 0; i < m_narrow.size(); ++i) {
            if (m_narrow[i]) {
                m_narrowGroups.insert(leader(static_cast<int>(i)));
            }
        }
    }

    [[nodiscard]] bool isNarrow(const QByteArray& name)
    {
        return m_narrowGroups.contains(leader(number(name)));
    }

private:
    int leader(int one)
    {
        while (m_group[static_cast<size_t>(one)] != one) {
            int& next = m_group[static_cast<size_t>(one)];
            next = m_group[static_cast<size_t>(next)];
            one = next;
        }
        return one;
    }

    QHash<QByteArray, int> m_numbers;
    std::vector<int> m_group;
    std::vector<std::vector<int>> m_includers;
    std::vector<bool> m_leads;
    std::vector<bool> m_narrow;
    std::vector<int> m_users;
    QSet<int> m_narrowGroups;
};

} // namespace

WarpGroups groupWarps(const std::vector<const FileAnalysis*>& files)
{
    Includes includes;
    WarpGroups groups;
    QSet<QString> others;
    for (const FileAnalysis* file : files) {
        if (file == nullptr) {
            continue;
        }
        includes.add(*file);
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
    includes.join();
    for (const FileAnalysis* file : files) {
        if (file != nullptr && file->features.contains(kWarpsUsed) &&
            !file->features.contains(kWarpsOf32) && includes.isNarrow(file->path.fileName())) {
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
