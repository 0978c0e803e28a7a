#pragma once

#include "core/base/cancel.h"
#include "core/tensor/bytesource.h"
#include "core/tensor/elementtype.h"

#include <QMap>
#include <QStringList>
#include <QVector>

#include <memory>

namespace rocport {

/// What is known about a tensor without reading it.
struct TensorInfo
{
    QString name;
    ElementType type = ElementType::Float32;
    QString typeName; ///< as the file has it, where the type is not supported
    QVector<qint64> shape;
    qint64 elements = 0;
    QString problem; ///< a sentence on why its elements cannot be read; empty: they can

    [[nodiscard]] qint64 bytes() const { return elements * elementSize(type); }
    [[nodiscard]] QString shownType() const
    {
        return typeName.isEmpty() ? elementTypeName(type) : typeName;
    }
};

/// The elements of one tensor. Several threads may read at once.
class TensorData
{
public:
    TensorData(TensorInfo info, std::shared_ptr<const ByteSource> source, qint64 offset,
               bool swapped);

    [[nodiscard]] const TensorInfo& info() const { return m_info; }
    /// `count` elements from `first` on, in this machine's byte order. Errors: ParseFailed,
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

/// A file with tensors: .safetensors, .npy, .npz, or plain bytes of a given type and shape. Opening
/// reads the descriptions of the tensors, never the tensors; nothing in the file is trusted. A
/// value; copies share the open file.
class TensorFile
{
public:
    /// Opens a file; its name tells the format. Errors: FileNotFound, FileUnreadable, FileTooLarge
    /// (a description over 32 MiB), ParseFailed, Cancelled, InvalidArgument (a kind of file that is
    /// not supported; the message for a pickle says what to do).
    static Result<TensorFile> open(const QString& path, const CancelToken& cancel = {});
    /// Opens plain bytes. Errors: FileNotFound, FileUnreadable, InvalidArgument (shape),
    /// ParseFailed (the length does not match).
    static Result<TensorFile> openRaw(const QString& path, ElementType type,
                                      const QVector<qint64>& shape);
    /// Whether open() knows what to do with a file of this name.
    static bool isTensorFile(const QString& path);
    /// The name without folder and without the extension of its format.
    static QString stem(const QString& path);

    [[nodiscard]] const QString& path() const { return m_path; }
    [[nodiscard]] TensorFormat format() const { return m_format; }
    /// In the file's order.
    [[nodiscard]] const QVector<TensorInfo>& tensors() const { return m_tensors; }
    [[nodiscard]] const QMap<QString, QString>& metadata() const { return m_metadata; }
    /// Sentences about what was ignored.
    [[nodiscard]] const QStringList& notes() const { return m_notes; }
    /// -1 if there is no tensor of that name.
    [[nodiscard]] qsizetype indexOf(const QString& name) const;

    /// The elements of a tensor. A compressed one is unpacked now: up to 16 MiB in memory, more
    /// into an unnamed temporary file. Errors: ParseFailed, FileUnreadable, FileWriteFailed,
    /// DiskFull, Cancelled.
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
    QByteArray bytes; ///< in this machine's byte order
};

/// Writes a safetensors file, to a temporary file that is then renamed. Errors: InvalidArgument
/// (the length does not match the shape, or two tensors have the same name), FileWriteFailed,
/// DiskFull.
Result<void> writeSafetensors(const QString& path, const QVector<TensorToWrite>& tensors,
                              const QMap<QString, QString>& metadata = {});

} // namespace rocport
