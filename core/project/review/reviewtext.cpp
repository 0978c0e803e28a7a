#include "core/project/review/reviewrender.h"

#include "core/base/linerange.h"
#include "core/base/visibletext.h"
#include "core/base/wording.h"
#include "core/lanes/laneverify.h"
#include "core/report/compose.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr qsizetype kMostShown = 100; ///< rows of one table

/// "Different", "3".
struct CountRow
{
    QString name;
    int count = 0;
};

QVector<CountRow> countRows(const PortReview& review)
{
    QVector<CountRow> rows;
    const auto add = [&rows](const QString& name, int count, bool always) {
        if (count > 0 || always) {
            rows.append({name, count});
        }
    };
    for (const NvidiaPath path :
         {NvidiaPath::Unchanged, NvidiaPath::Changed, NvidiaPath::Unproved, NvidiaPath::NotBuilt}) {
        add(QStringLiteral("NVIDIA path: %1").arg(nvidiaPathName(path)), review.count(path),
            path != NvidiaPath::NotBuilt);
    }
    for (const RuleMatch match :
         {RuleMatch::Equal, RuleMatch::Similar, RuleMatch::Different, RuleMatch::None}) {
        add(QStringLiteral("Rule: %1").arg(ruleMatchId(match)), review.count(match), true);
    }
    for (const RocmArm arm : kRocmArms) {
        add(QStringLiteral("ROCm arm: %1").arg(rocmArmName(arm)), review.count(arm), false);
    }
    add(QStringLiteral("Missing places"), static_cast<int>(review.missing.size()), true);
    return rows;
}

/// Why a person should look at it, in one line.
QString whyLook(const ReviewHunk& hunk)
{
    QStringList parts;
    if (hunk.nvidia == NvidiaPath::Changed || hunk.nvidia == NvidiaPath::Unproved) {
        parts.append(hunk.proof.reason);
    }
    if (isWrong(hunk.rocm)) {
        parts.append(hunk.rocmReason);
    }
    if (hunk.match == RuleMatch::Different) {
        parts.append(
            QStringLiteral("The rule %1 would write something else.").arg(hunk.ruleIds.value(0)));
    }
    for (const Finding& finding : hunk.findings) {
        if (finding.severity >= Severity::Warning) {
            parts.append(
                QStringLiteral("Left open in line %1: %2").arg(finding.line).arg(finding.message));
        }
    }
    return parts.join(u' ');
}

QString headOf(const PortReview& review)
{
    const ReviewTrees& trees = review.trees;
    QStringList authors;
    for (const ReviewCommit& commit : trees.commits) {
        if (!commit.author.isEmpty() && !authors.contains(commit.author)) {
            authors.append(commit.author);
        }
    }
    constexpr qsizetype kNamed = 3;
    const QString by = authors.isEmpty() ? QString()
                       : authors.size() <= kNamed
                           ? QStringLiteral(" by %1").arg(authors.join(QStringLiteral(", ")))
                           : QStringLiteral(" by %1 people").arg(authors.size());
    return QStringLiteral("%1: %2%3, %4 in %5")
        .arg(trees.name, counted(trees.commits.size(), "commit", "commits"), by,
             counted(review.hunkCount(), "hunk", "hunks"),
             counted(review.files.size(), "file", "files"));
}

QString restSentence(const PortReview& review)
{
    QStringList parts;
    if (review.leftOut > 0) {
        parts.append(
            QStringLiteral("%1 in vendored and generated files").arg(countText(review.leftOut)));
    }
    if (review.inCi > 0) {
        parts.append(QStringLiteral("%1 in files of CI").arg(countText(review.inCi)));
    }
    if (review.noted > 0) {
        parts.append(counted(review.noted, "note", "notes"));
    }
    return parts.isEmpty() ? QString()
                           : QStringLiteral("Left out: %1.").arg(parts.join(QStringLiteral(", ")));
}

} // namespace

