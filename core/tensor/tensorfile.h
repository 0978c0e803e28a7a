#pragma once

#include "core/base/cancel.h"
#include "core/tensor/bytesource.h"
#include "core/tensor/elementtype.h"

#include <QMap>
#include <QStringList>
#include <QVector>

#include <memory>

namespace rocport {

/// What is known of a tensor without reading it.
struct TensorInfo
{
    QString name;
    ElementType type = ElementType::Float32;
    QString typeName; ///< as the file has it, where it is none of ours
    QVector<qint64> shape;
    qint64 elements = 0;
    QString problem; ///< a sentence why its elements cannot be read; empty: they can

    [[nodiscard]] qint64 bytes() const { return elements * elementSize(type); }
    [[nodiscard]] QString shownType() const
    {
        return typeName.isEmpty() ? elementTypeName(type) : typeName;
    }
};

/// The elements of one tensor. Reading is safe from several threads at once.
class TensorData
{
public:
    TensorData(TensorInfo info, std::shared_ptr<const ByteSource> source, qint64 offset,
               bool swapped);

    [[nodiscard]] const TensorInfo& info() const { return m_info; }
    /// `count` elements from `first` on, in this machine's order of bytes. Errors: ParseFailed,
    /// FileUnreadable.
    [[nodiscard]] Result<void> read(qint64 first, qint64 count, char* to) const;

private:
    TensorInfo m_info;
    std::shared_ptr<const ByteSource> m_source;
    qint64 m_offset;
    bool m_swapped;
};

enum class TensorFormat : quint8 { Safetensors, Npy, Npz, Raw };

class TensorFileReader;

/// A file with tensors: .safetensors, .npy, .npz, or plain bytes of a type and shape that are
/// given. Opening reads what describes the tensors, never the tensors; nothing in the file is
/// trusted. A value; copies share the open file.
class TensorFile
{
public:
    /// By the file's name. Errors: FileNotFound, FileUnreadable, FileTooLarge (a description over
    /// 32 MiB), ParseFailed, Cancelled, InvalidArgument (a kind of file that is not read; the
    /// sentence for a pickle says what to do).
    static Result<TensorFile> open(const QString& path, const CancelToken& cancel = {});
    /// Errors: FileNotFound, FileUnreadable, InvalidArgument (shape), ParseFailed (another length).
    static Result<TensorFile> openRaw(const QString& path, ElementType type,
                                      const QVector<qint64>& shape);
    /// Whether open() knows what to do with a file of this name.
    static bool isTensorFile(const QString& path);
    /// The name without folder and without the ending of its format.
    static QString stem(const QString& path);

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] TensorFormat format() const { return m_format; }
    /// In the file's order.
    [[nodiscard]] const QVector<TensorInfo>& tensors() const { return m_tensors; }
    [[nodiscard]] const QMap<QString, QString>& metadata() const { return m_metadata; }
    /// Sentences on what was left aside.
    [[nodiscard]] const QStringList& notes() const { return m_notes; }
    /// -1 where there is none of that name.
    [[nodiscard]] qsizetype indexOf(const QString& name) const;

    /// The elements of a tensor. One that is compressed is unpacked now: up to 16 MiB in memory,
    /// more into a temporary file that has no name. Errors: ParseFailed, FileUnreadable,
    /// FileWriteFailed, DiskFull, Cancelled.
    [[nodiscard]] Result<std::shared_ptr<const TensorData>>
    data(qsizetype index, const CancelToken& cancel = {}) const;

private:
    friend class TensorFileReader;
    struct Place
    {
        qint64 offset = 0; ///< of the first element, in the file or, compressed, in the entry
        bool swapped = false;
        qsizetype entry = -1; ///< of a zip archive, when it is compressed
    };

    QString m_path;
    TensorFormat m_format = TensorFormat::Raw;
    std::shared_ptr<const ByteSource> m_source;
    QVector<TensorInfo> m_tensors;
    QVector<Place> m_places;
    std::shared_ptr<const class ZipEntries> m_entries;
    QMap<QString, QString> m_metadata;
    QStringList m_notes;
};

/// One tensor to be written.
struct TensorToWrite
{
    QString name;
    ElementType type = ElementType::Float32;
    QVector<qint64> shape;
    QByteArray bytes; ///< in the order of bytes of this machine
};

/// Writes a safetensors file beside and renames. Errors: InvalidArgument (length against shape,
/// two of one name), FileWriteFailed, DiskFull.
Result<void> writeSafetensors(const QString& path, const QVector<TensorToWrite>& tensors,
                              const QMap<QString, QString>& metadata = {});

} // namespace rocport
