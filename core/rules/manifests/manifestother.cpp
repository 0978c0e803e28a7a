// setup.cfg and environments of conda.
#include "core/base/cancelscope.h"
#include "core/rules/manifests/manifestreaders.h"
#include "core/rules/manifests/requirement.h"
#include "core/text/bytes.h"
#include "core/text/yamlline.h"

#include <algorithm>

namespace rocport {

namespace {

QByteArrayView lineView(const SourceBuffer& source, int line)
{
    return QByteArrayView(source.lineText(line));
}

qsizetype firstCode(QByteArrayView text)
{
    qsizetype at = 0;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) {
        ++at;
    }
    return at;
}

/// The value of a key of setup.cfg, one line of it.
class SetupCfgReader
{
public:
    SetupCfgReader(const SourceBuffer& source, ManifestSummary& summary)
        : m_source(source), m_summary(summary)
    {
    }

    void line(int number)
    {
        const QByteArrayView text = lineView(m_source, number);
        const qsizetype code = firstCode(text);
        const auto end = static_cast<qsizetype>(endOfCode(m_source.lineText(number)));
        if (code >= end || text[code] == ';') {
            return;
        }
        const qsizetype begin = m_source.lineRange(number).begin;
        if (code > 0) {
            value(text.sliced(code, end - code), begin + code);
            return;
        }
        if (text.startsWith('[')) {
            m_section = text.first(end).toByteArray();
            m_key.clear();
            return;
        }
        const qsizetype equals = text.indexOf('=');
        m_key = text.first(equals < 0 ? end : equals).toByteArray().trimmed();
        if (equals >= 0 && equals + 1 < end) {
            const qsizetype at = equals + 1 + firstCode(text.sliced(equals + 1));
            value(text.sliced(at, end - at), begin + at);
        }
    }

private:
    void value(QByteArrayView text, qsizetype at)
    {
        QByteArray group;
        const bool extras = m_section.startsWith("[options.extras_require");
        if (extras) {
            group = "extra:" + m_key;
        } else if (m_key == "setup_requires") {
            group = "build";
        } else if (m_key == "tests_require") {
            group = "group:test";
        } else if (m_key == "python_requires") {
            m_summary.python = {
                text.toByteArray(), {}, m_source.lineOf(at), {at, at + text.size()}};
            return;
        } else if (m_key == "dependency_links") {
            addEntry(m_source, m_summary.indexes, {at, at + text.size()}, text.toByteArray(), {});
            return;
        } else if (m_key != "install_requires") {
            return;
        }
        m_summary.project = true;
        if (text.startsWith("file:")) {
            for (const QByteArray& file : text.sliced(5).toByteArray().split(',')) {
                m_summary.includes.append({file.trimmed(), false, m_source.lineOf(at)});
            }
            return;
        }
        addEntry(m_source, m_summary.entries, {at, at + text.size()}, text.toByteArray(), group);
    }

    const SourceBuffer& m_source;
    ManifestSummary& m_summary;
    QByteArray m_section;
    QByteArray m_key;
};

bool isQuote(char c)
{
    return c == '"' || c == '\'';
}

/// The comma, or the bracket at the end of the line, behind an item that begins at `at`: none in
/// quotes or brackets. Quotes of YAML stand around a whole item.
qsizetype endOfItem(QByteArrayView line, qsizetype at)
{
    const qsizetype last = line.size() - 1;
    at += firstCode(line.sliced(at, last - at));
    if (at < last && isQuote(line[at])) {
        const qsizetype close = line.indexOf(line[at], at + 1);
        at = close < 0 ? at : close;
    }
    int depth = 0;
    for (; at < last && (depth > 0 || line[at] != ','); ++at) {
        depth += line[at] == '[' || line[at] == '{' ? 1 : 0;
        depth -= line[at] == ']' || line[at] == '}' ? 1 : 0;
    }
    return std::min(at, last);
}

/// `dependencies: [python=3.10, numpy]`, in one line. `line` ends with its code.
void readFlowList(const SourceBuffer& source, QByteArrayView line, const YamlLine& read,
                  qsizetype begin, ManifestSummary& summary)
{
    const bool channels = read.key == "channels";
    const auto open = static_cast<qsizetype>(read.value);
    if ((!channels && read.key != "dependencies") || open >= line.size() || line[open] != '[' ||
        !line.endsWith(']')) {
        return;
    }
    for (qsizetype at = open + 1; at < line.size();) {
        const qsizetype end = at < line.size() - 1 ? endOfItem(line, at) : line.size() - 1;
        qsizetype first = at + firstCode(line.sliced(at, end - at));
        qsizetype last = end;
        at = end + 1;
        while (last > first && (line[last - 1] == ' ' || isQuote(line[last - 1]))) {
            --last;
        }
        first += first < last && isQuote(line[first]) ? 1 : 0;
        addEntry(source, summary.entries, {begin + first, begin + last},
                 line.sliced(first, last - first).toByteArray(), channels ? "channel" : "conda");
    }
}

} // namespace

void readSetupCfg(const SourceBuffer& source, ManifestSummary& summary)
{
    SetupCfgReader reader(source, summary);
    for (int line = 1; line <= source.lineCount() && !isWorkCancelled(); ++line) {
        reader.line(line);
    }
}

void readConda(const SourceBuffer& source, ManifestSummary& summary)
{
    if (source.view().find("dependencies:") == std::string_view::npos) {
        return;
    }
    QByteArray list; // the key whose list it is
    qsizetype pipIndent = -1;
    for (int line = 1; line <= source.lineCount() && !isWorkCancelled(); ++line) {
        const QByteArrayView text = lineView(source, line);
        const qsizetype begin = source.lineRange(line).begin;
        const YamlLine read = readYamlLine(source.lineText(line));
        if (read.codeEnd <= read.begin) {
            continue;
        }
        auto code = static_cast<qsizetype>(read.begin);
        auto end = static_cast<qsizetype>(read.codeEnd);
        const auto indent = static_cast<qsizetype>(read.indent);
        if (read.items == 0) {
            readFlowList(source, text.first(end), read, begin, summary);
            list = read.value >= read.codeEnd ? toBytes(read.key) : QByteArray();
            pipIndent = -1;
            continue;
        }
        if (text.sliced(code, end - code) == QByteArrayView("pip:")) {
            pipIndent = indent;
            continue;
        }
        const bool pip = pipIndent >= 0 && indent > pipIndent;
        pipIndent = pip ? pipIndent : -1;
        if (end - code > 1 && (text[code] == '"' || text[code] == '\'')) {
            ++code;
            end -= text[end - 1] == text[code - 1] ? 1 : 0;
        }
        const QByteArray value = text.sliced(code, end - code).toByteArray();
        const ByteRange range{begin + code, begin + end};
        if (pip && value.startsWith('-')) {
            readPipOption(source, value, range.begin, summary);
        } else if (list == "dependencies") {
            addEntry(source, summary.entries, range, value, pip ? "" : "conda");
        } else if (list == "channels") {
            addEntry(source, summary.entries, range, value, "channel");
        }
    }
}

} // namespace rocport
