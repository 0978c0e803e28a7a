#include "core/rules/manifests/envlines.h"

#include "core/base/cancelscope.h"
#include "core/rules/proposal.h"
#include "core/rules/python/pythonanalysis.h"
#include "core/text/yamlline.h"

#include <QHash>
#include <QRegularExpression>

#include <algorithm>

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
        const QString names = m_names.join(u'|');
        m_setting.setPattern(QStringLiteral("(?<![A-Za-z0-9_${])(%1)(?![A-Za-z0-9_])[\"']?\\s*[=: ]"
                                            "\\s*(\"[^\"]*\"|'[^']*'|[^\\s\"';&|\\\\,}]*)")
                                 .arg(names));
    }

    void run()
    {
        const auto named = [&](const QString& one) {
            return m_source.view().find(one.toStdString()) != std::string_view::npos;
        };
        const QStringList served =
            m_rule.matcherParameters.value(QStringLiteral("unless")).toStringList();
        if (std::none_of(m_names.begin(), m_names.end(), named) ||
            std::any_of(served.begin(), served.end(), named)) {
            return;
        }
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
        for (const QString& name : m_names) {
            if (m_places.contains(name)) {
                report(name, m_places.value(name));
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

    /// Whether what stands between name and value sets it: "NAME value" does in a Dockerfile's ENV
    /// alone, "NAME: value" not in shells.
    [[nodiscard]] bool isSetting(const QString& text, const QRegularExpressionMatch& match) const
    {
        const QStringView between = QStringView(text).sliced(
            match.capturedEnd(1), match.capturedStart(2) - match.capturedEnd(1));
        if (between.contains(u'=')) {
            return true;
        }
        if (between.contains(u':')) {
            return m_language != Language::Shell && m_language != Language::Dockerfile;
        }
        return m_language == Language::Dockerfile &&
               text.trimmed().startsWith(QStringLiteral("ENV "), Qt::CaseInsensitive);
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
        if (text.trimmed().startsWith(QStringLiteral("unset "))) {
            return;
        }
        for (const QRegularExpressionMatch& match : m_setting.globalMatch(text)) {
            if (turnsOn(match.captured(2)) && isSetting(text, match)) {
                add(line, match.capturedStart(1), match.capturedEnd(2), match.captured(1));
            }
        }
    }

    void add(int line, qsizetype begin, qsizetype end, const QString& variable)
    {
        const qsizetype start = m_source.lineRange(line).begin;
        RepeatedPlaces places;
        RepeatedPlaces& all = m_once ? m_places[variable] : places;
        all.add({start + begin, start + end});
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
    QRegularExpression m_setting;
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
