#include "core/store/scancodec.h"

#include "core/store/storedvalues.h"

#include <QSet>

#include <algorithm>
#include <limits>

namespace rocport {

namespace {

constexpr auto kLastLanguage = Language::Meson;

void write(ByteWriter& out, const ByteRange& range)
{
    out.number(static_cast<quint64>(range.begin));
    out.signedNumber(range.size());
}

ByteRange readRange(ByteReader& in)
{
    ByteRange range;
    constexpr quint64 kLargest = std::numeric_limits<qsizetype>::max() / 2;
    range.begin = static_cast<qsizetype>(in.numberUpTo(kLargest));
    const qint64 size = in.signedNumber();
    if (size < 0 || size > static_cast<qint64>(kLargest)) {
        in.fail();
        return {};
    }
    range.end = range.begin + size;
    return range;
}

void write(ByteWriter& out, const Finding& finding, const RepoPath& home)
{
    out.id(finding.id);
    out.text(finding.ruleId);
    out.number(quint64(finding.phase));
    out.number(quint64(finding.severity));
    out.number(finding.path == home ? 0 : 1);
    if (finding.path != home) {
        out.path(finding.path);
    }
    write(out, finding.range);
    out.signedNumber(finding.line);
    out.signedNumber(finding.column);
    out.signedNumber(finding.endLine);
    out.text(finding.symbol);
    out.text(finding.message);
    out.text(finding.excerpt);
    out.text(finding.wayOut);
    out.number(quint64(finding.effort));
    out.text(finding.group);
    out.number(finding.ported ? 1 : 0);
    // Most findings have one place, which takes a byte.
    out.number(quint64(std::max(finding.places, finding.keptPlaces())) - 1);
    if (finding.places <= 1 && finding.morePlaces.isEmpty()) {
        return;
    }
    out.number(quint64(finding.morePlaces.size()));
    for (const FindingPlace& place : finding.morePlaces) {
        write(out, place.range);
        out.signedNumber(place.line);
        out.signedNumber(place.column);
        out.signedNumber(place.endLine);
    }
}

int readInt(ByteReader& in)
{
    const qint64 value = in.signedNumber();
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max()) {
        in.fail();
        return 0;
    }
    return static_cast<int>(value);
}

void readPlaces(ByteReader& in, Finding& finding)
{
    finding.places = static_cast<int>(in.numberUpTo(std::numeric_limits<int>::max() - 1)) + 1;
    if (finding.places == 1) {
        return;
    }
    constexpr int kLeastPlace = 5;
    const qsizetype more = in.count(kLeastPlace);
    if (more > kMostPlaces || more >= finding.places) {
        in.fail();
        return;
    }
    finding.morePlaces.reserve(more);
    for (qsizetype i = 0; in.ok() && i < more; ++i) {
        FindingPlace place;
        place.range = readRange(in);
        place.line = readInt(in);
        place.column = readInt(in);
        place.endLine = readInt(in);
        finding.morePlaces.append(place);
    }
}

Finding readFinding(ByteReader& in, const RepoPath& home, quint8 version)
{
    Finding finding;
    finding.id = in.id();
    finding.ruleId = in.sharedText();
    finding.phase = in.enumeration(Phase::Verification);
    finding.severity = in.enumeration(Severity::Critical);
    finding.path = in.numberUpTo(1) == 0 ? home : in.path();
    finding.range = readRange(in);
    finding.line = readInt(in);
    finding.column = readInt(in);
    finding.endLine = readInt(in);
    finding.symbol = in.sharedText();
    finding.message = in.sharedText();
    finding.excerpt = in.text();
    finding.wayOut = in.sharedText();
    finding.effort = in.enumeration(Effort::Rewrite);
    finding.group = in.sharedText();
    finding.ported = version >= 4 && in.numberUpTo(1) == 1;
    if (version >= 3) {
        readPlaces(in, finding);
    }
    return finding;
}

void write(ByteWriter& out, const Hunk& hunk)
{
    out.id(hunk.key);
    out.id(hunk.proposalId);
    out.path(hunk.sourcePath);
    out.path(hunk.targetPath);
    out.bytes(hunk.baseHash);
    out.number(quint64(hunk.edits.size()));
    for (const TextEdit& edit : hunk.edits) {
        write(out, edit.range);
        out.bytes(edit.replacement);
    }
    out.signedNumber(hunk.firstLine);
    out.signedNumber(hunk.lastLine);
    out.number(quint64(hunk.phase));
    out.number(quint64(hunk.severity));
    out.texts(hunk.ruleIds);
    out.ids(hunk.findingIds);
    out.text(hunk.title);
    out.text(hunk.reason);
    out.text(hunk.change);
    out.text(hunk.referenceTitle);
    // A pack may name an address that the reader would refuse; the change is worth more than that.
    out.text(stored::isWebAddress(hunk.referenceUrl) ? hunk.referenceUrl : QString());
    out.ids(hunk.needs);
    out.number(quint64(hunk.verdict));
    out.text(hunk.verdictReason);
}

Hunk readHunk(ByteReader& in)
{
    Hunk hunk;
    hunk.key = in.id();
    hunk.proposalId = in.id();
    hunk.sourcePath = in.path();
    hunk.targetPath = in.path();
    hunk.baseHash = in.bytes();
    const qsizetype edits = in.count(3);
    for (qsizetype i = 0; in.ok() && i < edits; ++i) {
        const ByteRange range = readRange(in);
        if (i > 0 && range.begin < hunk.edits.last().range.end) {
            in.fail(); // not sorted, or overlapping
        }
        hunk.edits.append({range, in.bytes()});
    }
    hunk.firstLine = readInt(in);
    hunk.lastLine = readInt(in);
    hunk.phase = in.enumeration(Phase::Verification);
    hunk.severity = in.enumeration(Severity::Critical);
    hunk.ruleIds = in.sharedTexts();
    hunk.findingIds = in.ids();
    hunk.title = in.sharedText();
    hunk.reason = in.sharedText();
    hunk.change = in.sharedText();
    hunk.referenceTitle = in.sharedText();
    hunk.referenceUrl = in.sharedText();
    hunk.needs = in.ids();
    hunk.verdict = in.enumeration(Verdict::Compiled);
    hunk.verdictReason = in.sharedText();
    if (in.ok() && !stored::problemOf(hunk).isEmpty()) {
        in.fail();
    }
    return hunk;
}

/// Whether two hunks are the same in every field; cheap for copies, whose members share their data.
bool same(const Hunk& a, const Hunk& b)
{
    return a.key == b.key && a.proposalId == b.proposalId && a.sourcePath == b.sourcePath &&
           a.targetPath == b.targetPath && a.baseHash == b.baseHash && a.edits == b.edits &&
           a.firstLine == b.firstLine && a.lastLine == b.lastLine && a.phase == b.phase &&
           a.severity == b.severity && a.ruleIds == b.ruleIds && a.findingIds == b.findingIds &&
           a.title == b.title && a.reason == b.reason && a.change == b.change &&
           a.referenceTitle == b.referenceTitle && a.referenceUrl == b.referenceUrl &&
           a.needs == b.needs && a.verdict == b.verdict && a.verdictReason == b.verdictReason &&
           a.onlyNames == b.onlyNames;
}

void write(ByteWriter& out, const Inventory& inventory)
{
    out.number(quint64(inventory.kind));
    out.signedNumber(inventory.files);
    out.signedNumber(inventory.scannedFiles);
    out.signedNumber(inventory.lines);
    out.signedNumber(inventory.bytes);
    out.number(quint64(inventory.languages.size()));
    for (const LanguageTotal& total : inventory.languages) {
        out.number(quint64(total.language));
        out.signedNumber(total.files);
        out.signedNumber(total.lines);
    }
    out.number(quint64(inventory.libraries.size()));
    for (const LibraryTotal& total : inventory.libraries) {
        out.text(total.library);
        out.signedNumber(total.supported);
        out.signedNumber(total.experimental);
        out.signedNumber(total.unsupported);
    }
    out.number(quint64(inventory.risks.size()));
    for (const Risk& risk : inventory.risks) {
        out.text(risk.id);
        out.number(quint64(risk.severity));
        out.text(risk.text);
        out.path(risk.path);
        out.signedNumber(risk.line);
    }
    out.number(quint64(inventory.skipped.size()));
    for (const auto& [path, reason] : inventory.skipped) {
        out.path(path);
        out.text(reason);
    }
}

Inventory readInventory(ByteReader& in)
{
    Inventory inventory;
    inventory.kind = in.enumeration(RepositoryKind::Meson);
    inventory.files = readInt(in);
    inventory.scannedFiles = readInt(in);
    inventory.lines = in.signedNumber();
    inventory.bytes = in.signedNumber();
    for (qsizetype left = in.count(3); in.ok() && left > 0; --left) {
        LanguageTotal total;
        total.language = in.enumeration(kLastLanguage);
        total.files = readInt(in);
        total.lines = in.signedNumber();
        inventory.languages.append(total);
    }
    for (qsizetype left = in.count(4); in.ok() && left > 0; --left) {
        LibraryTotal total;
        total.library = in.sharedText();
        total.supported = readInt(in);
        total.experimental = readInt(in);
        total.unsupported = readInt(in);
        inventory.libraries.append(total);
    }
    for (qsizetype left = in.count(5); in.ok() && left > 0; --left) {
        Risk risk;
        risk.id = in.sharedText();
        risk.severity = in.enumeration(Severity::Critical);
        risk.text = in.text();
        risk.path = in.path();
        risk.line = readInt(in);
        inventory.risks.append(risk);
    }
    for (qsizetype left = in.count(2); in.ok() && left > 0; --left) {
        RepoPath path = in.path();
        inventory.skipped.append({std::move(path), in.sharedText()});
    }
    return inventory;
}

void write(ByteWriter& out, const FileFeatures& features)
{
    out.number(quint64(features.all().size()));
    for (auto it = features.all().begin(); it != features.all().end(); ++it) {
        out.number(quint64(it.key()));
        out.number(quint64(it->size()));
        for (const FileFeature& value : *it) {
            out.text(value.text);
            out.text(value.detail);
            out.number(quint64(std::max(0, value.line)));
            out.number(quint64(std::max(0, value.count)));
        }
    }
}

/// Kinds stand in order and once each, none without a value.
FileFeatures readFeatures(ByteReader& in)
{
    constexpr int kLeastValue = 4;
    constexpr int kLeastKind = 2 + kLeastValue;
    FileFeatures features;
    int before = -1;
    for (qsizetype kinds = in.count(kLeastKind); in.ok() && kinds > 0; --kinds) {
        const auto kind = in.enumeration(kLastFeatureKind);
        const qsizetype values = in.count(kLeastValue);
        if (int(kind) <= before || values == 0) {
            in.fail();
        }
        before = int(kind);
        for (qsizetype i = 0; in.ok() && i < values; ++i) {
            FileFeature value;
            value.text = in.sharedText();
            value.detail = in.sharedText();
            value.line = in.smallNumber();
            value.count = in.smallNumber();
            // A change may make the file that this names.
            if (kind == FeatureKind::FlagHome &&
                (value.text.isEmpty() || !isInsideRepository(value.text.toUtf8()))) {
                in.fail();
            }
            features.add(kind, value);
        }
    }
    return features;
}

/// Features of a payload of version 1, one text each: those that plans are made of. The others are
/// for a scan, and the next one makes all of them anew.
FileFeatures featuresOf(const QStringList& texts)
{
    FileFeatures features;
    for (const QString& text : texts) {
        const QString name = text.section(u'\t', 0, 0);
        const QString second = text.section(u'\t', 1, 1);
        const QString third = text.section(u'\t', 2, 2);
        const FileFeature entry{text.section(u'\t', 3), third, std::max(0, second.toInt()), 0};
        if (name == u"manifest-entry") {
            features.add(FeatureKind::ManifestEntry, entry);
        } else if (name == u"manifest-index") {
            features.add(FeatureKind::ManifestIndex, entry);
        } else if (name == u"manifest-python") {
            features.add(FeatureKind::ManifestPython, entry);
        } else if (name == u"manifest-include") {
            features.add(FeatureKind::ManifestInclude,
                         {entry.text, {}, entry.line, int(third == u"1")});
        } else if (name == u"manifest-project") {
            features.add(FeatureKind::ManifestProject);
        } else if (!name.startsWith(u"module-") && !name.startsWith(u"asked") &&
                   name != u"flag-home" && !name.contains(u':')) {
            features.add(FeatureKind::Trait,
                         {name, entry.text, entry.line, std::max(0, third.toInt())});
        }
    }
    return features;
}

/// Where each hunk of the files is.
struct HunkPlace
{
    qsizetype file = 0;
    qsizetype hunk = 0;
};

void writeHunkOrder(ByteWriter& out, const ScanResult& scan)
{
    QHash<QByteArray, HunkPlace> places;
    places.reserve(scan.hunks.size());
    for (qsizetype file = 0; file < scan.files.size(); ++file) {
        const QVector<Hunk>& hunks = scan.files[file]->hunks;
        for (qsizetype hunk = 0; hunk < hunks.size(); ++hunk) {
            places.insert(hunks[hunk].key, {file, hunk});
        }
    }
    out.number(quint64(scan.hunks.size()));
    for (const Hunk& hunk : scan.hunks) {
        const auto place = places.constFind(hunk.key);
        if (place != places.constEnd() && same(scan.files[place->file]->hunks[place->hunk], hunk)) {
            out.number(quint64(place->file) + 1);
            out.number(quint64(place->hunk));
        } else {
            out.number(0);
            write(out, hunk);
        }
    }
}

QVector<Hunk> readHunkOrder(ByteReader& in, const ScanResult& scan)
{
    QVector<Hunk> hunks;
    const qsizetype size = in.count(2);
    hunks.reserve(size);
    for (qsizetype i = 0; in.ok() && i < size; ++i) {
        const quint64 file = in.numberUpTo(quint64(scan.files.size()));
        if (file == 0) {
            hunks.append(readHunk(in));
            continue;
        }
        const QVector<Hunk>& ofFile = scan.files[qsizetype(file) - 1]->hunks;
        const quint64 index = in.number();
        if (index >= quint64(ofFile.size())) {
            in.fail();
            break;
        }
        hunks.append(ofFile[qsizetype(index)]);
    }
    return hunks;
}

} // namespace

