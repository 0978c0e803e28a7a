#include "core/rules/tokenpattern.h"

#include "core/rules/rulenames.h"

#include <array>
#include <string>
#include <vector>

namespace rocport {

namespace {

struct Pattern
{
    const Rule* rule = nullptr;
    std::vector<std::string> tokens; ///< "$name" matches any token
};

std::vector<Pattern> compile(const QVector<const Rule*>& rules)
{
    std::vector<Pattern> result;
    for (const Rule* rule : rules) {
        const QVariantList texts =
            rule->matcherParameters.value(QStringLiteral("patterns")).toList();
        for (const QVariant& text : texts) {
            const QByteArray bytes = text.toString().toUtf8();
            const std::string_view view(bytes.constData(), static_cast<size_t>(bytes.size()));
            const std::vector<CToken> tokens = lexC(view);
            Pattern pattern;
            pattern.rule = rule;
            for (const quint32 at : significantTokens(tokens)) {
                pattern.tokens.emplace_back(tokens[at].text(view));
            }
            if (!pattern.tokens.empty() && pattern.tokens.front().front() != '$') {
                result.push_back(std::move(pattern));
            }
        }
    }
    return result;
}

bool matches(const CppFile& file, int at, const Pattern& pattern)
{
    for (size_t i = 0; i < pattern.tokens.size(); ++i) {
        const std::string_view text = file.text(at + static_cast<int>(i));
        const std::string& wanted = pattern.tokens[i];
        if (text.empty() || (wanted[0] != '$' && wanted != text)) {
            return false;
        }
    }
    return true;
}

QString symbolAt(const CppFile& file, int at, const Pattern& pattern)
{
    // A qualified name is shown with what it names: "cutlass::gemm::device::Gemm".
    int end = at + static_cast<int>(pattern.tokens.size());
    while (file.is(end - 1, "::") && file.isKind(end, CTokenKind::Identifier) && end - at < 16) {
        end += file.is(end + 1, "::") ? 2 : 1;
    }
    const std::string_view text = file.textOf({at, end});
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).simplified();
}

void report(const CppFile& file, int at, const Pattern& pattern, ProposalWriter& writer,
            QVector<Replacement>& edits)
{
    const Rule& rule = *pattern.rule;
    const TokenSpan span{at, at + static_cast<int>(pattern.tokens.size())};
    Captures captures;
    QString text = rule.fix.parameters.value(QStringLiteral("text")).toString();
    for (size_t i = 0; i < pattern.tokens.size(); ++i) {
        if (pattern.tokens[i][0] == '$') {
            const std::string_view one = file.text(at + static_cast<int>(i));
            const QString value = QString::fromUtf8(one.data(), static_cast<qsizetype>(one.size()));
            captures.append({QString::fromStdString(pattern.tokens[i].substr(1)), value});
            text.replace(QString::fromStdString(pattern.tokens[i]), value);
        }
    }
    const QByteArray id =
        writer.addFinding(rule, file.range(span), symbolAt(file, at, pattern), captures);
    if (rule.fix.transform == u"replace") {
        Replacement edit;
        edit.range = file.range(span);
        edit.text = text.toUtf8();
        edit.rule = &rule;
        edit.findingId = id;
        edit.captures = captures;
        edits.append(edit);
    }
}

void reportIncludes(const CppFile& file, const Rule& rule, ProposalWriter& writer)
{
    const QVariantList globs = rule.matcherParameters.value(QStringLiteral("includes")).toList();
    for (const CppInclude& include : file.includes()) {
        if (include.inert || globs.isEmpty()) {
            continue;
        }
        const QString header =
            QString::fromUtf8(include.header.data(), static_cast<qsizetype>(include.header.size()));
        for (const QVariant& glob : globs) {
            if (globMatches(glob.toString(), header)) {
                writer.addFinding(rule, include.range, header);
                break;
            }
        }
    }
}

} // namespace

void matchTokenPatterns(const CppFile& file, const QVector<const Rule*>& rules,
                        ProposalWriter& writer, QVector<Replacement>& edits)
{
    const std::vector<Pattern> patterns = compile(rules);
    std::array<bool, 256> starts{};
    for (const Pattern& pattern : patterns) {
        starts[static_cast<unsigned char>(pattern.tokens.front().front())] = true;
    }
    const qsizetype before = writer.analysis().findings.size();
    for (const Rule* rule : rules) {
        reportIncludes(file, *rule, writer);
    }
    const std::string_view source = file.source().view();
    for (int i = 0; i < file.size() && !patterns.empty(); ++i) {
        if (!starts[static_cast<unsigned char>(source[file.token(i).begin])]) {
            continue;
        }
        for (const Pattern& pattern : patterns) {
            if (matches(file, i, pattern) && !file.isInert(file.token(i).begin)) {
                report(file, i, pattern, writer, edits);
                i += static_cast<int>(pattern.tokens.size()) - 1;
                break;
            }
        }
    }
    for (const Rule* rule : rules) {
        const QString feature = rule->matcherParameters.value(QStringLiteral("feature")).toString();
        for (qsizetype i = before; !feature.isEmpty() && i < writer.analysis().findings.size();
             ++i) {
            if (writer.analysis().findings[i].ruleId == rule->id) {
                writer.analysis().features.append(feature);
                break;
            }
        }
    }
}

} // namespace rocport
