#include "core/project/review/reviewrender.h"

#include "core/report/jsonwriter.h"
#include "core/report/sarifparts.h"

#include <QHash>

#include <algorithm>

namespace rocport {

namespace {

/// What a review says about a hunk, as rules of SARIF.
struct ReviewRule
{
    const char* id;
    const char* level;
    const char* text;
};

constexpr std::array kReviewRules = {
    ReviewRule{"review-nvidia-changed", "error", "The hunk changes what an NVIDIA build sees."},
    ReviewRule{"review-nvidia-unproved", "warning",
               "It is not shown that an NVIDIA build sees the same as before."},
    ReviewRule{"review-rule-different", "note", "A rule would write something else here."},
    ReviewRule{"review-build-fails", "error", "The file does not compile for AMD GPUs."},
    ReviewRule{"review-lanes-differ", "error",
               "Executed on lanes, the kernel gives other results than the base."},
};

/// Which of them hold for a hunk, and what is said.
QVector<QPair<qsizetype, QString>> resultsOf(const ReviewHunk& hunk)
{
    QVector<QPair<qsizetype, QString>> results;
    if (hunk.nvidia == NvidiaPath::Changed) {
        results.append({0, hunk.proof.reason});
    } else if (hunk.nvidia == NvidiaPath::Unproved) {
        results.append({1, hunk.proof.reason});
    }
    if (hunk.match == RuleMatch::Different) {
        results.append({2, QStringLiteral("%1. The rule %2 would write something else.")
                               .arg(hunk.title, hunk.ruleIds.value(0))});
    }
    if (hunk.rocm == RocmArm::BuildFails) {
        results.append({3, hunk.rocmReason});
    } else if (hunk.rocm == RocmArm::LanesDiffer) {
        results.append({4, hunk.rocmReason});
    }
    return results;
}

class ReviewSarif
{
public:
    ReviewSarif(const PortReview& review, const RuleSet& rules) : m_review(review), m_rules(rules)
    {
    }
    QByteArray write();

private:
    void writeRules();
    void writeHunk(const ReviewFile& file, const ReviewHunk& hunk);
    void writeFinding(const Finding& finding, const QString& message, const char* state);

    const PortReview& m_review;
    const RuleSet& m_rules;
    JsonWriter m_json;
    QHash<QString, qsizetype> m_index;
};

void ReviewSarif::writeRules()
{
    m_json.beginArray("rules");
    for (const ReviewRule& rule : kReviewRules) {
        m_json.beginObject();
        m_json.member("id", rule.id);
        writeSarifText(m_json, "shortDescription", QString::fromLatin1(rule.text));
        m_json.beginObject("defaultConfiguration");
        m_json.member("level", rule.level);
        m_json.endObject();
        m_json.endObject();
        m_index.insert(QString::fromLatin1(rule.id), m_index.size());
    }
    QStringList ids;
    for (const MissingPlace& place : m_review.missing) {
        ids.append(place.finding.ruleId);
    }
    for (const ReviewFile& file : m_review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            for (const Finding& finding : hunk.findings) {
                ids.append(finding.ruleId);
            }
        }
    }
    ids.sort();
    ids.removeDuplicates();
    for (const QString& id : std::as_const(ids)) {
        const Rule* rule = m_rules.find(id);
        if (rule != nullptr) {
            writeSarifRule(m_json, *rule);
        } else {
            writeUnknownSarifRule(m_json, id);
        }
        m_index.insert(id, m_index.size());
    }
    m_json.endArray();
}

void ReviewSarif::writeHunk(const ReviewFile& file, const ReviewHunk& hunk)
{
    for (const auto& [rule, message] : resultsOf(hunk)) {
        const ReviewRule& said = kReviewRules.at(static_cast<size_t>(rule));
        m_json.beginObject();
        m_json.member("ruleId", said.id);
        m_json.member("ruleIndex", qint64(rule));
        m_json.member("level", said.level);
        writeSarifText(m_json, "message", textOr(message, hunk.title));
        const bool lines = hunk.kind == ReviewHunkKind::Lines;
        writeSarifLocation(m_json, file.path, lines ? std::max(1, hunk.headFirst) : 1,
                           lines ? hunk.headLast : 1);
        m_json.beginObject("partialFingerprints");
        m_json.member("rocportHunk/v1", QString::fromLatin1(hunk.id));
        m_json.endObject();
        m_json.beginObject("properties");
        m_json.member("phase", int(hunk.phase));
        m_json.member("title", hunk.title);
        m_json.member("rules", hunk.ruleIds);
        m_json.endObject();
        m_json.endObject();
    }
    for (const Finding& finding : hunk.findings) {
        writeFinding(finding, finding.message, "left-open");
    }
}

void ReviewSarif::writeFinding(const Finding& finding, const QString& message, const char* state)
{
    m_json.beginObject();
    m_json.member("ruleId", finding.ruleId);
    m_json.member("ruleIndex", qint64(m_index.value(finding.ruleId)));
    m_json.member("level", sarifLevel(finding.severity));
    writeSarifText(m_json, "message", textOr(message, finding.ruleId));
    writeSarifLocation(m_json, finding.path, std::max(1, finding.line), finding.endLine);
    m_json.beginObject("partialFingerprints");
    m_json.member("rocportFinding/v1", QString::fromLatin1(finding.id));
    m_json.endObject();
    m_json.beginObject("properties");
    m_json.member("phase", int(finding.phase));
    m_json.member("review", state);
    m_json.endObject();
    m_json.endObject();
}

QByteArray ReviewSarif::write()
{
    beginSarif(m_json);
    writeRules();
    m_json.endObject();
    m_json.endObject();
    m_json.beginObject("originalUriBaseIds");
    m_json.beginObject("SRCROOT");
    writeSarifText(m_json, "description", QStringLiteral("The top folder of the repository."));
    m_json.endObject();
    m_json.endObject();
    m_json.beginArray("results");
    for (const ReviewFile& file : m_review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            writeHunk(file, hunk);
        }
    }
    for (const MissingPlace& place : m_review.missing) {
        writeFinding(place.finding, place.reason, "missing");
    }
    m_json.endArray();
    m_json.endObject();
    m_json.endArray();
    m_json.endObject();
    return m_json.take();
}

} // namespace

QByteArray renderReviewSarif(const PortReview& review, const RuleSet& rules)
{
    return ReviewSarif(review, rules).write();
}

} // namespace rocport