QByteArray encodeAnalysis(const FileAnalysis& analysis)
{
    ByteWriter out;
    out.path(analysis.path);
    out.bytes(analysis.contentHash);
    out.number(quint64(analysis.language));
    out.signedNumber(analysis.bytes);
    out.signedNumber(analysis.lines);
    out.number(quint64(analysis.findings.size()));
    for (const Finding& finding : analysis.findings) {
        write(out, finding, analysis.path);
    }
    out.number(quint64(analysis.hunks.size()));
    for (const Hunk& hunk : analysis.hunks) {
        write(out, hunk);
        out.number(hunk.onlyNames ? 1 : 0);
    }
    out.number(quint64(analysis.apiUses.size()));
    for (const ApiUse& use : analysis.apiUses) {
        out.text(use.library);
        out.text(use.name);
        out.text(use.hipName);
        out.text(use.status);
        out.signedNumber(use.count);
    }
    write(out, analysis.features);
    out.text(analysis.skipped);
    return out.finish(kAnalysisPayload);
}

std::shared_ptr<const FileAnalysis> decodeAnalysis(const QByteArray& payload, StringPool& pool)
{
    // What an older program stored is read too.
    const auto stored = payload.isEmpty() ? quint8(0) : static_cast<quint8>(payload[0]);
    const quint8 version = stored >= 1 && stored < kAnalysisPayload ? stored : kAnalysisPayload;
    ByteReader in(payload, version, pool);
    auto analysis = std::make_shared<FileAnalysis>();
    analysis->path = in.path();
    analysis->contentHash = in.bytes();
    analysis->language = in.enumeration(kLastLanguage);
    analysis->bytes = in.signedNumber();
    analysis->lines = readInt(in);
    constexpr int kLeastFinding = 16;
    const qsizetype findings = in.count(kLeastFinding);
    analysis->findings.reserve(findings);
    for (qsizetype i = 0; in.ok() && i < findings; ++i) {
        analysis->findings.append(readFinding(in, analysis->path, version));
    }
    constexpr int kLeastHunk = 20;
    const qsizetype hunks = in.count(kLeastHunk);
    analysis->hunks.reserve(hunks);
    for (qsizetype i = 0; in.ok() && i < hunks; ++i) {
        analysis->hunks.append(readHunk(in));
        analysis->hunks.last().onlyNames = version >= 5 && in.numberUpTo(1) == 1;
    }
    const qsizetype uses = in.count(5);
    analysis->apiUses.reserve(uses);
    for (qsizetype i = 0; in.ok() && i < uses; ++i) {
        ApiUse use;
        use.library = in.sharedText();
        use.name = in.sharedText();
        use.hipName = in.sharedText();
        use.status = in.sharedText();
        use.count = readInt(in);
        analysis->apiUses.append(std::move(use));
    }
    analysis->features = version == 1 ? featuresOf(in.sharedTexts()) : readFeatures(in);
    analysis->skipped = in.sharedText();
    if (!in.atEnd() || analysis->path.isEmpty()) {
        return nullptr;
    }
    return analysis;
}

