#include "core/lanes/lanedata.h"

#include "core/files/filewriter.h"
#include "core/files/readfile.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QStringList>
#include <QVector>

#include <utility>

namespace rocport {

namespace {

constexpr int kMostEntries = 4096;
constexpr qint64 kMostCopiedBytes = 64LL << 20;
constexpr int kDeepestLinked = 3;
constexpr int kDeepestCopied = 16;

/// A folder of the repository, and the one that is made for it.
struct DataFolder
{
    QString from;
    QString to;
    int deepest = 0;        ///< so many folders, each in the one before, are made in it
    QString except;         ///< an entry that is made already
    bool mayBeLink = false; ///< where there is no room for what is in it
    bool isOwn = false;     ///< the source's own or in it: the program may write to what is there
};

class DataPlacer
{
public:
    DataPlacer(const LaneDataRequest& request, CancelToken cancel)
        : m_request(request), m_cancel(std::move(cancel))
    {
    }

    Result<LaneData> place()
    {
        const bool copies = m_request.copies;
        QString from = m_request.root;
        QString to = m_request.target;
        const QStringList parts = m_request.folder.split(u'/', Qt::SkipEmptyParts);
        for (const QString& part : parts) {
            m_folders.prepend({from, to, copies ? kDeepestCopied : 0, part, false, false});
            from += u'/' + part;
            to += u'/' + part;
        }
        m_folders.prepend({from, to, copies ? kDeepestCopied : kDeepestLinked, {}, false, true});
        for (qsizetype i = 0; i < m_folders.size(); ++i) { // it grows by the folders in them
            if (auto done = make(DataFolder(m_folders[i])); !done) {
                return done.error();
            }
        }
        if (!parts.isEmpty()) {
            const QFileInfoList entries =
                QDir(m_request.target).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot);
            for (const QFileInfo& entry : entries) { // those of that name beside the source stay
                QFile::link(entry.absoluteFilePath(), to + u'/' + entry.fileName());
            }
        }
        return LaneData{to, note()};
    }

private:
    /// What is to be made in it, in any order: one more than there is room for tells that.
    [[nodiscard]] QFileInfoList entriesOf(const DataFolder& folder) const
    {
        QFileInfoList all;
        QDirIterator entries(folder.from, QDir::AllEntries | QDir::NoDotAndDotDot);
        while (entries.hasNext() && all.size() <= m_left) {
            entries.next();
            // The job's folder may lie in the repository.
            if (entries.fileName() != folder.except && entries.filePath() != m_request.target) {
                all.append(entries.fileInfo());
            }
        }
        return all;
    }

    Result<void> make(const DataFolder& folder)
    {
        const QFileInfoList entries = entriesOf(folder);
        if (entries.size() > m_left && folder.mayBeLink) {
            link(folder.from, folder.to);
            return {};
        }
        if (auto made = makeFolder(folder.to, FileAccess::Private); !made) {
            return made;
        }
        for (const QFileInfo& entry : entries) {
            if (m_cancel.isCancelled()) {
                return Error{ErrorCode::Cancelled, QString(), QString()};
            }
            if (m_left == 0) {
                m_isMissing = true;
                return {};
            }
            --m_left;
            const QString path = entry.absoluteFilePath();
            const QString name = folder.to + u'/' + entry.fileName();
            if (folder.deepest > 0 && entry.isDir() && !entry.isSymLink()) {
                m_folders.append(
                    {path, name, folder.deepest - 1, {}, !m_request.copies, folder.isOwn});
            } else if (!m_request.copies && folder.isOwn) {
                if (auto done = copyOrLink(entry, name); !done) {
                    return done;
                }
            } else if (!m_request.copies) {
                link(path, name);
            } else if (auto done = copy(path, name); !done) {
                return done;
            }
        }
        return {};
    }

    void link(const QString& from, const QString& to)
    {
        if (!QFile::link(from, to)) {
            m_isMissing = true;
        }
    }

    /// A copy, which the program may write to; what is no file, or too large, is a link. Errors:
    /// those of writing.
    Result<void> copyOrLink(const QFileInfo& entry, const QString& to)
    {
        const QString from = entry.absoluteFilePath();
        const bool isSmall = entry.isFile() && !entry.isSymLink() && entry.size() <= m_bytesLeft;
        const auto bytes = isSmall ? readFile(from, m_bytesLeft)
                                   : Result<QByteArray>(Error{ErrorCode::FileTooLarge, {}, from});
        if (!bytes) {
            link(from, to);
            return {};
        }
        m_bytesLeft -= bytes->size();
        auto written = writeFile(to, *bytes, FileAccess::Private, Durability::Later);
        if (written && entry.isExecutable()) {
            QFile::setPermissions(to, QFile::permissions(to) | QFileDevice::ExeOwner);
        }
        return written;
    }

    /// What is no file, cannot be read or is too large is left out. Errors: those of writing.
    Result<void> copy(const QString& from, const QString& to)
    {
        const auto bytes = readFile(from, m_bytesLeft);
        if (!bytes) {
            m_isMissing = true;
            return {};
        }
        m_bytesLeft -= bytes->size();
        return writeFile(to, *bytes, FileAccess::Private, Durability::Later);
    }

    [[nodiscard]] QString note() const
    {
        if (!m_isMissing) {
            return {};
        }
        return m_request.copies
                   ? QStringLiteral(
                         "Without a sandbox the program finds only copies of what lies "
                         "beside its source, and not all of it: 4,096 files and folders, "
                         "16 levels deep, and 64 MiB at most, no links to folders, and nothing "
                         "that "
                         "cannot be read.")
                   : QStringLiteral("The program does not find all that lies beside its source and "
                                    "in the folders above it: that is more than 4,096 files and "
                                    "folders.");
    }

    const LaneDataRequest& m_request;
    CancelToken m_cancel;
    QVector<DataFolder> m_folders; ///< in the order in which they are made
    int m_left = kMostEntries;
    qint64 m_bytesLeft = kMostCopiedBytes;
    bool m_isMissing = false; ///< something was left out
};

} // namespace

Result<LaneData> placeLaneData(const LaneDataRequest& request, const CancelToken& cancel)
{
    return DataPlacer(request, cancel).place();
}

} // namespace rocport
