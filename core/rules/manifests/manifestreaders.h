#pragma once

#include "core/rules/manifests/manifestindex.h"
#include "core/text/sourcebuffer.h"

namespace rocport {

class SyntaxTree;

// The readers behind readManifest(), one for each format; each fills `summary`, whose path is set.
void readRequirements(const SourceBuffer& source, ManifestSummary& summary);
void readTomlManifest(const SourceBuffer& source, ManifestSummary& summary);
void readSetupCfg(const SourceBuffer& source, ManifestSummary& summary);
void readConda(const SourceBuffer& source, ManifestSummary& summary);
void readSetupPy(const SyntaxTree& tree, const SourceBuffer& source, ManifestSummary& summary);

/// Reads a pip option as in a line of requirements: "-r base.txt", "--index-url=https://…", "-e
/// ./x". `begin` is the offset of `text` in the file. An unknown option is ignored.
void readPipOption(const SourceBuffer& source, QByteArrayView text, qsizetype begin,
                   ManifestSummary& summary);

/// Adds an entry for `range`, with its line.
void addEntry(const SourceBuffer& source, QVector<ManifestEntry>& entries, ByteRange range,
              const QByteArray& text, const QByteArray& group);

} // namespace rocport
