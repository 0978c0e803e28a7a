#include "core/rules/cpp/ownincludes.h"

#include "core/base/words.h"
#include "core/text/bytes.h"

#include <QHash>

namespace rocport {

void addOwnInclude(std::string_view header, FileFeatures& features)
{
    const size_t slash = header.find_last_of("/\\");
    const std::string_view name =
        slash == std::string_view::npos ? header : header.substr(slash + 1);
    const QByteArray bytes = toBytes(name);
    const Language language = languageOfFile(bytes);
    if (language == Language::Cuda || language == Language::Cpp) {
        features.add(FeatureKind::OwnInclude, QString::fromUtf8(bytes));
    }
}

QHash<QByteArray, QVector<QByteArray>>
includersByName(const std::vector<const FileAnalysis*>& files)
{
    QHash<QByteArray, QVector<QByteArray>> includers;
    for (const FileAnalysis* file : files) {
        if (file == nullptr) {
            continue;
        }
        for (const FileFeature& include : file->features.values(FeatureKind::OwnInclude)) {
            includers[include.text.toUtf8()].append(file->path.fileName());
        }
    }
    return includers;
}

QSet<QByteArray> withIncluders(const QHash<QByteArray, QVector<QByteArray>>& includers,
                               const QSet<QByteArray>& names)
{
    QSet<QByteArray> reached = names;
    QVector<QByteArray> open(names.begin(), names.end());
    while (!open.isEmpty()) {
        for (const QByteArray& next : includers.value(open.takeLast())) {
            if (!reached.contains(next)) {
                reached.insert(next);
                open.append(next);
            }
        }
    }
    return reached;
}

QSet<QByteArray> namesWith(const std::vector<const FileAnalysis*>& files, FeatureKind feature)
{
    QSet<QByteArray> names;
    for (const FileAnalysis* file : files) {
        if (file != nullptr && file->features.has(feature)) {
            names.insert(file->path.fileName());
        }
    }
    return names;
}

QSet<QByteArray> includersOfAmd(const std::vector<const FileAnalysis*>& files)
{
    const QSet<QByteArray> headers = namesWith(files, FeatureKind::OwnAmdHeader);
    return headers.isEmpty() ? headers : withIncluders(includersByName(files), headers);
}

} // namespace rocport
