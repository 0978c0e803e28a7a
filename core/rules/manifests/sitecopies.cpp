// Files that scripts and Dockerfiles copy into the packages that are installed.
#include "core/base/cancelscope.h"
#include "core/rules/manifests/manifest.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

bool isSitePath(QByteArrayView text)
{
    const QByteArray lower = text.toByteArray().toLower();
    constexpr std::array kNames = {"site-packages", "dist-packages", "getsitepackages",
                                   "site_packages", "sitepackages"};
    return std::any_of(kNames.begin(), kNames.end(),
                       [&](const char* one) { return lower.contains(one); });
}

/// "cp" of "/bin/cp".
bool copies(const QByteArray& word)
{
    const QByteArray name = word.sliced(word.lastIndexOf('/') + 1);
    constexpr std::array kPrograms = {"cp", "mv", "rsync", "install", "ln"};
    return std::any_of(kPrograms.begin(), kPrograms.end(),
                       [&](const char* one) { return name == one; });
}

class SiteCopies
{
public:
    SiteCopies(const SourceBuffer& source, const Rule& rule, ProposalWriter& writer)
        : m_source(source), m_rule(rule), m_writer(writer)
    {
    }

    void command(const ShellCommand& command);
    void dockerLine(int line);
    void write();

private:
    RepeatedPlaces m_places;
    QString m_first;
    ByteRange m_open{-1, -1}; ///< of a copy whose destination may be what the next command prints

    void add(ByteRange range, const QString& symbol)
    {
        m_places.add(range);
        m_first = m_first.isEmpty() ? symbol : m_first;
    }

    const SourceBuffer& m_source;
    const Rule& m_rule;
    ProposalWriter& m_writer;
};

void SiteCopies::command(const ShellCommand& command)
{
    const auto& words = command.words;
    const bool printsFolder = std::any_of(
        words.begin(), words.end(), [](const ShellWord& one) { return isSitePath(one.text); });
    if (m_open.begin >= 0 && printsFolder) {
        const std::string_view between =
            m_source.view().substr(static_cast<size_t>(m_open.end),
                                   static_cast<size_t>(command.range().begin - m_open.end));
        if (between.find("$(") != std::string_view::npos) {
            add(m_open, QStringLiteral("$(…)"));
        }
    }
    m_open = {-1, -1};
    const auto program = std::find_if(words.begin(), words.end(), [](const ShellWord& one) {
        return !isCommandPrefix(one.text);
    });
    if (program == words.end() || !copies(program->text) || words.end() - program < 2) {
        return;
    }
    const ShellWord& to = words.back();
    if (words.end() - program > 2 && isSitePath(to.text)) {
        add(to.range, toText(viewOf(to.text)).left(120));
    } else {
        m_open = command.range();
    }
}

/// `COPY patch.py /usr/lib/python3/dist-packages/…`
void SiteCopies::dockerLine(int line)
{
    const std::string_view text = m_source.lineText(line);
    const size_t code = text.find_first_not_of(" \t");
    constexpr size_t kLongest = 5000;
    if (code == std::string_view::npos || text.size() > kLongest) {
        return;
    }
    const QByteArray instruction = toBytes(text.substr(code, 5)).toUpper();
    if (!instruction.startsWith("COPY ") && !instruction.startsWith("ADD ")) {
        return;
    }
    const size_t end = text.find_last_not_of(" \t\r\\]\"") + 1;
    const size_t begin = text.find_last_of(" \t\",", end - 1) + 1;
    const std::string_view to = text.substr(begin, end - begin);
    if (isSitePath(QByteArrayView(to.data(), static_cast<qsizetype>(to.size())))) {
        const qsizetype start = m_source.lineRange(line).begin;
        add({start + static_cast<qsizetype>(begin), start + static_cast<qsizetype>(end)},
            toText(to).left(120));
    }
}

void SiteCopies::write()
{
    if (m_places.count > 0) {
        m_writer.addRepeated(m_rule, m_places, m_first,
                             fillText(m_rule.message, {{QStringLiteral("symbol"), m_first}}),
                             m_rule.wayOut, m_rule.effort, {});
    }
}

} // namespace

void addSiteCopies(const SourceBuffer& source, const AnalysisContext& context,
                   FileAnalysis& analysis, ProposalWriter& writer)
{
    const Rule* rule = manifestRule(context, analysis.language, "site-copy");
    if (rule == nullptr || !isSitePath(source.bytes()) || isWorkCancelled()) {
        return;
    }
    SiteCopies copies(source, *rule, writer);
    if (analysis.language == Language::Dockerfile) {
        for (int line = 1; line <= source.lineCount() && !isWorkCancelled(); ++line) {
            copies.dockerLine(line);
        }
    }
    const QByteArray text = shellTextOf(source.view(), analysis.language);
    forEachShellCommand(viewOf(text), [&](const ShellCommand& one) { copies.command(one); });
    copies.write();
}

} // namespace rocport
