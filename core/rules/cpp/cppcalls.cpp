#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/text/bytes.h"
#include "core/translate/declared.h"

#include <algorithm>
#include <array>
#include <map>

namespace rocport {

namespace {

/// 0-based position of the kernel among the arguments of a runtime function; -1 for none.
/// (HIP 7.2 hip_runtime_api.h: these take const void*. The occupancy functions have templates.)
int kernelPosition(std::string_view cudaName)
{
    constexpr std::array<std::string_view, 5> kFirst = {
        "cudaFuncSetAttribute", "cudaFuncSetCacheConfig", "cudaFuncSetSharedMemConfig",
        "cudaLaunchKernel", "cudaLaunchCooperativeKernel"};
    return std::find(kFirst.begin(), kFirst.end(), cudaName) != kFirst.end() ? 0
           : cudaName == "cudaFuncGetAttributes"                             ? 1
                                                                             : -1;
}

/// "(const void*)kernel", "reinterpret_cast<const void*>(kernel)", a void* of any name.
bool isCast(const CppFile& file, TokenSpan argument)
{
    for (int i = argument.begin; i < argument.end; ++i) {
        if (file.is(i, "void") || file.is(i, "reinterpret_cast")) {
            return true;
        }
    }
    return false;
}

/// Whether a name at `at` is declared as a pointer to nothing known, "const void* fn"; `member`:
/// somewhere in the file, not around.
bool isVoidPointer(const CppFile& file, int at, bool member)
{
    const auto declaresVoid = [&](int i) {
        int type = i - 1;
        while (file.is(type, "const") || file.is(type, "__restrict__")) {
            --type;
        }
        if (!file.is(type, "*")) {
            return false;
        }
        --type;
        while (file.is(type, "const")) {
            --type;
        }
        return file.is(type, "void");
    };
    if (member) {
        bool found = false;
        for (int i = 1; i < file.size() && !isWorkCancelledAt(i); ++i) {
            const bool field = file.is(i, file.text(at)) && file.is(i + 1, ";") &&
                               (file.is(i - 1, "*") || file.isKind(i - 1, CTokenKind::Identifier));
            if (field && !declaresVoid(i)) {
                return false; // one of them is something else
            }
            found = found || field;
        }
        return found;
    }
    for (int i = file.mentionBefore(at, at); i >= 0; i = file.mentionBefore(i, at)) {
        if (file.is(i - 1, "*") ||
            (file.isKind(i - 1, CTokenKind::Identifier) && !isStatementKeyword(file.text(i - 1)))) {
            return declaresVoid(i);
        }
    }
    return false;
}

/// Whether an argument is a variable, a parameter or a member that is such a pointer.
bool isVoidName(const CppFile& file, TokenSpan argument)
{
    const int last = argument.end - 1;
    for (int i = argument.begin; i < argument.end; ++i) {
        const bool part =
            file.isKind(i, CTokenKind::Identifier) || file.is(i, ".") || file.is(i, "->");
        if (!part) {
            return false;
        }
    }
    return isVoidPointer(file, last, argument.size() > 1);
}

/// Argument number `position` of the call whose '(' is `open`. A comma between template arguments
/// parts no arguments: "k<1, 2>" is one. Empty when there is none.
TokenSpan kernelArgument(const CppFile& file, int open, int position)
{
    const std::vector<TokenSpan> arguments = file.arguments(open);
    if (position < 0 || position >= static_cast<int>(arguments.size())) {
        return {};
    }
    constexpr int kMaxTokens = 400;
    if (arguments.back().end - arguments.front().begin > kMaxTokens) {
        return {}; // no kernel's name
    }
    TokenSpan result = arguments[static_cast<size_t>(position)];
    int depth = 0;
    int i = result.begin;
    for (size_t next = static_cast<size_t>(position); next < arguments.size(); ++next) {
        for (; i < arguments[next].end; ++i) {
            depth += file.is(i, "<") ? 1 : 0;
            depth -= file.is(i, ">") ? 1 : file.is(i, ">>") ? 2 : 0;
        }
        if (depth <= 0) {
            result.end = arguments[next].end;
            return result;
        }
    }
    return result;
}

/// Whether an argument is a number whatever the template arguments are.
bool isPlainNumber(const CppFile& file, TokenSpan argument)
{
    return argument.size() == 1 && file.isKind(argument.begin, CTokenKind::Number);
}

class DeviceStd
{
public:
    DeviceStd(const CppFile& file, const Rule& rule, ProposalWriter& writer,
              QVector<Replacement>& edits)
        : m_file(file), m_rule(rule), m_writer(writer), m_edits(edits)
    {
    }

    void run();

private:
    void at(int i);
    void add(TokenSpan span, const QString& symbol, const QString& note, const QByteArray& text);

