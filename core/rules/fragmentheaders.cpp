#include "core/rules/fragmentheaders.h"

#include "core/rules/cppmarks.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

constexpr QLatin1StringView kOwnInclude("own-include:");

bool holdsFragments(const QStringList& features)
{
    return std::any_of(features.begin(), features.end(), [](const QString& one) {
        return one == kMatrixFragments ||
               (one.startsWith(QLatin1StringView("cuda-include")) && one.endsWith(u":mma.h"));
    });
}

/// Files and what they include, by file names.
class Includes
{
public:
    void add(const FileAnalysis& file)
    {
        const QByteArray name = file.path.fileName();
        for (const QString& feature : file.features) {
            if (feature.startsWith(kOwnInclude)) {
                const QByteArray header = feature.mid(kOwnInclude.size()).toUtf8();
                m_of[name].append(header);
                m_from[header].append(name);
            }
        }
    }

    /// Names with all that their files include, or that include them.
    [[nodiscard]] QSet<QByteArray> reach(const QSet<QByteArray>& names, bool including) const
    {
        const QHash<QByteArray, QVector<QByteArray>>& edges = including ? m_from : m_of;
        QSet<QByteArray> reached = names;
        QVector<QByteArray> open(names.begin(), names.end());
        while (!open.isEmpty()) {
            for (const QByteArray& next : edges.value(open.takeLast())) {
                if (!reached.contains(next)) {
                    reached.insert(next);
                    open.append(next);
                }
            }
        }
        return reached;
    }

private:
    QHash<QByteArray, QVector<QByteArray>> m_of;
    QHash<QByteArray, QVector<QByteArray>> m_from;
};

} // namespace

void addOwnInclude(std::string_view header, QStringList& features)
{
    const size_t slash = header.find_last_of("/\\");
    const std::string_view name =
        slash == std::string_view::npos ? header : header.substr(slash + 1);
    const QByteArray bytes(name.data(), static_cast<qsizetype>(name.size()));
    if (isCppHeader(RepoPath(bytes))) {
        features.append(kOwnInclude + QString::fromUtf8(bytes));
    }
}

QSet<QByteArray> headersOfFragments(const std::vector<const FileAnalysis*>& files)
{
    Includes includes;
    QSet<QByteArray> narrow;
    for (const FileAnalysis* file : files) {
        if (file != nullptr && holdsFragments(file->features)) {
            narrow.insert(file->path.fileName());
        }
    }
    if (narrow.isEmpty()) {
        return {};
    }
    for (const FileAnalysis* file : files) {
        if (file != nullptr) {
            includes.add(*file);
        }
    }
    return includes.reach(includes.reach(narrow, true), false);
}

QSet<QByteArray> includersOfAmd(const std::vector<const FileAnalysis*>& files)
{
    Includes includes;
    QSet<QByteArray> headers;
    for (const FileAnalysis* file : files) {
        if (file != nullptr && file->features.contains(kOwnAmdHeader)) {
            headers.insert(file->path.fileName());
        }
    }
    if (headers.isEmpty()) {
        return {};
    }
    for (const FileAnalysis* file : files) {
        if (file != nullptr) {
            includes.add(*file);
        }
    }
    return includes.reach(headers, true);
}

} // namespace rocport