QByteArray encodeScan(const ScanResult& scan)
{
    ByteWriter out;
    out.text(scan.source);
    out.bytes(scan.commit);
    out.bytes(scan.fingerprint);
    out.number(quint64(scan.strategy));
    out.path(scan.compatHeader);
    out.signedNumber(scan.reusedFiles);
    out.signedNumber(scan.elapsedMs);
    QSet<RepoPath> analysed;
    analysed.reserve(scan.files.size());
    for (const auto& file : scan.files) {
        analysed.insert(file->path);
    }
    QVector<RepoPath> others;
    for (auto it = scan.identities.begin(); it != scan.identities.end(); ++it) {
        if (!analysed.contains(it.key())) {
            others.append(it.key());
        }
    }
    std::sort(others.begin(), others.end()); // so that equal scans give equal payloads
    out.number(quint64(others.size()));
    for (const RepoPath& path : others) {
        out.path(path);
        out.bytes(scan.identities.value(path));
    }
    write(out, scan.inventory);
    writeHunkOrder(out, scan);
    return out.finish(kScanPayload);
}

bool decodeScan(const QByteArray& payload, StringPool& pool, ScanResult& scan)
{
    ByteReader in(payload, kScanPayload, pool);
    scan.source = in.text();
    scan.commit = in.bytes();
    scan.fingerprint = in.bytes();
    scan.strategy = in.enumeration(Strategy::ShimHeaders);
    scan.compatHeader = in.path();
    scan.reusedFiles = readInt(in);
    scan.elapsedMs = in.signedNumber();
    for (qsizetype left = in.count(2); in.ok() && left > 0; --left) {
        const RepoPath path = in.path();
        scan.identities.insert(path, in.bytes());
    }
    scan.inventory = readInventory(in);
    scan.hunks = readHunkOrder(in, scan);
    return in.atEnd();
}

} // namespace rocport
