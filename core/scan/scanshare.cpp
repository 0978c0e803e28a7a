#include "core/rules/cpp/ownincludes.h"
#include "core/rules/python/pythonflag.h"
#include "core/scan/codeorigins.h"
#include "core/scan/scanwork.h"

#include <QSet>

#include <algorithm>

namespace rocport {

/// Who wrote each file is known once all of them were read: a project says its name in one of them.
void ScanWork::placeOrigins()
{
    QVector<RepoPath> paths;
    QSet<QString> names;
    QVector<const TreeEntry*> lists;
    for (const ScanItem& item : m_items) {
        paths.append(item.entry->path);
        const QStringList said = item.analysis->features.texts(FeatureKind::ProjectName);
        names.unite(QSet<QString>(said.begin(), said.end()));
        if (item.entry->kind == TreeEntry::Kind::File &&
            CodeOrigins::isListFile(item.entry->path)) {
            lists.append(item.entry);
        }
    }
    const auto depth = [](const TreeEntry* entry) { return entry->path.bytes().count('/'); };
    std::stable_sort(lists.begin(), lists.end(),
                     [&](const TreeEntry* a, const TreeEntry* b) { return depth(a) < depth(b); });
    CodeOrigins origins(paths, names);
    for (const TreeEntry* entry : std::as_const(lists).mid(0, CodeOrigins::kMaxFiles)) {
        if (const auto text = m_tree.read(*entry, CodeOrigins::kMaxBytes)) {
            origins.addListFile(entry->path, *text);
        }
    }
    for (ScanItem& item : m_items) {
        const FileFeatures& features = item.analysis->features;
        const CodeOrigin now = origins.of(item.entry->path, features.text(FeatureKind::HeadMark));
        if (now != originOf(*item.analysis)) {
            auto changed = std::make_shared<FileAnalysis>(*item.analysis);
            changed->features.set(FeatureKind::Origin, codeOriginId(now));
            item.analysis = std::move(changed);
        }
    }
}

/// Modules for is_rocm that exactly one file would use, by what was found or is known of before.
QSet<RepoPath> ScanWork::flagsOfOne(bool before) const
{
    QHash<RepoPath, int> users;
    for (const ScanItem& item : m_items) {
        const auto& analysis = before ? item.previous : item.analysis;
        if (analysis) {
            ++users[flagHomeAmong(analysis->features)];
        }
    }
    QSet<RepoPath> result;
    for (auto one = users.cbegin(); one != users.cend(); ++one) {
        if (one.value() == 1 && !one.key().isEmpty()) {
            result.insert(one.key());
        }
    }
    return result;
}

/// Whether the files of a package share a module for is_rocm is known once all of them were
/// analysed: those for which it is not as taken for are analysed again.
void ScanWork::shareFlags()
{
    const QSet<RepoPath> alone = flagsOfOne(/*before=*/false);
    if (!m_context.target.flagModule.isEmpty() || alone == m_context.names->flagAlone()) {
        return;
    }
    auto names = std::make_shared<ModuleNames>(*m_context.names);
    names->setFlagAlone(alone);
    const std::shared_ptr<const ModuleNames> before = m_context.names;
    m_context.names = std::move(names);
    analyseAgain([&](const FileAnalysis& file) {
        const RepoPath home = flagHomeAmong(file.features);
        return !home.isEmpty() && m_context.names->isFlagShared(home) != before->isFlagShared(home);
    });
}

/// Files that share code count the lanes of warps in one way, and a file with arms for AMD GPUs has
/// a path of its own where a header that it includes brings HIP.
bool ScanWork::shareIncludes()
{
    std::vector<const FileAnalysis*> files;
    files.reserve(m_items.size());
    for (const ScanItem& item : m_items) {
        files.push_back(item.analysis.get());
    }
    const auto groups = std::make_shared<const WarpGroups>(groupWarps(files));
    const auto own = std::make_shared<const QSet<QByteArray>>(includersOfAmd(files));
    m_context.warpGroups = groups;
    m_context.amdIncluders = own;
    return analyseAgain([&](const FileAnalysis& file) {
        return isForOtherGroups(file, *groups) ||
               file.features.has(own->contains(file.path.fileName())
                                     ? FeatureKind::OwnAmdArms
                                     : FeatureKind::OwnAmdArmsReached);
    });
}

bool ScanWork::analyseAgain(const std::function<bool(const FileAnalysis&)>& wanted)
{
    std::vector<ScanItem*> again;
    for (ScanItem& item : m_items) {
        if (item.analysis && wanted(*item.analysis)) {
            item.previous.reset();
            item.reused = false;
            m_keptPlaces.remove(indexOf(item));
            again.push_back(&item);
        }
    }
    analyseAll(again, nullptr);
    return !again.empty();
}

/// A pack that takes too long is left out whole: which of its rules ended where would depend on the
/// machine. Files in which it found something are analysed again without it.
void ScanWork::dropStoppedPacks()
{
    constexpr int kTimes = 3; // then all packs are left out
    for (int time = 1; m_context.packWork->isAnyStopped() && !m_cancel.isCancelled(); ++time) {
        const bool all = m_context.packWork->isAllStopped() || time == kTimes;
        const QStringList stopped = m_context.packWork->stopped();
        m_packProblems += m_context.packWork->problems();
        const auto unwanted = [&](const Rule& rule) {
            return rule.origin != PackOrigin::BuiltIn && (all || stopped.contains(rule.packFile));
        };
        QSet<QString> ids;
        for (const Rule& rule : m_context.rules->rules()) {
            if (unwanted(rule)) {
                ids.insert(rule.id);
            }
        }
        m_context.rules = std::make_shared<const RuleSet>(m_context.rules->without(unwanted));
        m_context.packWork = std::make_shared<PackWork>();
        analyseAgain([&](const FileAnalysis& file) {
            return std::any_of(file.findings.begin(), file.findings.end(),
                               [&](const Finding& one) { return ids.contains(one.ruleId); });
        });
    }
}

} // namespace rocport
