#include "core/rules/build/buildmeson.h"
#include "core/rules/python/projectstyle.h"
#include "core/scan/scanfingerprint.h"
#include "core/scan/scanwork.h"
#include "core/text/bytes.h"

#include <algorithm>

namespace rocport {

namespace {

bool isBuildFile(Language language)
{
    return language == Language::CMake || language == Language::Make || language == Language::Meson;
}

/// Whether CUDA sources are built by no build file that is known: then Python may do it.
bool maybeLoaded(const Layout& layout)
{
    return layout.hasCuda && !layout.hasCMake && !layout.hasMake && !layout.hasMeson;
}

} // namespace

/// How the project wants its lines decides what is proposed in all of its files.
void ScanWork::readStyle()
{
    auto style = std::make_shared<ProjectStyle>();
    int files = 0;
    for (const TreeEntry& entry : m_entries) {
        if (entry.kind != TreeEntry::Kind::File || !ProjectStyle::isStyleFile(entry.path) ||
            ++files > ProjectStyle::kMaxFiles || m_cancel.isCancelled()) {
            continue;
        }
        if (const auto content = m_tree.read(entry, ProjectStyle::kMaxBytes)) {
            style->add(entry.path, *content);
        }
    }
    m_rulesPrint = rulesFingerprint(*m_context.rules, m_context.target, *style);
    m_context.style = std::move(style);
}

/// What decides the strategy has to be known before the first file is analysed.
void ScanWork::readAhead(const Layout& layout)
{
    const bool wantsHeaderPlace =
        !layout.topHeaders.isEmpty() &&
        m_context.target.strategy.value_or(Strategy::CompatHeader) == Strategy::CompatHeader;
    std::vector<ScanItem*> ahead;
    for (ScanItem& item : m_items) {
        if (item.entry->kind != TreeEntry::Kind::File || item.previous != nullptr) {
            continue;
        }
        const QByteArray name = item.entry->path.fileName();
        const Language language = languageOfFile(name);
        if (name == "setup.py" || isBuildFile(language) ||
            (maybeLoaded(layout) && language == Language::Python) ||
            (wantsHeaderPlace && language == Language::Cuda)) {
            ahead.push_back(&item);
        }
    }
    forEach(static_cast<qsizetype>(ahead.size()), m_threads, m_cancel, [&](qsizetype i) {
        ScanItem& item = *ahead[static_cast<size_t>(i)];
        item.content = m_tree.read(*item.entry, kMaxAnalysedBytes);
        if (!item.content->ok()) {
            return;
        }
        const QByteArray& bytes = item.content->value();
        const Language language = languageOfFile(item.entry->path.fileName());
        if (isBuildFile(language)) {
            item.ahead.build =
                summariseBuild(viewOf(bytes), language, m_context.target.guardMacro.toUtf8());
        } else if (wantsHeaderPlace && language == Language::Cuda) {
            item.ahead.topInclude = topIncludeMark(SourceBuffer(bytes), layout.topHeaders);
        }
    });
}

bool ScanWork::anyExtension(const Layout& layout) const
{
    const bool anyPython = maybeLoaded(layout);
    return std::any_of(m_items.begin(), m_items.end(), [anyPython](const ScanItem& item) {
        const QByteArray name = item.entry->path.fileName();
        if (name != "setup.py" && !(anyPython && languageOfFile(name) == Language::Python)) {
            return false;
        }
        if (item.previous != nullptr) {
            return item.previous->features.has(FeatureKind::BuildsExtension);
        }
        return item.content && item.content->ok() && buildsTorchExtension(item.content->value());
    });
}

bool ScanWork::anyTopInclude() const
{
    return std::any_of(m_items.begin(), m_items.end(),
                       [](const ScanItem& item) { return item.ahead.topInclude.has_value(); });
}

bool ScanWork::bringsShims() const
{
    bool any = false;
    for (const ScanItem& item : m_items) {
        const BuildsFor what = item.ahead.build.buildsFor;
        // What a vendored folder builds for says nothing of the project.
        if (item.entry->path.folder().isEmpty() && what == BuildsFor::Amd) {
            return false;
        }
        any = any || what == BuildsFor::Cuda;
    }
    return any;
}

CudaSources ScanWork::cudaSources() const
{
    CudaSources sources;
    QHash<RepoPath, BuildSummary> files;
    for (const ScanItem& item : m_items) {
        sources.commands += item.ahead.build.cuda.commands;
        if (languageOfFile(item.entry->path.fileName()) == Language::CMake) {
            files.insert(item.entry->path, item.ahead.build);
        }
    }
    sources.listsFor = listsSeen(files);
    return sources;
}

std::shared_ptr<const MesonProject> ScanWork::mesonFiles() const
{
    QHash<RepoPath, QSet<QByteArray>> marks;
    for (const ScanItem& item : m_items) {
        if (languageOfFile(item.entry->path.fileName()) == Language::Meson) {
            marks.insert(item.entry->path, item.ahead.build.meson);
        }
    }
    return mesonProject(marks);
}

void ScanWork::choose(const Layout& layout)
{
    m_kind = kindOf(layout, anyExtension(layout));
    m_context.strategy = m_context.target.strategy.value_or(defaultStrategy(m_kind, bringsShims()));
    if (m_context.strategy == Strategy::CompatHeader) {
        m_context.compatHeader = compatHeaderPath(layout, anyTopInclude());
    } else if (m_context.strategy == Strategy::TorchExtension) {
        m_context.compatHeader = compatHeaderPath(layout, false);
    } else if (m_context.strategy == Strategy::ShimHeaders) {
        m_context.compatHeader = shimHeaderPath(m_context.target);
    }
    QVector<RepoPath> paths;
    for (const TreeEntry& entry : m_entries) {
        paths.append(entry.path);
    }
    m_context.twins = std::make_shared<const AmdTwins>(amdTwins(paths, m_context.strategy));
    m_context.cudaSources = std::make_shared<const CudaSources>(cudaSources());
    m_context.meson = mesonFiles();
    for (const ScanItem& item : m_items) {
        if (item.entry->path.folder().isEmpty() && !item.ahead.build.guardOption.isEmpty()) {
            m_context.guardOption = item.ahead.build.guardOption;
        }
    }
    m_fingerprint = wholeFingerprint(m_rulesPrint, m_context);
}

/// What modules and configuration files say about names has to be known before a rule asks.
void ScanWork::readNames()
{
    constexpr qint64 kMaxKept = 64 * 1024 * 1024; // bytes of contents that wait for their turn
    std::atomic<qint64> kept = 0;
    forEach(static_cast<qsizetype>(m_items.size()), m_threads, m_cancel, [&](qsizetype i) {
        ScanItem& item = m_items[static_cast<size_t>(i)];
        const RepoPath& path = item.entry->path;
        const Language language = languageOfFile(path.bytes());
        const bool module = hasModuleSummary(language);
        const bool manifest = isManifest(path, language);
        if (item.entry->kind != TreeEntry::Kind::File || (!module && !manifest)) {
            return;
        }
        if (item.previous != nullptr) {
            if (module) {
                item.summary = ModuleSummary::read(path, item.previous->features);
            }
            if (manifest) {
                item.manifest = ManifestSummary::read(path, item.previous->features);
            }
            return;
        }
        if (!item.content) {
            item.content = m_tree.read(*item.entry, kMaxAnalysedBytes);
        }
        if (item.content->ok()) {
            const QByteArray& bytes = item.content->value();
            const auto alone = aloneIfLarge(bytes);
            if (module) {
                item.summary = summariseModule(path, language, viewOf(bytes), m_cancel);
            }
            if (manifest && !m_cancel.isCancelled()) {
                item.manifest = readManifest(path, language, SourceBuffer(bytes));
            }
            if ((kept += bytes.size()) > kMaxKept) {
                item.content.reset();
            }
        }
    });
    QVector<ModuleSummary> modules;
    QVector<ManifestSummary> manifests;
    for (const ScanItem& item : m_items) {
        if (item.summary) {
            modules.append(*item.summary);
        }
        if (item.manifest && !item.manifest->isEmpty()) {
            manifests.append(*item.manifest);
        }
    }
    readIncluded(manifests);
    m_context.manifests = std::make_shared<const ManifestIndex>(manifests);
    auto names = std::make_shared<ModuleNames>(modules);
    names->setFlagAlone(flagsOfOne(/*before=*/true));
    m_context.names = std::move(names);
}

/// Lists of requirements that are known by what reads them, not by their names.
void ScanWork::readIncluded(QVector<ManifestSummary>& manifests)
{
    QHash<RepoPath, ScanItem*> byPath; // filled when something is asked for
    const auto read = [&](const RepoPath& path) -> std::optional<QByteArray> {
        if (byPath.isEmpty()) {
            for (ScanItem& one : m_items) {
                byPath.insert(one.entry->path, &one);
            }
        }
        ScanItem* item = byPath.value(path);
        if (item == nullptr || item->manifest || item->entry->kind != TreeEntry::Kind::File) {
            return std::nullopt;
        }
        if (!item->content) {
            item->content = m_tree.read(*item->entry, kMaxAnalysedBytes);
        }
        return *item->content ? std::optional(item->content->value()) : std::nullopt;
    };
    for (const ManifestSummary& one : includedManifests(manifests, read)) {
        byPath.value(one.path)->manifest = one;
        manifests.append(one);
    }
    for (ScanItem& item : m_items) {
        const bool now = item.manifest && !item.manifest->isEmpty();
        if (item.previous && ManifestSummary::isAmong(item.previous->features) != now) {
            item.previous.reset();
        }
    }
}

} // namespace rocport
