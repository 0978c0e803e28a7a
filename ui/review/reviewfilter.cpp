#include "ui/review/reviewfilter.h"

#include <algorithm>

namespace rocport {

ChangeKind changeKindOf(const Hunk& hunk)
{
    if (hunk.ruleIds.value(0) == kUserGuardRule) {
        return ChangeKind::Own;
    }
    if (hunk.sourcePath.isEmpty()) {
        return ChangeKind::NewFile;
    }
    if (hunk.sourcePath != hunk.targetPath) {
        return ChangeKind::Copy;
    }
    if (hunk.onlyNames) {
        return ChangeKind::Names;
    }
    return hunk.lastLine < hunk.firstLine ? ChangeKind::Insertion : ChangeKind::Edit;
}

QString changeKindName(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Edit:
        break;
    case ChangeKind::Insertion:
        return ReviewFilter::tr("Added lines");
    case ChangeKind::NewFile:
        return ReviewFilter::tr("New files");
    case ChangeKind::Copy:
        return ReviewFilter::tr("Translated copies");
    case ChangeKind::Own:
        return ReviewFilter::tr("Your own");
    case ChangeKind::Names:
        return ReviewFilter::tr("Only names change");
    }
    return ReviewFilter::tr("Edited lines");
}

QString changeKindId(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Edit:
        break;
    case ChangeKind::Insertion:
        return QStringLiteral("insertion");
    case ChangeKind::NewFile:
        return QStringLiteral("new-file");
    case ChangeKind::Copy:
        return QStringLiteral("copy");
    case ChangeKind::Own:
        return QStringLiteral("own");
    case ChangeKind::Names:
        return QStringLiteral("names");
    }
    return QStringLiteral("edit");
}

QString verdictChipText(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Violated:
        return ReviewFilter::tr("Differs for NVIDIA");
    case Verdict::Unproved:
        break;
    case Verdict::Equivalent:
        return ReviewFilter::tr("Equivalent");
    case Verdict::Projected:
        return ReviewFilter::tr("Projected");
    case Verdict::Identical:
        return ReviewFilter::tr("Identical");
    case Verdict::Compiled:
        return ReviewFilter::tr("Compiled");
    }
    return ReviewFilter::tr("Not proved");
}

bool ChangeChips::passes(const ReviewChange& change) const
{
    const auto has = [](const QSet<int>& wanted, int value) {
        return wanted.isEmpty() || wanted.contains(value);
    };
    return has(severities, static_cast<int>(change.hunk->severity)) &&
           has(verdicts, static_cast<int>(change.verdict)) &&
           (kinds.isEmpty() || kinds.contains(static_cast<int>(changeKindOf(*change.hunk))));
}

ReviewFilter::ReviewFilter(ReviewModel& model, QObject* parent)
    : QSortFilterProxyModel(parent), m_model(model)
{
    match();
    // Before the proxy itself hears of it, so that rows are judged by the new state.
    connect(&model, &QAbstractItemModel::modelReset, this, [this] {
        m_pinned = -1;
        m_left.clear();
        match();
    });
    setSourceModel(&model);
    setDynamicSortFilter(false);
    connect(&model, &ReviewModel::decisionsChanged, this, &ReviewFilter::refresh);
}

void ReviewFilter::setText(const QString& text)
{
    if (m_text != text) {
        m_text = text;
        refresh();
    }
}

void ReviewFilter::setStatus(ReviewStatus status)
{
    if (m_status != status) {
        m_status = status;
        refresh();
    }
}

void ReviewFilter::setPhase(std::optional<Phase> phase)
{
    if (m_phase != phase) {
        m_phase = phase;
        refresh();
    }
}

void ReviewFilter::setChips(const ChangeChips& chips)
{
    if (m_chips != chips) {
        m_chips = chips;
        refresh();
    }
}

void ReviewFilter::setPinned(int change)
{
    pin(change, {});
}

void ReviewFilter::pinFromList(int change)
{
    QSet<int> left = m_left;
    if (m_pinned >= 0 && m_pinned != change && !passes(m_pinned)) {
        left.insert(m_pinned);
    }
    pin(change, left);
}

void ReviewFilter::pin(int change, const QSet<int>& left)
{
    if (m_pinned == change && m_left == left) {
        return;
    }
    // A change that passes anyway alters no row.
    const auto shown = [&](int at) {
        return at < 0 || (at < static_cast<int>(m_passes.size()) && m_passes[size_t(at)] == 1);
    };
    const bool same = shown(m_pinned) && shown(change) && m_left == left;
    m_pinned = change;
    m_left = left;
    if (!same) {
        refresh();
    }
}

void ReviewFilter::dropLeft()
{
    if (!m_left.isEmpty()) {
        m_left.clear();
        refresh();
    }
}

