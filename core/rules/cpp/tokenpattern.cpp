#include "core/rules/cpp/tokenpattern.h"

#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppsupplied.h"
#include "core/rules/cpp/patternindex.h"
#include "core/rules/cpp/pointee.h"
#include "core/rules/cpp/wavefront.h"
#include "core/rules/packs/packwork.h"
#include "core/rules/rulenames.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>

namespace rocport {

namespace {

constexpr int kLongestMatch = 400; ///< tokens that one "$$name" may stand for

bool isStatementWord(std::string_view word)
{
    constexpr std::array<std::string_view, 8> kWords = {"return", "else",      "do",  "case",
                                                        "throw",  "co_return", "and", "or"};
    return std::find(kWords.begin(), kWords.end(), word) != kWords.end();
}

/// Where a pattern was found.
struct Match
{
    TokenSpan span;
    std::vector<TokenSpan> parts; ///< by token of the pattern
};

class PatternMatcher
{
public:
    PatternMatcher(CppFile& file, const AnalysisContext& context, const QVector<const Rule*>& rules,
                   ProposalWriter& writer, QVector<Replacement>& edits)
        : m_file(file),
          m_set(*context.rules),
          m_index(*m_set.patterns()),
          m_target(context.target),
          m_supplies(suppliesMissing(context.strategy)),
          m_isExtension(context.strategy == Strategy::TorchExtension),
          m_cancel(context.cancel),
          m_writer(writer),
          m_edits(edits),
          m_applies(static_cast<size_t>(m_set.rules().size()), false),
          m_work(static_cast<size_t>(m_set.rules().size()))
    {
        PackWork* work = context.packWork.get();
        for (const Rule* rule : rules) {
            const qsizetype at = rule - m_set.rules().constData();
            const bool known = at >= 0 && at < m_set.rules().size();
            if (!known || !m_index.settings(static_cast<int>(at)).isPattern ||
                (work != nullptr && work->isStopped(*rule))) {
                continue;
            }
            m_applies[static_cast<size_t>(at)] = true;
            if (rule->origin != PackOrigin::BuiltIn) {
                m_work[static_cast<size_t>(at)] = std::make_unique<RuleWork>(
                    work, *rule, writer.analysis().path, file.source().bytes().size());
            }
        }
    }

    QSet<qsizetype> run();

private:
    /// Findings of one text in one file, made when all its places are known.
    struct Collected
    {
        const CompiledPattern* pattern = nullptr;
        RepeatedPlaces places;
        QString symbol;
        Captures captures;
        QVector<qsizetype> edits; ///< indices into m_edits that wait for the finding's id
    };

    void includes();
    /// False: the rule has done what it may, and looks at nothing more.
    bool spend(int rule, qint64 steps)
    {
        RuleWork* work = m_work[static_cast<size_t>(rule)].get();
        if (work != nullptr && !work->spend(steps)) {
            m_applies[static_cast<size_t>(rule)] = false;
            return false;
        }
        return true;
    }
    void countMatch(int rule)
    {
        RuleWork* work = m_work[static_cast<size_t>(rule)].get();
        m_applies[static_cast<size_t>(rule)] = work == nullptr || work->addMatch();
    }
    void sayCut();
    bool tryPattern(int at, const CompiledPattern& pattern, Match& match);
    bool matches(int at, const CompiledPattern& pattern, Match& match) const;
    [[nodiscard]] int expressionEnd(int at, bool commas, std::string_view stop) const;
    [[nodiscard]] bool isForeign(int at, const PatternSettings& settings);
    [[nodiscard]] bool pointsAt(const CompiledPattern& pattern, const Match& match);
    /// Whether headers made for the port hold what the pattern looks for.
    [[nodiscard]] bool isSupplied(const CompiledPattern& pattern) const
    {
        return m_supplies && pattern.supplied &&
               !(m_isExtension && m_target.rocm < pattern.extensionsFrom);
    }
    [[nodiscard]] QString symbolOf(const Match& match, bool nameOnly) const;
    void found(const CompiledPattern& pattern, const Match& match);
    [[nodiscard]] QVector<TextEdit> pieces(const CompiledPattern& pattern, const Match& match,
                                           const QString& text) const;
    void addEdit(const CompiledPattern& pattern, const Match& match, const Captures& captures,
                 Collected& collected);
    QByteArray addFinding(const Collected& one);
    void flush();

