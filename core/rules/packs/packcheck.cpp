#include "core/rules/packs/packcheck.h"

#include "core/rules/packs/packtotals.h"
#include "core/rules/python/pythonruleindex.h"
#include "core/rules/rulenames.h"

#include <QSet>

#include <algorithm>
#include <iterator>

namespace rocport {

namespace {

/// The name under which a sample is read.
QByteArray nameFor(Language language)
{
    switch (language) {
    case Language::Cuda:
        return "sample.cu";
    case Language::Cpp:
        return "sample.cpp";
    case Language::Hip:
        return "sample.hip";
    case Language::Python:
        return "sample.py";
    case Language::CMake:
        return "CMakeLists.txt";
    case Language::Make:
        return "Makefile";
    case Language::Shell:
        return "sample.sh";
    case Language::Toml:
        return "pyproject.toml";
    case Language::Requirements:
        return "requirements.txt";
    case Language::Yaml:
        return "environment.yml";
    case Language::Dockerfile:
        return "Dockerfile";
    case Language::Notebook:
        return "sample.ipynb";
    case Language::SetupCfg:
        return "setup.cfg";
    case Language::Json:
        return "sample.json";
    case Language::Markdown:
        return "README.md";
    case Language::Meson:
        return "meson.build";
    case Language::Other:
        break;
    }
    return "sample";
}

/// A version of the range, the target's own where it fits.
Version fitting(const VersionRange& range, const Version& own)
{
    if (range.contains(own)) {
        return own;
    }
    if (range.from) {
        return *range.from;
    }
    const Version below = range.below.value_or(Version{1});
    return below.minor() > 0 ? Version{below.major(), below.minor() - 1}
                             : Version{below.major() - 1, 99};
}

TargetSettings targetFor(const Rule& rule)
{
    TargetSettings target;
    target.torch = fitting(rule.torch, target.torch);
    target.rocm = fitting(rule.rocm, target.rocm);
    if (rule.architectures.isEmpty()) {
        return target;
    }
    for (const char* name : {"gfx942", "gfx950", "gfx90a", "gfx908", "gfx1100", "gfx1101",
                             "gfx1200", "gfx1201", "gfx1151", "gfx1030"}) {
        const QString one = QLatin1StringView(name);
        if (std::any_of(rule.architectures.begin(), rule.architectures.end(),
                        [&](const QString& glob) { return globMatches(glob, one); })) {
            target.architectures = {one};
            return target;
        }
    }
    target.architectures = {QString(rule.architectures.first()).remove(u'*')};
    return target;
}

/// The program's rule that defines is_rocm: edits of Python files need it.
const std::optional<Rule>& flagRule()
{
    static const std::optional<Rule> rule = [] {
        const RuleSet rules = RuleSet::load().rules;
        const auto found =
            std::find_if(rules.rules().begin(), rules.rules().end(), [](const Rule& one) {
                return one.matcherParameters.value(QStringLiteral("name")) ==
                       QStringLiteral("rocm-flag");
            });
        return found == rules.rules().end() ? std::nullopt : std::optional<Rule>(*found);
    }();
    return rule;
}

QString line(const QByteArray& text, qsizetype number)
{
    const QList<QByteArray> lines = text.split('\n');
    return number < lines.size() ? QString::fromUtf8(lines[number]).left(120)
                                 : QStringLiteral("the end");
}

QString difference(const QByteArray& expected, const QByteArray& found)
{
    const QList<QByteArray> a = expected.split('\n');
    const QList<QByteArray> b = found.split('\n');
    qsizetype at = 0;
    while (at < a.size() && at < b.size() && a[at] == b[at]) {
        ++at;
    }
    return QStringLiteral("the result differs in line %1: expected `%2`, found `%3`")
        .arg(at + 1)
        .arg(line(expected, at), line(found, at));
}

/// The hunks of a rule with those that they need.
QVector<Hunk> hunksOf(const QVector<Hunk>& all, const QString& rule)
{
    QSet<QByteArray> wanted;
    for (bool more = true; more;) {
        more = false;
        for (const Hunk& hunk : all) {
            if (!wanted.contains(hunk.key) && hunk.ruleIds.contains(rule)) {
                wanted.insert(hunk.key);
                more = true;
            }
            if (!wanted.contains(hunk.key)) {
                continue;
            }
            for (const QByteArray& key : hunk.needs) {
                more = more || !wanted.contains(key);
                wanted.insert(key);
            }
        }
    }
    QVector<Hunk> result;
    for (const Hunk& hunk : all) {
        if (wanted.contains(hunk.key)) {
            result.append(hunk);
        }
    }
    return result;
}

QString resultProblem(const RuleSample& sample, const QVector<Hunk>& hunks)
{
    for (const Hunk& hunk : hunks) {
        if (hunk.verdict == Verdict::Violated) {
            return QStringLiteral("the edit in line %1 alters the NVIDIA path: %2")
                .arg(hunk.firstLine)
                .arg(hunk.verdictReason);
        }
    }
    const Result<QByteArray> made = applyHunks(sample.code, hunks);
    if (!made) {
        return QStringLiteral("the edits cannot be made: %1").arg(made.error().detail);
    }
    return *made == *sample.result ? QString() : difference(*sample.result, *made);
}

QString placeOf(const Finding& finding)
{
    return QStringLiteral("`%1` in line %2").arg(finding.symbol, QString::number(finding.line));
}

QString matchProblem(const RuleSample& sample, const QVector<Finding>& findings)
{
    if (!sample.match) {
        return findings.isEmpty()
                   ? QString()
                   : QStringLiteral("expected no finding, found %1").arg(placeOf(findings.first()));
    }
    const bool there = std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
        return (sample.line == 0 || finding.line == sample.line) &&
               (sample.symbol.isEmpty() || finding.symbol == sample.symbol);
    });
    if (there) {
        return {};
    }
    QString expected = QStringLiteral("a finding");
    if (!sample.symbol.isEmpty()) {
        expected = QStringLiteral("`%1`").arg(sample.symbol);
    }
    if (sample.line > 0) {
        expected += QStringLiteral(" in line %1").arg(sample.line);
    }
    return QStringLiteral("expected %1, found %2")
        .arg(expected, findings.isEmpty() ? QStringLiteral("none") : placeOf(findings.first()));
}

} // namespace

