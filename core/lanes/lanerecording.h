#pragma once

#include "core/tensor/bytesource.h"
#include "core/tensor/elementtype.h"

#include <QVector>

#include <array>
#include <memory>
#include <optional>

namespace rocport {

/// The launch that wrote some memory last.
struct LaneLaunch
{
    QString kernel;    ///< "block_scan<float>"
    qint64 number = 0; ///< 1-based, of all launches of the program
    std::array<quint32, 3> grid{};
    std::array<quint32, 3> block{};
    QString path; ///< where it is launched, in the repository
    int line = 0; ///< 1-based
};

/// A copy from the device to the host.
struct LaneCopy
{
    QString name; ///< what is copied, as the source has it: "d_scan"; empty: not known
    QString path; ///< in the repository
    int line = 0; ///< 1-based; 0: not known
    std::optional<ElementType> type; ///< nothing: bytes, or a struct
    qint64 bytes = 0;
    qint64 offset = -1;   ///< in the data; -1: it was not kept
    QByteArray hash;      ///< of its bytes, 16 hex digits
    bool managed = false; ///< no copy: the host waited for memory that it reads itself
    std::optional<LaneLaunch> writer;

    /// Type of the elements that are compared: bytes where it has none or does not fit.
    [[nodiscard]] ElementType elementType() const;
    [[nodiscard]] qint64 elements() const { return bytes / elementSize(elementType()); }
    /// "d_scan", or "copy 3" for the 0-based place among all.
    [[nodiscard]] QString shownName(qsizetype place) const;
};

/// What a program brought back, in order.
struct LaneRecording
{
    QVector<LaneCopy> copies;
    std::shared_ptr<const ByteSource> data; ///< null: nothing was kept
    bool more = false;                      ///< there were more copies than are recorded
};

/// Element type of a C++ type that is not one of the language's: "__half", "float4",
/// "__nv_bfloat16". Nothing: it is none that tensors have.
std::optional<ElementType> laneElementType(QStringView name);

/// Reads the lines that a program wrote about its copies: any bytes. Lines that are none are left
/// out, and what is beyond `dataBytes` counts as not kept.
LaneRecording laneCopiesOf(const QByteArray& lines, qint64 dataBytes);

/// The recording in a folder that the program wrote: nothing there is trusted, and a folder
/// without one is an empty recording. Errors: FileUnreadable, FileTooLarge.
Result<LaneRecording> readLaneRecording(const QString& folder);

} // namespace rocport
