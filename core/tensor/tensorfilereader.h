#pragma once

#include "core/tensor/tensorfile.h"
#include "core/tensor/zipreader.h"

#include <QJsonArray>
#include <QJsonObject>

namespace rocport {

/// The entries of an archive, shared by the copies of a TensorFile.
class ZipEntries
{
public:
    QVector<ZipEntry> list;
};

struct NpyHeader;

/// Fills a TensorFile from one format. For TensorFile only.
class TensorFileReader
{
public:
    TensorFileReader(const QString& path, std::shared_ptr<const ByteSource> source,
                     TensorFormat format);

    Result<TensorFile> readSafetensors();
    Result<TensorFile> readNpy();
    Result<TensorFile> readNpz(const CancelToken& cancel);
    Result<TensorFile> readRaw(ElementType type, const QVector<qint64>& shape);

private:
    Result<void> addSafetensor(const QString& name, const QJsonObject& object, qint64 dataOffset);
    /// Refuses overlaps and bytes that belong to no tensor.
    [[nodiscard]] Result<QVector<qsizetype>> orderOfPlaces(qint64 dataOffset) const;
    Result<void> addNpyEntry(const ZipEntry& entry, qsizetype index, const CancelToken& cancel);
    void add(const QString& name, const NpyHeader& header, TensorFile::Place place);
    [[nodiscard]] Error wrong(const QString& detail) const;

    TensorFile m_file;
    struct Range
    {
        qint64 begin = 0;
        qint64 end = 0;
        QString name;
    };
    QVector<Range> m_ranges; ///< of safetensors, relative to the data
};

} // namespace rocport