AnalysisContext contextFor(const Rule& rule, const TargetSettings& target)
{
    QVector<Rule> rules = {rule};
    if (flagRule() && flagRule()->id != rule.id) {
        rules.append(*flagRule());
    }
    QVector<Error> problems; // a rule with a query that does not compile finds nothing
    AnalysisContext context;
    context.rules = std::make_shared<const RuleSet>(RuleSet::of(rules, problems));
    context.target = target;
    context.target.rulesOff.removeAll(rule.id);
    context.strategy = target.strategy.value_or(Strategy::CompatHeader);
    context.compatHeader = RepoPath("rocport_compat.h");
    return context;
}

QString sampleProblem(const Rule& rule, const RuleSample& sample)
{
    const AnalysisContext context = contextFor(rule, targetFor(rule));
    const RepoPath path(sample.file.isEmpty() ? nameFor(sample.language) : sample.file);
    const FileAnalysis analysis =
        analyseFile(path, sample.language, SourceBuffer(sample.code), context);
    if (!analysis.skipped.isEmpty()) {
        return QStringLiteral("the code cannot be read: %1").arg(analysis.skipped);
    }
    QVector<Finding> findings;
    std::copy_if(analysis.findings.begin(), analysis.findings.end(), std::back_inserter(findings),
                 [&](const Finding& finding) { return finding.ruleId == rule.id; });
    QString wrong = matchProblem(sample, findings);
    if (!wrong.isEmpty() || !sample.result) {
        return wrong;
    }
    return resultProblem(sample, hunksOf(analysis.hunks, rule.id));
}

QString sampleMessage(const Rule& rule)
{
    for (const RuleSample& sample : rule.samples) {
        if (!sample.match) {
            continue;
        }
        const RepoPath path(sample.file.isEmpty() ? nameFor(sample.language) : sample.file);
        const FileAnalysis analysis = analyseFile(path, sample.language, SourceBuffer(sample.code),
                                                  contextFor(rule, targetFor(rule)));
        for (const Finding& finding : analysis.findings) {
            if (finding.ruleId == rule.id && !finding.message.isEmpty()) {
                return finding.message;
            }
        }
    }
    return {};
}

PackCheck checkPack(const PackText& pack, const CancelToken& cancel)
{
    constexpr int kMostSamples = 5000; // of one pack, whatever its rules are
    RulePack read = parseRulePack(pack.text, pack.file, pack.origin);
    if (pack.origin != PackOrigin::BuiltIn) {
        PackTotals().keepWithin(read, pack.file);
    }
    PackCheck result;
    result.name = read.name;
    result.problems = std::move(read.problems);
    result.rules = std::move(read.rules);
    result.ruleLines = std::move(read.ruleLines);
    const RuleSet compiled = RuleSet::of(result.rules, result.problems);
    for (const Rule& rule : result.rules) {
        const bool usable = rule.matcher != MatcherKind::TreeSitter ||
                            !rule.languages.contains(Language::Python) ||
                            compiled.python()->query(rule) != nullptr;
        for (const RuleSample& sample : rule.samples) {
            if (cancel.isCancelled() || !usable || result.samples >= kMostSamples) {
                break;
            }
            ++result.samples;
            const QString wrong = sampleProblem(rule, sample);
            if (!wrong.isEmpty()) {
                result.problems.append(
                    {ErrorCode::RulePackInvalid,
                     QStringLiteral("a sample of rule %1 fails: %2").arg(rule.id, wrong),
                     QStringLiteral("%1:%2").arg(pack.file).arg(sample.packLine)});
            }
        }
    }
    std::stable_sort(result.problems.begin(), result.problems.end(),
                     [](const Error& a, const Error& b) { return lineOf(a) < lineOf(b); });
    return result;
}

const Rule* ruleAtLine(const PackCheck& check, int line)
{
    const auto after = std::upper_bound(check.ruleLines.begin(), check.ruleLines.end(), line);
    if (after == check.ruleLines.begin()) {
        return nullptr;
    }
    const auto found = std::find_if(check.rules.begin(), check.rules.end(), [&](const Rule& rule) {
        return rule.packLine == *std::prev(after);
    });
    return found == check.rules.end() ? nullptr : &*found;
}

} // namespace rocport
