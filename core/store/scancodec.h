#pragma once

#include "core/scan/scanner.h"
#include "core/store/bytecodec.h"

#include <memory>

namespace rocport {

/// The payloads of a stored scan (docs/project-file.md, "Payloads"): one for each file, one for the
/// rest of the scan. Decoders take any bytes and return nothing for damaged ones.
inline constexpr quint8 kAnalysisPayload = 5;
inline constexpr quint8 kScanPayload = 1;

QByteArray encodeAnalysis(const FileAnalysis& analysis);
/// Null when the payload is damaged.
std::shared_ptr<const FileAnalysis> decodeAnalysis(const QByteArray& payload, StringPool& pool);

/// All of `scan` except its files and the identities of paths in `files`. Hunks that are in a
/// file's analysis are stored as references to it.
QByteArray encodeScan(const ScanResult& scan);
/// Decodes into `scan`, whose `files` are loaded already. False when the payload is damaged.
bool decodeScan(const QByteArray& payload, StringPool& pool, ScanResult& scan);

} // namespace rocport
