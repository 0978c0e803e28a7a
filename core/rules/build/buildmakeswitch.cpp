#include "core/rules/build/buildmakeswitch.h"

#include "core/base/cancelscope.h"
#include "core/rules/build/buildcmakeswitch.h"
#include "core/text/ascii.h"
#include "core/text/bytes.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace rocport {

namespace {

/// What a conditional asks of one variable.
struct Question
{
    std::string_view name;
    std::string_view value; ///< empty: whether there is any
    bool equals = true;
};

/// Letters, digits and '_' only.
bool isPlain(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), isNameByte);
}

/// `$(NAME)`, `${NAME}`, or one of these in quotes; empty: it is none.
std::string_view referenceIn(std::string_view text)
{
    text = trimmed(text);
    if (text.size() > 1 && (text.front() == '"' || text.front() == '\'')) {
        text = text.substr(1, text.size() - 2);
    }
    const bool round = text.starts_with("$(") && text.ends_with(')');
    const bool curly = text.starts_with("${") && text.ends_with('}');
    text = round || curly ? text.substr(2, text.size() - 3) : std::string_view();
    // $(strip $(NAME)); what other functions give is not the variable.
    if (text.starts_with("strip ")) {
        return referenceIn(text.substr(6));
    }
    return isPlain(text) ? text : std::string_view();
}

std::string_view withoutQuotes(std::string_view text)
{
    text = trimmed(text);
    const bool quoted = text.size() > 1 && (text.front() == '"' || text.front() == '\'');
    return quoted ? text.substr(1, text.size() - 2) : text;
}

/// The two sides of `(A,B)`, `"A" "B"` or `'A' 'B'`.
std::optional<std::pair<std::string_view, std::string_view>> sidesOf(std::string_view text)
{
    if (text.starts_with('(') && text.ends_with(')')) {
        text = text.substr(1, text.size() - 2);
        int depth = 0;
        for (size_t i = 0; i < text.size(); ++i) {
            depth += text[i] == '(' || text[i] == '{' ? 1 : 0;
            depth -= text[i] == ')' || text[i] == '}' ? 1 : 0;
            if (text[i] == ',' && depth == 0) {
                return std::pair(text.substr(0, i), text.substr(i + 1));
            }
        }
        return std::nullopt;
    }
    if (text.empty() || (text.front() != '"' && text.front() != '\'')) {
        return std::nullopt;
    }
    const size_t end = text.find(text.front(), 1);
    return end == std::string_view::npos
               ? std::nullopt
               : std::optional(std::pair(text.substr(0, end + 1), text.substr(end + 1)));
}

std::optional<Question> questionOf(std::string_view line)
{
    line = trimmed(line.substr(0, line.find('#')));
    const size_t blank = line.find_first_of(" \t(\"'");
    const std::string_view word = line.substr(0, blank);
    const std::string_view rest =
        blank == std::string_view::npos ? std::string_view() : trimmed(line.substr(blank));
    if (word == "ifdef" || word == "ifndef") {
        return isPlain(rest) ? std::optional(Question{rest, {}, word == "ifndef"}) : std::nullopt;
    }
    if (word != "ifeq" && word != "ifneq") {
        return std::nullopt;
    }
    const auto sides = sidesOf(rest);
    if (!sides) {
        return std::nullopt;
    }
    const std::string_view left = referenceIn(sides->first);
    const std::string_view right = referenceIn(sides->second);
    if (left.empty() == right.empty()) {
        return std::nullopt;
    }
    return Question{left.empty() ? right : left,
                    withoutQuotes(left.empty() ? sides->first : sides->second), word == "ifeq"};
}

bool meansOff(std::string_view value)
{
    constexpr std::string_view kOff[] = {"",    "0",   "n",   "N",     "no",    "No",   "NO",
                                         "off", "Off", "OFF", "false", "False", "FALSE"};
    return std::find(std::begin(kOff), std::end(kOff), value) != std::end(kOff);
}

} // namespace

std::map<std::string, MakeSwitch, std::less<>> cudaSwitches(const std::vector<MakeLine>& lines)
{
    std::map<std::string, MakeSwitch, std::less<>> switches;
    for (const MakeLine& line : lines) {
        if (isWorkCancelled()) {
            return switches;
        }
        if (line.kind != MakeLine::Kind::Conditional || line.decided) {
            continue;
        }
        const auto question = questionOf(line.text);
        if (!question || !namesCudaSwitch(question->name)) {
            continue;
        }
        // `ifeq ($(USE_CUDA),yes)` says how it is switched on, `ifneq ($(USE_CUDA),0)` how not.
        MakeSwitch& one = switches[std::string(question->name)];
        const bool says =
            question->equals && !meansOff(question->value) && isPlain(question->value);
        if (says && one.on.isEmpty()) {
            one.on = toBytes(question->value);
        }
    }
    for (auto& [name, one] : switches) {
        one.on = one.on.isEmpty() ? QByteArray("1") : one.on;
    }
    for (const MakeLine& line : lines) {
        const auto found = line.kind == MakeLine::Kind::Assignment && !line.decided
                               ? switches.find(line.name)
                               : switches.end();
        if (found != switches.end()) {
            std::string_view value = line.text.substr(line.text.find('=') + 1);
            value = trimmed(value.substr(0, value.find('#')));
            found->second.isAssigned = true;
            found->second.isOn = found->second.isOn || !meansOff(value);
        }
    }
    return switches;
}

QVector<QByteArray> makePreamble(const QByteArray& macro, const QByteArray& shimFolder,
                                 const std::map<std::string, MakeSwitch, std::less<>>& switches)
{
    const QByteArray what = toBytes(kMakePortText);
    QVector<QByteArray> lines = {
        "ifdef " + macro,
        "ROCM_PATH ?= /opt/rocm",
        "# " + what + " The entry for the CPU, gfx000,",
        "# and features behind a colon are left out.",
        "ifndef ROCM_ARCH",
        QByteArray("ROCM_ARCH := $(shell { $(ROCM_PATH)/llvm/bin/amdgpu-arch || ") +
            "$(ROCM_PATH)/bin/rocm_agent_enumerator || amdgpu-arch || rocm_agent_enumerator; } " +
            "2>/dev/null | sed -n 's/^\\(gfx[1-9a-f][0-9a-f]*\\).*/\\1/p' | sort -u)",
        "endif",
        "ifeq ($(ROCM_ARCH),)",
        "$(warning No AMD GPU was found on this machine. Name one with ROCM_ARCH=<name>.)",
        "endif",
        "endif"};
    if (!shimFolder.isEmpty()) {
        lines.insert(2, "# Headers that stand in for CUDA's.");
        lines.insert(3, "ROCM_COMPAT := $(abspath $(dir $(lastword $(MAKEFILE_LIST)))" +
                            shimFolder + ')');
    }
    for (const auto& [name, one] : switches) {
        if (!one.isAssigned) { // it comes from the command line
            lines.insert(lines.size() - 1, QByteArray::fromStdString(name) + " ?= " + one.on);
        }
    }
    return lines;
}

} // namespace rocport
