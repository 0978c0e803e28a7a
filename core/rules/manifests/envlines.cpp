#include "core/rules/manifests/envlines.h"

#include "core/base/cancelscope.h"
#include "core/rules/linesettings.h"
#include "core/rules/proposal.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <QHash>

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
          m_language(analysis.language),
          m_names(rule.matcherParameters.value(QStringLiteral("lines")).toStringList()),
          m_anyValue(rule.matcherParameters.value(QStringLiteral("any_value")).toBool()),
          m_once(rule.matcherParameters.value(QStringLiteral("once")).toBool())
    {
    }

    void run()
    {
        if (!holdsAny(m_source.view(), m_names) ||
            holdsAny(m_source.view(),
                     m_rule.matcherParameters.value(QStringLiteral("unless")).toStringList())) {
            return;
        }
        for (int line = 1; line <= m_source.lineCount() && !isWorkCancelled(); ++line) {
            if (holdsAny(m_source.lineText(line), m_names)) {
                look(line);
            }
        }
        for (const QString& name : m_names) {
            if (m_places.contains(name)) {
                report(name, m_places.value(name));
            }
        }
    }

private:
    [[nodiscard]] bool turnsOn(const LineSetting& one) const
    {
        return m_anyValue ? one.hasValue() : one.value == "1" || lowered(one.value) == "true";
    }

    void look(int line)
    {
        for (const LineSetting& one : settingsOfLine(m_source, line, m_language)) {
            const QString name = toText(one.name);
            if (m_names.contains(name) && turnsOn(one)) {
                add(one.range, name);
            }
        }
    }

    void add(ByteRange range, const QString& variable)
    {
        RepeatedPlaces places;
        RepeatedPlaces& all = m_once ? m_places[variable] : places;
        all.add(range);
        if (!m_once) {
            report(variable, all);
        }
    }

    void report(const QString& variable, const RepeatedPlaces& places)
    {
        const QVariantMap& parameters = m_rule.matcherParameters;
        const Captures captures = {
            {QStringLiteral("note"), noteFor(parameters, variable, m_context.target)},
            {QStringLiteral("way"),
             noteFor(parameters, variable + QStringLiteral("-way"), m_context.target)},
            {QStringLiteral("symbol"), variable}};
        m_writer.addRepeated(
            m_rule, places, variable, fillText(m_rule.message, captures),
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
    Language m_language;
    QStringList m_names;
    bool m_anyValue;
    bool m_once; ///< one finding for all places of a variable
    QHash<QString, RepeatedPlaces> m_places;
};

} // namespace

void addEnvironmentLines(const SourceBuffer& source, const AnalysisContext& context,
                         FileAnalysis& analysis)
{
    if (!hasLines(analysis.language)) {
        return;
    }
    for (const Rule* rule : context.rules->applicable(analysis.language, context.target)) {
        if (rule->matcherParameters.contains(QStringLiteral("lines"))) {
            LineFinder(source, *rule, context, analysis).run();
        }
    }
}

} // namespace rocport
