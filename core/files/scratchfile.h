#pragma once

#include "core/base/result.h"
#include "core/files/descriptor.h"

#include <QByteArray>

namespace rocport {

/// Bytes that are too many for memory, in an unnamed file in the temporary folder that disappears
/// with its owner, whatever ends the program.
class ScratchFile
{
public:
    /// Errors: FileWriteFailed, DiskFull.
    static Result<ScratchFile> make();

    /// Errors: FileWriteFailed, DiskFull.
    Result<void> append(QByteArrayView bytes);
    [[nodiscard]] qint64 size() const { return m_size; }
    /// Exactly `count` bytes from `offset` on; may be called from any thread. Errors:
    /// FileUnreadable.
    [[nodiscard]] Result<void> read(qint64 offset, char* to, qint64 count) const;

private:
    Descriptor m_file;
    qint64 m_size = 0;
};

} // namespace rocport