QString nvidiaPathName(NvidiaPath path)
{
    switch (path) {
    case NvidiaPath::Changed:
        return QStringLiteral("changed");
    case NvidiaPath::Unproved:
        return QStringLiteral("unproved");
    case NvidiaPath::Unchanged:
        return QStringLiteral("unchanged");
    case NvidiaPath::NotBuilt:
        break;
    }
    return QStringLiteral("not in a build");
}

QString rocmArmName(RocmArm arm)
{
    switch (arm) {
    case RocmArm::NotTried:
        return QStringLiteral("not tried");
    case RocmArm::NotChecked:
        return QStringLiteral("not checked");
    case RocmArm::Compiles:
        return QStringLiteral("compiles");
    case RocmArm::BuildFails:
        return QStringLiteral("build fails");
    case RocmArm::LanesEqual:
        return QStringLiteral("lanes equal");
    case RocmArm::LanesDiffer:
        break;
    }
    return QStringLiteral("lanes differ");
}

QString reviewFaultId(ReviewFault fault)
{
    static const std::array<const char*, 6> ids{"changed", "unproved", "different",
                                                "missing", "build",    "lanes"};
    return QString::fromLatin1(ids.at(static_cast<size_t>(fault)));
}

std::optional<ReviewFault> reviewFaultFromId(QStringView id)
{
    for (const ReviewFault fault :
         {ReviewFault::Changed, ReviewFault::Unproved, ReviewFault::Different, ReviewFault::Missing,
          ReviewFault::Build, ReviewFault::Lanes}) {
        if (reviewFaultId(fault) == id) {
            return fault;
        }
    }
    return std::nullopt;
}

QSet<ReviewFault> faultsOf(const PortReview& review)
{
    QSet<ReviewFault> faults;
    const auto add = [&faults](bool is, ReviewFault fault) {
        if (is) {
            faults.insert(fault);
        }
    };
    add(review.count(NvidiaPath::Changed) > 0, ReviewFault::Changed);
    add(review.count(NvidiaPath::Unproved) > 0, ReviewFault::Unproved);
    add(review.count(RuleMatch::Different) > 0, ReviewFault::Different);
    add(!review.missing.isEmpty(), ReviewFault::Missing);
    add(review.count(RocmArm::BuildFails) > 0, ReviewFault::Build);
    add(review.count(RocmArm::LanesDiffer) > 0 ||
            (review.lanes &&
             (!review.lanes->complete() || !review.lanes->equal() || review.laneComplaints > 0)),
        ReviewFault::Lanes);
    return faults;
}

bool needsLook(const ReviewHunk& hunk)
{
    return hunk.nvidia == NvidiaPath::Changed || hunk.nvidia == NvidiaPath::Unproved ||
           hunk.match == RuleMatch::Different || isWrong(hunk.rocm) ||
           std::any_of(hunk.findings.begin(), hunk.findings.end(), [](const Finding& finding) {
               return finding.severity >= Severity::Warning;
           });
}

QString placeOfHunk(const ReviewFile& file, const ReviewHunk& hunk)
{
    if (hunk.kind != ReviewHunkKind::Lines) {
        return file.path.display();
    }
    const bool onlyRemoves = hunk.headLast < hunk.headFirst;
    return placeText(file.path, onlyRemoves ? hunk.baseFirst : hunk.headFirst);
}

