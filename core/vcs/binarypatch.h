#pragma once

#include <QByteArray>

#include <optional>

namespace rocport {

/// The largest binary file that a patch may hold or make, in bytes.
inline constexpr qint64 kMaxBinaryPatch = 64LL * 1024 * 1024;

/// Appends what one line of a "GIT binary patch" stands for: a letter for the number of bytes, and
/// groups of five characters of base 85 (git 2.39, base85.c). False: it is not such a line.
bool decodeBase85Line(const QByteArray& line, QByteArray& out);

/// The deflated bytes as `size` bytes; nothing where they are something else.
std::optional<QByteArray> inflatedBinary(const QByteArray& deflated, qint64 size);

} // namespace rocport