void ReviewFilter::refresh()
{
    match();
    invalidateFilter();
}

void ReviewFilter::match()
{
    static const QString ruleWord = QStringLiteral("rule:");
    const QStringList words = m_text.toLower().split(u' ', Qt::SkipEmptyParts);
    QVector<qsizetype> ruleWords; // that name the leading rule of a change, whole
    for (qsizetype w = 0; w < words.size(); ++w) {
        if (words[w].size() > ruleWord.size() && words[w].startsWith(ruleWord)) {
            ruleWords.append(w);
        }
    }
    const auto holds = [&](const QStringList& texts) {
        // One bit per word; more than 31 words are cut off.
        std::vector<quint32> bits(size_t(texts.size()), 0);
        for (qsizetype i = 0; i < texts.size(); ++i) {
            for (qsizetype w = 0; w < std::min<qsizetype>(words.size(), 31); ++w) {
                bits[size_t(i)] |= texts[i].contains(words[w]) ? 1U << unsigned(w) : 0U;
            }
        }
        return bits;
    };
    const std::vector<quint32> paths = holds(m_model.paths());
    std::vector<quint32> labels = holds(m_model.labels());
    for (qsizetype i = 0; i < m_model.labels().size() && !ruleWords.isEmpty(); ++i) {
        const QString label = m_model.labels().at(i).section(u'\n', 0, 0).section(u' ', 0, 0);
        for (const qsizetype w : std::as_const(ruleWords)) {
            if (w < 31 && label == QStringView(words[w]).sliced(ruleWord.size())) {
                labels[size_t(i)] |= 1U << unsigned(w);
            }
        }
    }
    const quint32 all = (1U << unsigned(std::min<qsizetype>(words.size(), 31))) - 1U;

    const QVector<ReviewChange>& changes = m_model.changes();
    m_passes.assign(size_t(changes.size()), 0);
    m_accepted = 0;
    for (qsizetype i = 0; i < changes.size(); ++i) {
        const ReviewChange& change = changes[i];
        bool ok = (paths[size_t(change.pathId)] | labels[size_t(change.labelId)]) == all;
        ok = ok && (!m_phase || change.hunk->phase == *m_phase) && m_chips.passes(change);
        switch (m_status) {
        case ReviewStatus::Open:
            ok = ok && !isDecided(change.kind);
            break;
        case ReviewStatus::NeedsLook:
            ok = ok && change.needsLook();
            break;
        case ReviewStatus::Decided:
            ok = ok && isDecided(change.kind);
            break;
        case ReviewStatus::All:
            break;
        }
        m_passes[size_t(i)] = ok ? 1 : 0;
        m_accepted += ok ? 1 : 0;
    }
    m_prefix.assign(size_t(changes.size()) + 1, 0);
    for (int at = 0; at < int(changes.size()); ++at) {
        const int change = m_model.changeAt(at);
        const bool shown =
            m_passes[size_t(change)] == 1 || change == m_pinned || m_left.contains(change);
        m_prefix[size_t(at) + 1] = m_prefix[size_t(at)] + (shown ? 1 : 0);
    }
}

bool ReviewFilter::passes(int change) const
{
    return change >= 0 && change < static_cast<int>(m_passes.size()) &&
           m_passes[size_t(change)] == 1;
}

int ReviewFilter::next(int change, int step, bool wrap,
                       const std::function<bool(const ReviewChange&)>& wanted) const
{
    const int count = static_cast<int>(m_passes.size());
    if (count == 0) {
        return -1;
    }
    int at = change >= 0 ? m_model.positionOf(change) : (step > 0 ? -1 : count);
    for (int tried = 0; tried < count; ++tried) {
        at += step;
        if (at < 0 || at >= count) {
            if (!wrap) {
                return -1;
            }
            at = at < 0 ? count - 1 : 0;
        }
        const int candidate = m_model.changeAt(at);
        if (m_passes[size_t(candidate)] == 1 && (!wanted || wanted(m_model.changes()[candidate]))) {
            return candidate;
        }
    }
    return -1;
}

bool ReviewFilter::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const QModelIndex index = m_model.index(row, 0, parent);
    const auto [first, count] = m_model.positions(index);
    if (m_prefix[size_t(first) + size_t(count)] > m_prefix[size_t(first)]) {
        return true;
    }
    // Groups stay in sight while nothing narrows them but the state of decisions: "9/9" says where
    // the work stands.
    const bool plain = m_text.trimmed().isEmpty() && m_chips.isEmpty() &&
                       (m_status == ReviewStatus::Open || m_status == ReviewStatus::All);
    return !parent.isValid() && plain && (!m_phase || m_model.groupPhase(index) == *m_phase);
}

} // namespace rocport
