#include "core/project/session/inventoryplaces.h"

#include "core/base/wording.h"
#include "core/scan/features.h"
#include "core/scan/skippedfile.h"
#include "core/text/clexer.h"
#include "core/translate/translate.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

QByteArray asUtf8(const SourceBuffer& source, QByteArrayView bytes)
{
    return source.encoding() == Encoding::Latin1 ? QString::fromLatin1(bytes).toUtf8()
                                                 : bytes.toByteArray();
}

/// The line of a place, with the place in it.
CountedPlace placeAt(const RepoPath& path, const SourceBuffer& source, ByteRange range)
{
    CountedPlace place;
    place.path = path;
    const qsizetype size = source.bytes().size();
    range.begin = std::clamp<qsizetype>(range.begin, 0, size);
    place.line = std::max(1, source.lineOf(range.begin));
    if (source.lineCount() == 0) {
        return place;
    }
    const std::string_view line = source.lineText(place.line);
    const QByteArrayView bytes(line.data(), static_cast<qsizetype>(line.size()));
    const qsizetype from =
        std::clamp<qsizetype>(range.begin - source.lineRange(place.line).begin, 0, bytes.size());
    const qsizetype length = std::clamp<qsizetype>(range.size(), 0, bytes.size() - from);
    place.text = asUtf8(source, bytes);
    place.hits.append({static_cast<int>(asUtf8(source, bytes.first(from)).size()),
                       static_cast<int>(asUtf8(source, bytes.sliced(from, length)).size()),
                       ApiSupport::Supported});
    return place;
}

class Places
{
public:
    Places(const InventoryCount& count, const ScanResult& scan, const TargetSettings& target,
           const ReadSource& read)
        : m_count(count), m_scan(scan), m_target(target), m_read(read)
    {
    }

    void add(const FileAnalysis& file);
    [[nodiscard]] InventoryPlaces take() { return std::move(m_result); }

private:
    void addUses(const FileAnalysis& file);
    void addFindings(const FileAnalysis& file, const std::function<bool(const Finding&)>& wanted);
    void addTextures(const FileAnalysis& file);
    [[nodiscard]] std::optional<SourceBuffer> open(const RepoPath& path);
    void append(CountedPlace place);

    const InventoryCount& m_count;
    const ScanResult& m_scan;
    const TargetSettings& m_target;
    const ReadSource& m_read;
    InventoryPlaces m_result;
};

std::optional<SourceBuffer> Places::open(const RepoPath& path)
{
    auto bytes = m_read(path);
    if (!bytes) {
        ++m_result.unreadable;
        return std::nullopt;
    }
    return SourceBuffer(*std::move(bytes));
}

/// Hits of one line stand together.
void Places::append(CountedPlace place)
{
    if (!m_result.places.isEmpty() && m_result.places.last().path == place.path &&
        m_result.places.last().line == place.line) {
        CountedPlace& last = m_result.places.last();
        last.hits += place.hits;
        last.uses += place.uses;
        return;
    }
    m_result.places.append(std::move(place));
}

void Places::addUses(const FileAnalysis& file)
{
    const bool any = std::any_of(file.apiUses.begin(), file.apiUses.end(),
                                 [this](const ApiUse& use) { return use.library == m_count.id; });
    const std::optional<SourceBuffer> source =
        any ? open(file.path) : std::optional<SourceBuffer>();
    if (!source) {
        return;
    }
    TranslateOptions options;
    options.names.rocm = m_target.rocm;
    options.guardMacro = m_target.guardMacro.toUtf8();
    options.wantPlaces = true;
    const Translation translation = translateTokens(*source, lexC(source->view()), options);
    QHash<QString, QString> statuses; // by name, as the scan counts them
    for (const ApiUse& use : file.apiUses) {
        statuses.insert(use.name, use.status);
    }
    for (const ApiPlace& use : translation.places) {
        if (use.library == m_count.id) {
            CountedPlace place = placeAt(file.path, *source, use.range);
            for (CountedPlace::Hit& hit : place.hits) {
                hit.support = supportOf(statuses.value(use.name, use.status));
            }
            append(place);
        }
    }
}

void Places::addFindings(const FileAnalysis& file,
                         const std::function<bool(const Finding&)>& wanted)
{
    QVector<const Finding*> found;
    for (const Finding& finding : file.findings) {
        if (wanted(finding)) {
            found.append(&finding);
        }
    }
    const std::optional<SourceBuffer> source =
        found.isEmpty() ? std::optional<SourceBuffer>() : open(file.path);
    if (!source) {
        return;
    }
    std::stable_sort(found.begin(), found.end(), [](const Finding* a, const Finding* b) {
        return a->range.begin < b->range.begin;
    });
    for (const Finding* finding : std::as_const(found)) {
        append(placeAt(file.path, *source, finding->range));
    }
}

/// Only the first of each file is known.
void Places::addTextures(const FileAnalysis& file)
{
    for (const FileFeature& trait : file.features.values(FeatureKind::Trait)) {
        const FeatureMark mark = FeatureMark::of(trait);
        if (mark.id != QLatin1StringView("texture-reference")) {
            continue;
        }
        const std::optional<SourceBuffer> source = open(file.path);
        if (source && mark.line >= 1 && mark.line <= source->lineCount()) {
            const qsizetype begin = source->lineRange(mark.line).begin;
            CountedPlace place = placeAt(file.path, *source, {begin, begin});
            place.uses = mark.count;
            append(place);
            m_result.note = QStringLiteral("the first of each file");
        }
    }
}

void Places::add(const FileAnalysis& file)
{
    switch (m_count.kind) {
    case InventoryCount::Kind::Language:
        if (file.language == m_count.language && file.skipped.isEmpty()) {
            CountedPlace place;
            place.path = file.path;
            place.text = counted(file.lines, "line", "lines").toUtf8();
            m_result.places.append(place);
        }
        break;
    case InventoryCount::Kind::Library:
        addUses(file);
        break;
    case InventoryCount::Kind::PythonFindings:
        if (file.language == Language::Python) {
            addFindings(file, [this](const Finding& finding) {
                return (finding.symbol.isEmpty() ? finding.ruleId : finding.symbol) == m_count.id;
            });
        }
        break;
    case InventoryCount::Kind::Risk:
        if (m_count.risk.id == QLatin1StringView("texture-reference")) {
            addTextures(file);
        } else if (m_count.risk.id == QLatin1StringView("unread-source")) {
            if (isUnreadSource(file)) {
                CountedPlace place;
                place.path = file.path;
                place.text = file.skipped.toUtf8();
                m_result.places.append(place);
            }
        } else {
            addFindings(file,
                        [this](const Finding& finding) { return isOfRisk(finding, m_count.risk); });
        }
        break;
    }
}

} // namespace

Result<InventoryPlaces> inventoryPlaces(const InventoryCount& count, const ScanResult& scan,
                                        const TargetSettings& target, const ReadSource& read,
                                        const CancelToken& cancel)
{
    Places places(count, scan, target, read);
    for (const auto& file : scan.files) {
        if (cancel.isCancelled()) {
            return Error{ErrorCode::Cancelled, {}, {}};
        }
        places.add(*file);
    }
    return places.take();
}

} // namespace rocport
