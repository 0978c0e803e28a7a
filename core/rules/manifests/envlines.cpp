#include "core/rules/manifests/envlines.h"

#include "core/base/cancelscope.h"
#include "core/rules/proposal.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/text/yamlline.h"

#include <QRegularExpression>

namespace rocport {

namespace {

bool hasLines(Language language)
{
    return language == Language::Shell || language == Language::Dockerfile ||
           language == Language::Yaml || language == Language::Make || language == Language::Toml ||
           language == Language::Json;
}

/// One rule over one file.
class LineFinder
{
public:
    LineFinder(const SourceBuffer& source, const Rule& rule, const AnalysisContext& context,
               FileAnalysis& analysis)
        : m_source(source),
          m_rule(rule),
          m_context(context),
          m_writer(source, analysis),
          m_names(rule.matcherParameters.value(QStringLiteral("lines")).toStringList()),
          m_anyValue(rule.matcherParameters.value(QStringLiteral("any_value")).toBool())
    {
        const QString names = m_names.join(u'|');
        m_setting.setPattern(QStringLiteral("(?<![A-Za-z0-9_])(%1)(?![A-Za-z0-9_])[\"']?\\s*[=: ]"
                                            "\\s*(\"[^\"]*\"|'[^']*'|[^\\s\"';&|\\\\,}]*)")
                                 .arg(names));
    }

    void run()
    {
        for (int line = 1; line <= m_source.lineCount() && !isWorkCancelled(); ++line) {
            const std::string_view text = m_source.lineText(line);
            const size_t code = text.find_first_not_of(" \t");
            const bool names = std::any_of(m_names.begin(), m_names.end(), [&](const QString& one) {
                return text.find(one.toStdString()) != std::string_view::npos;
            });
            if (names && text.size() < 10000 && text[code] != '#') {
                look(line, text);
            }
        }
    }

private:
    /// Offsets stay equal to bytes.
    static QString latin1(std::string_view text)
    {
        return QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
    }

    [[nodiscard]] bool turnsOn(QString value) const
    {
        if (value.startsWith(u'"') || value.startsWith(u'\'')) {
            value = value.mid(1, value.size() - 2);
        }
        return m_anyValue ? !value.isEmpty()
                          : value == u"1" || value.compare(u"true", Qt::CaseInsensitive) == 0;
    }

    void look(int line, std::string_view code)
    {
        const YamlLine entry = readYamlLine(code);
        const QString name = latin1(entry.scalar);
        if (entry.key == "name" && m_names.contains(name) && line < m_source.lineCount()) {
            const YamlLine next = readYamlLine(m_source.lineText(line + 1));
            if (next.key == "value" && turnsOn(latin1(next.scalar))) {
                const qsizetype begin = entry.scalar.data() - code.data();
                add(line, begin, begin + name.size(), name);
            }
            return;
        }
        const QString text = latin1(code);
        const QRegularExpressionMatch match = m_setting.match(text);
        if (match.hasMatch() && turnsOn(match.captured(2)) &&
            !text.trimmed().startsWith(QStringLiteral("unset "))) {
            add(line, match.capturedStart(1), match.capturedEnd(2), match.captured(1));
        }
    }

    void add(int line, qsizetype begin, qsizetype end, const QString& variable)
    {
        const qsizetype start = m_source.lineRange(line).begin;
        const QVariantMap& parameters = m_rule.matcherParameters;
        const Captures captures = {
            {QStringLiteral("note"), noteFor(parameters, variable, m_context.target)},
            {QStringLiteral("symbol"), variable}};
        m_writer.addFinding(
            m_rule, {start + begin, start + end}, variable, fillText(m_rule.message, captures),
            fillText(parameters.value(QStringLiteral("lines_way_out")).toString(), captures),
            m_rule.effort, {});
        if (parameters.value(QStringLiteral("warnings")).toStringList().contains(variable)) {
            m_writer.analysis().findings.last().severity = Severity::Warning;
        }
    }

    const SourceBuffer& m_source;
    const Rule& m_rule;
    const AnalysisContext& m_context;
    ProposalWriter m_writer;
    QStringList m_names;
    bool m_anyValue;
    QRegularExpression m_setting;
};

} // namespace

void addEnvironmentLines(const SourceBuffer& source, const AnalysisContext& context,
                         FileAnalysis& analysis)
{
    if (!hasLines(analysis.language) || source.view().find("INDUCTOR_") == std::string_view::npos) {
        return;
    }
    for (const Rule* rule : context.rules->applicable(analysis.language, context.target)) {
        if (rule->matcherParameters.contains(QStringLiteral("lines"))) {
            LineFinder(source, *rule, context, analysis).run();
        }
    }
}

} // namespace rocport