    CppFile& m_file;
    const RuleSet& m_set;
    const PatternIndex& m_index;
    const TargetSettings& m_target;
    bool m_supplies = false; ///< headers made for the port hold what some entries look for
    bool m_isExtension = false;
    const CancelToken& m_cancel;
    ProposalWriter& m_writer;
    QVector<Replacement>& m_edits;
    std::vector<bool> m_applies;                        ///< by rule
    std::vector<std::unique_ptr<RuleWork>> m_work;      ///< by rule; null: the program's own
    mutable qint64 m_steps = 0;                         ///< of the newest try: tokens
    std::map<std::string_view, std::vector<int>> m_own; ///< where the file declares them
    std::map<std::pair<int, QString>, Collected> m_collected;
    QSet<qsizetype> m_covered;
    std::set<int> m_matched; ///< rules
};

/// Token after the expression that begins at `at`; `at` when there is none. It ends before `stop`.
int PatternMatcher::expressionEnd(int at, bool commas, std::string_view stop) const
{
    int depth = 0;
    int i = at;
    for (; i < m_file.size() && i - at < kLongestMatch; ++i, ++m_steps) {
        const std::string_view word = m_file.text(i);
        if (depth == 0 && !stop.empty() && word == stop) {
            return i;
        }
        if (word == "(" || word == "[" || word == "{") {
            ++depth;
        } else if (word == ")" || word == "]" || word == "}") {
            if (--depth < 0) {
                return i;
            }
        } else if (depth == 0 && (word == ";" || (word == "," && !commas))) {
            return i;
        }
    }
    return i - at < kLongestMatch ? i : at;
}

bool PatternMatcher::matches(int at, const CompiledPattern& pattern, Match& match) const
{
    m_steps = 1;
    const bool directive = m_file.token(at).inDirective;
    int i = at;
    match.parts.clear();
    for (size_t t = 0; t < pattern.tokens.size(); ++t) {
        const PatternToken& one = pattern.tokens[t];
        const bool stops = t + 1 < pattern.tokens.size() &&
                           pattern.tokens[t + 1].kind == PatternToken::Kind::Exact;
        const std::string_view stop =
            stops ? std::string_view(pattern.tokens[t + 1].text) : std::string_view();
        const int begin = i;
        ++m_steps;
        switch (one.kind) {
        case PatternToken::Kind::Exact:
            if (m_file.text(i) != one.text) {
                return false;
            }
            ++i;
            break;
        case PatternToken::Kind::Any:
            if (i >= m_file.size()) {
                return false;
            }
            ++i;
            break;
        case PatternToken::Kind::Expression:
        case PatternToken::Kind::Arguments: {
            const bool list = one.kind == PatternToken::Kind::Arguments;
            i = expressionEnd(i, list, stop);
            if (i == begin && !(list && m_file.text(i) == stop)) {
                return false;
            }
            break;
        }
        }
        match.parts.push_back({begin, i});
    }
    match.span = {at, i};
    return m_file.token(i - 1).inDirective == directive;
}

/// Members, names of other namespaces, and what the file declares itself.
bool PatternMatcher::isForeign(int at, const PatternSettings& settings)
{
    if (!m_file.isKind(at, CTokenKind::Identifier)) {
        return false;
    }
    const std::string_view before = m_file.text(at - 1);
    if (before == "." || before == "->") {
        return true;
    }
    if (!settings.qualified && before == "::" && m_file.isKind(at - 2, CTokenKind::Identifier) &&
        !isStatementWord(m_file.text(at - 2))) {
        return true;
    }
    if (settings.declarations) {
        return false;
    }
    const bool attribute = m_file.text(at).ends_with("__");
    const bool declared = !attribute && m_file.isKind(at - 1, CTokenKind::Identifier) &&
                          !isStatementWord(before) &&
                          (m_file.is(at + 1, "(") || before == "define");
    if (declared) {
        m_own[m_file.text(at)].push_back(at);
        return true;
    }
    const auto own = m_own.find(m_file.text(at));
    if (own == m_own.end()) {
        return false;
    }
    m_file.analyseStructure();
    return !castsToOtherType(m_file, at, own->second);
}

/// Whether the replacement names the pattern's arguments in another order.
bool isMoving(const CompiledPattern& pattern)
{
    qsizetype before = -1;
    for (const PatternToken& one : pattern.tokens) {
        if (one.kind == PatternToken::Kind::Expression) {
            const qsizetype at = pattern.replacement.indexOf(QString::fromStdString(one.text));
            if (at >= 0 && at < before) {
                return true;
            }
            before = at;
        }
    }
    return false;
}

/// Whether the pattern's first argument points at what the pattern is for.
bool PatternMatcher::pointsAt(const CompiledPattern& pattern, const Match& match)
{
    if (pattern.pointee.isEmpty()) {
        return true;
    }
    const auto argument =
        std::find_if(pattern.tokens.begin(), pattern.tokens.end(), [](const PatternToken& one) {
            return one.kind == PatternToken::Kind::Expression;
        });
    if (argument == pattern.tokens.end()) {
        return false;
    }
    // A replacement that moves its arguments takes them as they are: edits inside would be lost.
    const size_t moved = isMoving(pattern) ? pattern.tokens.size() : 0;
    for (size_t i = 1; i < moved; ++i) {
        for (int at = match.parts[i].begin; at + 1 < match.parts[i].end; ++at) {
            if (m_file.isKind(at, CTokenKind::Identifier) && m_file.is(at + 1, "(")) {
                return false;
            }
        }
    }
    m_file.analyseStructure();
    const auto index = static_cast<size_t>(argument - pattern.tokens.begin());
    const Pointee pointee = pointeeOf(m_file, match.parts[index]);
    return pattern.pointee == u"scalar" ? pointee == Pointee::Scalar
           : pattern.pointee == u"word" ? pointee == Pointee::Scalar || pointee == Pointee::Word
                                        : pointee == Pointee::Wide;
}

/// A qualified name is shown with what it names: "cutlass::gemm::device::Gemm".
QString PatternMatcher::symbolOf(const Match& match, bool nameOnly) const
{
    int end = match.span.end;
    while (m_file.is(end - 1, "::") && m_file.isKind(end, CTokenKind::Identifier) &&
           end - match.span.begin < 16) {
        end += m_file.is(end + 1, "::") ? 2 : 1;
    }
    // Calls that count as one are shown by their name.
    if (nameOnly && match.span.size() > 1 && m_file.is(match.span.begin + 1, "(")) {
        end = match.span.begin + 1;
    }
    const QString text = toText(m_file.textOf({match.span.begin, end})).simplified();
    return text.size() <= 60 ? text : text.left(59) + QChar(0x2026);
}

QByteArray PatternMatcher::addFinding(const Collected& one)
{
    const Rule& rule = m_set.rules().at(one.pattern->rule);
    const QString message = fillText(rule.message, one.captures).simplified();
    const bool fixed = !one.edits.isEmpty();
    const QString wayOut = one.pattern->wayOut.isEmpty() ? rule.wayOut : one.pattern->wayOut;
    QByteArray id = m_writer.addRepeated(
        rule, one.places, one.symbol, message, fixed ? QString() : fillText(wayOut, one.captures),
        fixed ? Effort::None : one.pattern->effort.value_or(rule.effort), {});
    if (!fixed && one.pattern->effort == Effort::None) {
        m_writer.analysis().findings.last().severity = Severity::Info; // nothing has to be done
    }
    return id;
}

/// The replacement cut at the arguments that it takes over in order, each once: pairs of the bytes
/// between two arguments and their new text. Other edits can change the arguments then. Empty when
/// the replacement moves them.
QVector<TextEdit> PatternMatcher::pieces(const CompiledPattern& pattern, const Match& match,
                                         const QString& text) const
{
    QVector<TextEdit> result;
    qsizetype at = 0;
    qsizetype begin = m_file.range(match.span).begin;
    for (size_t i = 0; i < pattern.tokens.size(); ++i) {
        const PatternToken& token = pattern.tokens[i];
        const bool argument = token.kind == PatternToken::Kind::Expression ||
                              token.kind == PatternToken::Kind::Arguments;
        if (!argument || match.parts[i].size() <= 0) {
            continue;
        }
        const QString name = QString::fromStdString(token.text);
        const qsizetype found = text.indexOf(name, at);
        if (found < 0 || text.count(name) != 1) {
            return {};
        }
        const ByteRange part = m_file.range(match.parts[i]);
        result.append({{begin, part.begin}, text.mid(at, found - at).toUtf8()});
        begin = part.end;
        at = found + name.size();
    }
    const qsizetype end = m_file.range(match.span).end;
    result.append({{begin, end}, text.mid(at).toUtf8()});
    return result;
}

void PatternMatcher::addEdit(const CompiledPattern& pattern, const Match& match,
                             const Captures& captures, Collected& collected)
{
    const Rule& rule = m_set.rules().at(pattern.rule);
    QString text = pattern.replacement.isEmpty()
                       ? rule.fix.parameters.value(QStringLiteral("text")).toString()
                       : pattern.replacement;
    const auto fill = [&](PatternToken::Kind kind) {
        for (size_t i = 0; i < pattern.tokens.size(); ++i) {
            if (pattern.tokens[i].kind == kind) {
                text.replace(QString::fromStdString(pattern.tokens[i].text),
                             toText(m_file.textOf(match.parts[i])));
            }
        }
    };
    // A stranger's text may name the same argument as often as it likes.
    constexpr qsizetype kMostText = 16 * 1024;
    const bool limited = m_work[static_cast<size_t>(pattern.rule)] != nullptr;
    const qsizetype names = text.count(u'$');
    if (limited &&
        (text.size() > kMostText || names * m_file.range(match.span).size() > 4 * kMostText)) {
        return;
    }
    QVector<TextEdit> edits = pieces(pattern, match, text);
    if (edits.size() < 2) {
        // Longer names first, so that "$$a" is not read as "$" and "$a".
        fill(PatternToken::Kind::Arguments);
        fill(PatternToken::Kind::Expression);
        fill(PatternToken::Kind::Any);
        edits = {TextEdit{m_file.range(match.span), text.toUtf8()}};
    } else { // the pieces stand between arguments
        for (size_t i = 0; i < pattern.tokens.size(); ++i) {
            for (TextEdit& one : edits) {
                if (pattern.tokens[i].kind == PatternToken::Kind::Any) {
                    one.replacement.replace(QByteArray::fromStdString(pattern.tokens[i].text),
                                            toBytes(m_file.textOf(match.parts[i])));
                }
            }
        }
    }
    for (const TextEdit& one : edits) {
        const QByteArray before = m_file.source().bytes().mid(one.range.begin, one.range.size());
        if (edits.size() > 1 && before.simplified() == one.replacement.simplified()) {
            continue; // only blanks differ
        }
        Replacement edit;
        edit.range = one.range;
        edit.text = one.replacement;
        edit.rule = &rule;
        edit.captures = captures;
        // The pieces of one place make sense together only; no lane mask has such a number.
        edit.link = edits.size() > 1 ? m_file.size() + 2 + match.span.begin : -1;
        edit.needsLink = edits.size() > 1;
        collected.edits.append(m_edits.size());
        m_edits.append(edit);
    }
}

void PatternMatcher::found(const CompiledPattern& pattern, const Match& match)
{
    const Rule& rule = m_set.rules().at(pattern.rule);
    const PatternSettings& settings = m_index.settings(pattern.rule);
    m_matched.insert(pattern.rule);
    Collected one;
    one.pattern = &pattern;
    const ByteRange range = m_file.range(match.span);
    one.symbol = symbolOf(match, settings.once || settings.perFile || !pattern.group.isEmpty());
    one.captures = {{QStringLiteral("symbol"), one.symbol}, {QStringLiteral("note"), pattern.note}};
    for (size_t i = 0; i < pattern.tokens.size(); ++i) {
        if (pattern.tokens[i].kind != PatternToken::Kind::Exact) {
            one.captures.append({QString::fromStdString(pattern.tokens[i].text).remove(u'$'),
                                 toText(m_file.textOf(match.parts[i]))});
        }
    }
    const bool replaces =
        rule.fix.transform == u"replace" &&
        (!pattern.replacement.isEmpty() || rule.fix.parameters.contains(QStringLiteral("text"))) &&
        !m_file.isInert(range.begin) && (!pattern.wave64 || allWave64(m_target));
    const QString key = settings.perFile          ? QString()
                        : pattern.group.isEmpty() ? one.symbol
                                                  : pattern.group;
    Collected& all = settings.once || settings.perFile || !pattern.group.isEmpty()
                         ? m_collected[{pattern.rule, key}]
                         : m_collected[{pattern.rule, QString::number(range.begin)}];
    if (all.places.count == 0) {
        all = one;
    }
    all.places.add(range);
    if (replaces) {
        addEdit(pattern, match, one.captures, all);
    }
    // Names inside the match belong to it as well: cub::WarpReduce, cuda::std::array.
    for (int i = match.span.begin; i < match.span.end; ++i) {
        m_covered.insert(m_file.token(i).begin);
    }
}

/// Findings in order of position, and their ids into the edits.
void PatternMatcher::flush()
{
    std::vector<const Collected*> order;
    order.reserve(m_collected.size());
    for (const auto& [key, one] : m_collected) {
        order.push_back(&one);
    }
    std::sort(order.begin(), order.end(), [](const Collected* a, const Collected* b) {
        return a->places.first.begin < b->places.first.begin;
    });
    for (const Collected* one : order) {
        const QByteArray id = addFinding(*one);
        for (const qsizetype edit : one->edits) {
            m_edits[edit].findingId = id;
        }
    }
}

void PatternMatcher::includes()
{
    std::set<int> done;
    for (const CppInclude& include : m_file.includes()) {
        const QString header = toText(include.header);
        for (const IncludePattern& pattern : m_index.includes()) {
            const bool usable =
                m_applies[static_cast<size_t>(pattern.rule)] &&
                (!include.inert || m_index.settings(pattern.rule).ported) &&
                !(m_index.settings(pattern.rule).perFile && done.count(pattern.rule) > 0);
            if (!usable || !spend(pattern.rule, pattern.glob.size() + header.size()) ||
                !globMatches(pattern.glob, header)) {
                continue;
            }
            if (m_supplies && pattern.supplied) {
                break;
            }
            const Rule& rule = m_set.rules().at(pattern.rule);
            const Captures captures = {{QStringLiteral("symbol"), header},
                                       {QStringLiteral("note"), pattern.note}};
            const bool fixed = !pattern.replacement.isEmpty() && !include.inert &&
                               rule.fix.transform == u"replace";
            const QByteArray id = m_writer.addFinding(rule, include.range, header,
                                                      fillText(rule.message, captures).simplified(),
                                                      fixed                      ? QString()
                                                      : pattern.wayOut.isEmpty() ? rule.wayOut
                                                                                 : pattern.wayOut,
                                                      fixed ? Effort::None : rule.effort, {});
            if (fixed) {
                Replacement edit;
                edit.range = include.range;
                edit.text = pattern.replacement;
                edit.rule = &rule;
                edit.findingId = id;
                edit.captures = captures;
                m_edits.append(edit);
            }
            done.insert(pattern.rule);
            m_matched.insert(pattern.rule);
            m_covered.insert(include.range.begin);
            break;
        }
    }
}

bool PatternMatcher::tryPattern(int at, const CompiledPattern& pattern, Match& match)
{
    const bool matched = matches(at, pattern, match);
    return spend(pattern.rule, m_steps) && matched;
}

/// A rule that did not look at all of the file says so.
void PatternMatcher::sayCut()
{
    for (size_t i = 0; i < m_work.size(); ++i) {
        if (!m_work[i] || !(m_work[i]->isOver() || m_work[i]->isFull())) {
            continue;
        }
        const Rule& rule = m_set.rules().at(static_cast<qsizetype>(i));
        const ByteRange line{0, static_cast<qsizetype>(m_file.source().lineText(1).size())};
        m_writer.addFinding(
            rule, line, QStringLiteral("\u2026"),
            fillText(rule.message,
                     {{QStringLiteral("symbol"), QStringLiteral("\u2026")},
                      {QStringLiteral("note"), QStringLiteral("not all of the file was read.")}})
                .simplified(),
            QStringLiteral("The patterns of this rule were stopped early in this file, because "
                           "they take too long or find too much. Places may be missing."),
            Effort::None, {});
        m_writer.analysis().findings.last().severity = Severity::Info;
    }
}

QSet<qsizetype> PatternMatcher::run()
{
    includes();
    Match match;
    for (int i = 0; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        const CToken& token = m_file.token(i);
        const bool word = token.kind == CTokenKind::Identifier;
        const std::vector<int>* candidates = word || token.kind == CTokenKind::Punctuator
                                                 ? m_index.startingWith(m_file.text(i))
                                                 : nullptr;
        for (size_t c = 0; candidates != nullptr && c < candidates->size() && !isWorkCancelled();
             ++c) {
            const CompiledPattern& pattern =
                m_index.patterns()[static_cast<size_t>((*candidates)[c])];
            const PatternSettings& settings = m_index.settings(pattern.rule);
            if (!m_applies[static_cast<size_t>(pattern.rule)] || isSupplied(pattern) ||
                !tryPattern(i, pattern, match) ||
                (!settings.ported && m_file.isInert(token.begin)) || isForeign(i, settings) ||
                !pointsAt(pattern, match)) {
                continue;
            }
            if (settings.device) {
                m_file.analyseStructure();
                const int function = m_file.functionOf(i);
                const CppFunction* one =
                    function < 0 ? nullptr : &m_file.functions()[static_cast<size_t>(function)];
                if (one == nullptr || !(one->device || one->global)) {
                    continue;
                }
            }
            found(pattern, match);
            countMatch(pattern.rule);
            break;
        }
    }
    flush();
    sayCut();
    for (const int rule : m_matched) {
        const QString& feature = m_index.settings(rule).feature;
        if (!feature.isEmpty()) {
            m_writer.analysis().features.add(FeatureKind::Trait, feature);
        }
    }
    return m_covered;
}

} // namespace

QSet<qsizetype> matchTokenPatterns(CppFile& file, const AnalysisContext& context,
                                   const QVector<const Rule*>& rules, ProposalWriter& writer,
                                   QVector<Replacement>& edits)
{
    return context.rules && context.rules->patterns()
               ? PatternMatcher(file, context, rules, writer, edits).run()
               : QSet<qsizetype>();
}

} // namespace rocport