    const CppFile& m_file;
    const Rule& m_rule;
    ProposalWriter& m_writer;
    QVector<Replacement>& m_edits;
    std::map<QString, QByteArray> m_found; ///< finding ids by symbol
};

void DeviceStd::add(TokenSpan span, const QString& symbol, const QString& note,
                    const QByteArray& text)
{
    const Captures captures = {{QStringLiteral("symbol"), symbol}, {QStringLiteral("note"), note}};
    QByteArray& id = m_found[symbol];
    if (id.isEmpty()) {
        id = m_writer.addFinding(m_rule, m_file.range(span), symbol,
                                 fillText(m_rule.message, captures), m_rule.wayOut, m_rule.effort,
                                 {});
    }
    if (text.isEmpty()) {
        return;
    }
    Replacement edit;
    edit.range = m_file.range(span);
    edit.text = text;
    edit.rule = &m_rule;
    edit.findingId = id;
    edit.captures = captures;
    m_edits.append(edit);
}

void DeviceStd::at(int i)
{
    const std::string_view word = m_file.text(i);
    if (word == "std" && m_file.is(i + 1, "::")) {
        const std::string_view name = m_file.text(i + 2);
        const bool extreme =
            (name == "min" || name == "max") && (m_file.is(i + 3, "(") || m_file.is(i + 3, "<"));
        if (extreme) {
            const std::vector<TokenSpan> arguments =
                m_file.is(i + 3, "(") ? m_file.arguments(i + 3) : std::vector<TokenSpan>();
            // With a literal beside it the types are plain numbers, for which HIP has overloads.
            const bool plain = arguments.size() == 2 && (isPlainNumber(m_file, arguments[0]) ||
                                                         isPlainNumber(m_file, arguments[1]));
            const QByteArray text = plain ? "::" + toBytes(name) : QByteArray();
            add({i, i + 3}, QStringLiteral("std::") + toText(name),
                QStringLiteral("It compiles where it is constexpr; nvcc took its own overload."),
                text);
        } else if (name == "printf" && m_file.is(i + 3, "(")) {
            add({i, i + 3}, QStringLiteral("std::printf"),
                QStringLiteral("HIP declares the device function in the global namespace alone."),
                "::printf");
        } else if (name == "array" && m_file.isKind(i + 3, CTokenKind::Identifier) &&
                   (m_file.is(i + 4, "{") || m_file.is(i + 4, "="))) {
            add({i, i + 3}, QStringLiteral("std::array"),
                QStringLiteral("Its deduction guide is a host function."), {});
        }
    } else if (word == "at" && m_file.is(i - 1, ".") && m_file.is(i + 1, "(")) {
        add({i, i + 1}, QStringLiteral("at()"),
            QStringLiteral("It throws, which device code cannot."), {});
    }
}

void DeviceStd::run()
{
    for (const CppFunction& function : m_file.functions()) {
        if (!(function.device || function.global) ||
            m_file.isInert(m_file.token(function.nameAt).begin)) {
            continue;
        }
        for (int i = function.bodyOpen + 1; i < function.bodyClose; ++i) {
            if (m_file.isKind(i, CTokenKind::Identifier) &&
                !m_file.isInert(m_file.token(i).begin)) {
                at(i);
            }
        }
    }
}

} // namespace

void proposeKernelPointers(const CppInput& input)
{
    const CppFile& file = input.file;
    const bool byHeader = mapsNames(input.context.strategy);
    const bool byTranslation = writesNames(input.context.strategy);
    for (int i = 0; i + 1 < file.size() && !isWorkCancelled(); ++i) {
        const std::string_view name = file.text(i);
        if (!name.starts_with("cuda") || !file.is(i + 1, "(") || file.match(i + 1) < 0 ||
            file.isInert(file.token(i).begin)) {
            continue;
        }
        const TokenSpan kernel = kernelArgument(file, i + 1, kernelPosition(name));
        if (kernel.size() <= 0 || isCast(file, kernel) || isVoidName(file, kernel)) {
            continue;
        }
        const QString note =
            byHeader        ? QStringLiteral("The generated header has a template that casts it.")
            : byTranslation ? QStringLiteral("The translation casts it.")
                            : QString();
        const Captures captures = {{QStringLiteral("symbol"), toText(name)},
                                   {QStringLiteral("note"), note}};
        const QByteArray id = input.writer.addFinding(
            input.rule, file.range(i), toText(name),
            fillText(input.rule.message, captures).simplified(), {}, Effort::None, {});
        if (byHeader || byTranslation) {
            continue;
        }
        const std::string_view text = file.textOf(kernel);
        Replacement edit;
        edit.range = file.range(kernel);
        edit.text = "reinterpret_cast<const void*>(" + toBytes(text) + ')';
        edit.rule = &input.rule;
        edit.findingId = id;
        edit.captures = captures;
        input.edits.append(edit);
    }
}

void proposeDeviceStd(const CppInput& input)
{
    DeviceStd(input.file, input.rule, input.writer, input.edits).run();
}

} // namespace rocport