QByteArray renderReviewText(const PortReview& review)
{
    QString out = headOf(review) + u'\n';
    for (const ReviewFile& file : review.files) {
        out += QStringLiteral("\n%1\n").arg(file.path.display());
        for (const ReviewHunk& hunk : file.hunks) {
            const QString line =
                hunk.kind == ReviewHunkKind::Lines
                    ? QString::number(hunk.headLast < hunk.headFirst ? hunk.baseFirst
                                                                     : hunk.headFirst)
                    : QStringLiteral("-");
            out += QStringLiteral("  %1  %2  [rule: %3; NVIDIA path: %4; ROCm arm: %5]\n")
                       .arg(line, 5)
                       .arg(hunk.title, ruleMatchId(hunk.match), nvidiaPathName(hunk.nvidia),
                            rocmArmName(hunk.rocm));
            const QString why = whyLook(hunk);
            if (!why.isEmpty()) {
                out += QStringLiteral("         %1\n").arg(why);
            }
        }
    }
    if (!review.missing.isEmpty()) {
        out += QStringLiteral("\nNot touched by this port:\n");
        for (const MissingPlace& place : review.missing) {
            out += QStringLiteral("  %1 %2: %3 [%4, phase %5]\n")
                       .arg(severityId(place.finding.severity),
                            placeText(place.finding.path, place.finding.line), place.reason,
                            place.finding.ruleId)
                       .arg(static_cast<int>(place.finding.phase));
        }
    }
    out += u'\n';
    for (const CountRow& row : countRows(review)) {
        out += QStringLiteral("%1: %2\n").arg(row.name, countText(row.count));
    }
    for (const QString& remark : review.remarks + QStringList{restSentence(review)}) {
        out += remark.isEmpty() ? QString() : remark + u'\n';
    }
    return visibleBytes(out.toUtf8());
}

QByteArray renderReviewMarkdown(const PortReview& review)
{
    Document out;
    Block title;
    title.kind = Block::Kind::Heading;
    title.level = 2;
    title.line = words(review.trees.title.isEmpty() ? QStringLiteral("Review of a port")
                                                    : review.trees.title);
    out.append(title);
    addParagraph(out, words(headOf(review) + u'.'));
    QVector<QVector<Spans>> rows;
    for (const CountRow& row : countRows(review)) {
        rows.append({words(row.name), words(countText(row.count))});
    }
    addTable(out, {QStringLiteral("What"), QStringLiteral(">Count")}, rows);

    rows.clear();
    qsizetype all = 0;
    for (const ReviewFile& file : review.files) {
        for (const ReviewHunk& hunk : file.hunks) {
            if (!needsLook(hunk) || ++all > kMostShown) {
                continue;
            }
            rows.append({Spans{code(placeOfHunk(file, hunk))}, richText(hunk.title),
                         words(ruleMatchId(hunk.match)), words(nvidiaPathName(hunk.nvidia)),
                         words(rocmArmName(hunk.rocm)), richText(whyLook(hunk))});
        }
    }
    addHeading(out, 3, QStringLiteral("Hunks that need a look"));
    if (rows.isEmpty()) {
        addParagraph(out,
                     words(review.files.isEmpty() ? QStringLiteral("This range changes no file.")
                                                  : QStringLiteral("None.")));
    } else {
        addTable(out,
                 {QStringLiteral("Place"), QStringLiteral("Hunk"), QStringLiteral("Rule"),
                  QStringLiteral("NVIDIA path"), QStringLiteral("ROCm arm"), QStringLiteral("Why")},
                 rows);
        addRest(out, rows.size(), all);
    }
    addHeading(out, 3, QStringLiteral("Not touched by this port"));
    rows.clear();
    for (const MissingPlace& place : review.missing) {
        if (rows.size() < kMostShown) {
            rows.append({words(severityId(place.finding.severity)),
                         Spans{code(placeText(place.finding.path, place.finding.line))},
                         Spans{code(place.finding.ruleId)},
                         words(QString::number(static_cast<int>(place.finding.phase))),
                         richText(place.reason)});
        }
    }
    if (rows.isEmpty()) {
        addParagraph(out, words(QStringLiteral("Every rule's place is touched.")));
    } else {
        addTable(out,
                 {QStringLiteral("Severity"), QStringLiteral("Place"), QStringLiteral("Rule"),
                  QStringLiteral(">Phase"), QStringLiteral("Why")},
                 rows);
        addRest(out, rows.size(), review.missing.size());
    }
    for (const QString& remark : review.remarks + QStringList{restSentence(review)}) {
        if (!remark.isEmpty()) {
            addParagraph(out, words(remark));
        }
    }
    return documentMarkdown(out);
}

} // namespace rocport
