#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"
#include "core/translate/launches.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

qsizetype countOf(std::string_view text, char wanted)
{
    return std::count(text.begin(), text.end(), wanted);
}

/// How many settings PyTorch's build sees.
size_t settingsSeen(std::string_view text)
{
    size_t count = 1;
    int depth = 0;
    for (const char c : text) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        count += c == ',' && depth == 0 ? 1 : 0;
    }
    return count;
}

/// Where the template arguments at the end of a kernel's text begin for PyTorch's build: at its
/// size, where there are none; nowhere, where '<' and '>' do not come out even.
size_t templateBegin(std::string_view kernel)
{
    if (!kernel.ends_with('>')) {
        return kernel.size();
    }
    int depth = 0;
    for (size_t i = kernel.size(); i > 0; --i) {
        depth += kernel[i - 1] == '>' ? 1 : kernel[i - 1] == '<' ? -1 : 0;
        if (depth == 0) {
            return i - 1;
        }
    }
    return std::string_view::npos;
}

bool isKernelByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           "_:#()"sv.find(c) != std::string_view::npos;
}

class LaunchFinder
{
public:
    LaunchFinder(const CppFile& file, const Rule& rule, ProposalWriter& writer,
                 QVector<Replacement>& edits)
        : m_file(file),
          m_rule(rule),
          m_writer(writer),
          m_edits(edits),
          m_walk(file.source().view(), file.tokens())
    {
    }

    void run()
    {
        CancelLook isCancelled;
        for (int i = 0; i < m_walk.count() && !isCancelled(); ++i) {
            Launch launch;
            if (m_walk.is(i, "<<<") && !m_file.isInert(m_walk.token(i).begin) &&
                parseLaunch(m_walk, i, launch) && launch.settings.size() >= 2) {
                look(launch);
            }
        }
    }

private:
    [[nodiscard]] std::string_view text(int first, int last) const
    {
        const auto begin = static_cast<size_t>(m_walk.token(first).begin);
        return m_walk.source().substr(begin, static_cast<size_t>(m_walk.token(last).end) - begin);
    }

    void look(const Launch& launch)
    {
        const std::string_view kernel = text(launch.kernel, launch.kernelEnd);
        size_t name = templateBegin(kernel);
        if (name == std::string_view::npos) {
            find(launch, kernel,
                 QStringLiteral("PyTorch's build of an extension ends with an error at it, since a "
                                "`>` among the template arguments closes nothing."),
                 QStringLiteral("Give the template argument a name before the launch, for both "
                                "sides: `constexpr bool isLarge = N > 2;`."));
            return;
        }
        while (name > 0 && (isBlank(kernel[name - 1]) || kernel[name - 1] == '\n' ||
                            kernel[name - 1] == '\r')) {
            --name; // what stands between the name and its template arguments does no harm
        }
        const std::string_view settings =
            text(launch.settings.front().first, launch.settings.back().last);
        const bool isGarbled =
            !std::all_of(kernel.begin(), kernel.begin() + static_cast<std::ptrdiff_t>(name),
                         isKernelByte) ||
            hasComment(launch.kernelEnd, launch.open) ||
            countOf(settings, '<') > countOf(settings, '>') ||
            settingsSeen(settings) != launch.settings.size();
        if (!isGarbled) {
            return;
        }
        const QString note = QStringLiteral(
            "PyTorch's build of an extension writes launches as calls of `hipLaunchKernelGGL` by "
            "their characters, and garbles this one.");
        const bool isCall = isStatement(launch) && !hasComment(launch.kernel, launch.open);
        const QByteArray id = find(
            launch, kernel, note,
            isCall ? QString() : QStringLiteral("Write it as a call of `hipLaunchKernelGGL`."));
        if (isCall) {
            write(launch, id);
        }
    }

    QByteArray find(const Launch& launch, std::string_view kernel, const QString& note,
                    const QString& wayOut)
    {
        const QString symbol = toText(kernel.substr(0, 60));
        return m_writer.addFinding(m_rule, rangeOf(launch), symbol,
                                   fillText(m_rule.message, {{QStringLiteral("symbol"), symbol},
                                                             {QStringLiteral("note"), note}}),
                                   wayOut, wayOut.isEmpty() ? Effort::None : m_rule.effort, {});
    }

    [[nodiscard]] ByteRange rangeOf(const Launch& launch) const
    {
        return {m_walk.token(launch.kernel).begin, m_walk.token(launch.open).end};
    }

    [[nodiscard]] bool hasComment(int first, int last) const
    {
        for (int i = first; i < last; ++i) {
            if (m_walk.kind(i) == CTokenKind::Comment) {
                return true;
            }
        }
        return false;
    }

    /// Whether the launch is a statement of its own: the call is a loop to the compiler.
    [[nodiscard]] bool isStatement(const Launch& launch) const
    {
        constexpr std::array kBefore = {";"sv, "{"sv, "}"sv, ")"sv, "else"sv, ":"sv};
        const std::string_view before = m_walk.text(m_walk.previous(launch.kernel));
        const int close = m_walk.partner(launch.open);
        return std::find(kBefore.begin(), kBefore.end(), before) != kBefore.end() && close >= 0 &&
               m_walk.is(m_walk.next(close), ";");
    }

    void write(const Launch& launch, const QByteArray& id)
    {
        const ByteRange range = rangeOf(launch);
        QByteArray call =
            "hipLaunchKernelGGL((" + toBytes(text(launch.kernel, launch.kernelEnd)) + ')';
        for (size_t i = 0; i < 4; ++i) {
            const bool given = i < launch.settings.size();
            const QByteArray one =
                given ? toBytes(text(launch.settings[i].first, launch.settings[i].last)) : "0";
            // Parentheses keep commas between other brackets together.
            call += ", " + (i >= 2                ? given ? '(' + one + ')' : one
                            : one.startsWith('{') ? "(dim3" + one + ')'
                                                  : "dim3(" + one + ')');
        }
        call += m_walk.next(launch.open) == m_walk.partner(launch.open) ? "" : ", ";
        // What else was to be written there says less.
        m_edits.removeIf([&](const Replacement& other) {
            return other.range.begin < range.end && range.begin < other.range.end;
        });
        Replacement edit;
        edit.range = range;
        edit.text = call;
        edit.rule = &m_rule;
        edit.findingId = id;
        edit.captures = {{QStringLiteral("symbol"), toText(text(launch.kernel, launch.kernelEnd))}};
        m_edits.append(edit);
    }

    const CppFile& m_file;
    const Rule& m_rule;
    ProposalWriter& m_writer;
    QVector<Replacement>& m_edits;
    TokenWalk m_walk;
};

} // namespace

void proposeExtensionLaunches(const CppInput& input)
{
    LaunchFinder(input.file, input.rule, input.writer, input.edits).run();
}

} // namespace rocport
