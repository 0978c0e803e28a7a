#include "core/project/session/helppages.h"

#include "core/files/readfile.h"
#include "core/report/markdownhtml.h"
#include "core/store/storeversion.h"
#include "core/text/tomlsource.h"
#include "core/vcs/gitversion.h"

#include <QDir>
#include <QRegularExpression>

#include <algorithm>

namespace rocport {

namespace {

const QString kRoot = QStringLiteral(":/rocport/help/");
const QString kChanges = QStringLiteral("changelog");
const QString kIndex = QStringLiteral("README"); ///< what the list of pages is made of, no page

QString fileOf(const QString& id)
{
    return id == kChanges ? kRoot + QStringLiteral("CHANGELOG.md")
                          : kRoot + QStringLiteral("docs/%1.md").arg(id);
}

QString titleOf(const QString& markdown, const QString& id)
{
    const QString first = markdown.section(u'\n', 0, 0);
    return first.startsWith(QLatin1StringView("# ")) ? first.sliced(2).trimmed() : id;
}

/// The ids of the pages that the index leads to, in its order.
QStringList idsInOrder()
{
    static const QRegularExpression link(QStringLiteral("\\]\\(([\\w-]+)\\.md[#)]"));
    const Result<QByteArray> index = readResource(fileOf(kIndex));
    QStringList ids;
    auto links = link.globalMatch(index ? QString::fromUtf8(*index) : QString());
    while (links.hasNext()) {
        ids.append(links.next().captured(1));
    }
    ids.removeDuplicates();
    return ids;
}

/// Without pictures, and without links to files of the repository.
QString readable(QString markdown)
{
    static const QRegularExpression picture(QStringLiteral("!\\[[^\\]\\n]*\\]\\([^)\\n]*\\)"));
    static const QRegularExpression link(
        QStringLiteral("\\[([^\\]\\n]*)\\]\\((?!https?:)[^)\\n]*\\)"));
    markdown.remove(picture);
    return markdown.replace(link, QStringLiteral("\\1"));
}

} // namespace

QVector<HelpPage> helpPages()
{
    QVector<HelpPage> pages;
    const QStringList files =
        QDir(kRoot + QStringLiteral("docs")).entryList({QStringLiteral("*.md")}, QDir::Files);
    for (const QString& file : files) {
        const QString id = file.chopped(3);
        if (id == kIndex) {
            continue;
        }
        const Result<QByteArray> bytes = readResource(fileOf(id));
        pages.append({id, bytes ? titleOf(QString::fromUtf8(*bytes), id) : id});
    }
    const QStringList order = idsInOrder();
    const auto placeOf = [&](const HelpPage& page) {
        const qsizetype place = order.indexOf(page.id);
        return place < 0 ? order.size() : place;
    };
    std::sort(pages.begin(), pages.end(), [&](const HelpPage& a, const HelpPage& b) {
        const qsizetype first = placeOf(a);
        const qsizetype second = placeOf(b);
        return first != second ? first < second : a.title.compare(b.title, Qt::CaseInsensitive) < 0;
    });
    pages.prepend({kChanges, QStringLiteral("What is new")});
    return pages;
}

Result<QByteArray> helpPageMarkdown(const QString& id)
{
    Result<QByteArray> bytes = readResource(fileOf(id));
    if (!bytes) {
        return Error{ErrorCode::FileNotFound, QStringLiteral("there is no such page of help"), id};
    }
    return bytes;
}

Result<QString> helpPageHtml(const QString& id)
{
    const Result<QByteArray> bytes = helpPageMarkdown(id);
    if (!bytes) {
        return bytes.error();
    }
    return markdownToHtml(readable(QString::fromUtf8(*bytes)));
}

QVector<QPair<QString, QString>> coreLibraries()
{
    return {{QStringLiteral("libgit2"), libgit2Version()},
            {QStringLiteral("SQLite"), sqliteVersion()},
            {QStringLiteral("tree-sitter"), QStringLiteral(ROCPORT_TREE_SITTER_VERSION)},
            {QStringLiteral("toml++"), tomlLibraryVersion()},
            {QStringLiteral("MD4C"), QStringLiteral(ROCPORT_MD4C_VERSION)}};
}

} // namespace rocport
