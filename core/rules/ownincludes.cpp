#include "core/rules/ownincludes.h"

#include "core/base/words.h"

#include <QHash>

namespace rocport {

void addOwnInclude(std::string_view header, QStringList& features)
{
    const size_t slash = header.find_last_of("/\\");
    const std::string_view name =
        slash == std::string_view::npos ? header : header.substr(slash + 1);
    const QByteArray bytes(name.data(), static_cast<qsizetype>(name.size()));
    const Language language = languageOfFile(bytes);
    if (language == Language::Cuda || language == Language::Cpp) {
        features.append(kOwnInclude + QString::fromUtf8(bytes));
    }
}

QSet<QByteArray> includersOfAmd(const std::vector<const FileAnalysis*>& files)
{
    QSet<QByteArray> reached;
    for (const FileAnalysis* file : files) {
        if (file != nullptr && file->features.contains(kOwnAmdHeader)) {
            reached.insert(file->path.fileName());
        }
    }
    if (reached.isEmpty()) {
        return {};
    }
    QHash<QByteArray, QVector<QByteArray>> includers;
    for (const FileAnalysis* file : files) {
        if (file == nullptr) {
            continue;
        }
        for (const QString& feature : file->features) {
            if (feature.startsWith(kOwnInclude)) {
                includers[feature.mid(kOwnInclude.size()).toUtf8()].append(file->path.fileName());
            }
        }
    }
    QVector<QByteArray> open(reached.begin(), reached.end());
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

} // namespace rocport
