#include "core/base/cancelscope.h"
#include "core/rules/cpp/cppbuiltins.h"
#include "core/text/bytes.h"

#include <array>
#include <set>

namespace rocport {

namespace {

using namespace std::string_view_literals;

/// What a pointer that counts bytes can do as well.
constexpr std::array kSteps = {"+"sv, "-"sv, "+="sv, "-="sv, "++"sv, "--"sv};
constexpr std::array kOfNumbers = {"%"sv,  "&"sv,  "|"sv,   "^"sv,  "/"sv,  "*"sv,
                                   "<<"sv, ">>"sv, "%="sv,  "&="sv, "|="sv, "^="sv,
                                   "/="sv, "*="sv, "<<="sv, ">>="sv};

class AddressFinder
{
public:
    AddressFinder(const CppFile& file, Strategy strategy)
        : m_file(file), m_areBytes(mapsNames(strategy))
    {
    }

    void run(const Rule& rule, ProposalWriter& writer);

private:
    void declare(int type);
    [[nodiscard]] bool isOperand(int token) const
    {
        return m_file.isKind(token, CTokenKind::Identifier) ||
               m_file.isKind(token, CTokenKind::Number) || m_file.is(token, ")") ||
               m_file.is(token, "]");
    }
    [[nodiscard]] bool counts(std::string_view operation) const
    {
        return isOneOf(operation, kOfNumbers) || (!m_areBytes && isOneOf(operation, kSteps));
    }
    [[nodiscard]] bool isCounted(int token) const;

    const CppFile& m_file;
    bool m_areBytes;
    std::set<std::string_view> m_addresses;
    std::set<std::string_view> m_pointers; ///< to addresses
};

/// Notes the names that are declared after the type at this token.
void AddressFinder::declare(int type)
{
    const int before = m_file.is(type - 1, "const") ? type - 2 : type - 1;
    const bool parameter = m_file.is(before, "(") || m_file.is(before, ",");
    for (int at = type + 1; at < m_file.size();) {
        bool pointer = false;
        for (; m_file.is(at, "*") || m_file.is(at, "&") || m_file.is(at, "const"); ++at) {
            pointer = pointer || m_file.is(at, "*");
        }
        if (!m_file.isKind(at, CTokenKind::Identifier)) {
            return;
        }
        const bool array = m_file.is(at + 1, "[");
        if (!array && !m_file.is(at + 1, "(")) {
            (pointer ? m_pointers : m_addresses).insert(m_file.text(at));
        }
        if (parameter || !m_file.is(at + 1, ",")) {
            return;
        }
        at += 2;
    }
}

/// Whether the name at this token is an address in a sum or the like.
bool AddressFinder::isCounted(int token) const
{
    const std::string_view word = m_file.text(token);
    int first = token;
    if (m_pointers.count(word) != 0) {
        if (!m_file.is(token - 1, "*") || isOperand(token - 2)) {
            return false;
        }
        first = token - 1;
    } else if (m_addresses.count(word) == 0) {
        return false;
    }
    const std::string_view before = m_file.text(first - 1);
    // A member of something, or what a cast has made a number: "(size_t)p + 1".
    if (before == "." || before == "->" || before == "::" || before == ")" ||
        m_file.is(token + 1, "(")) {
        return false;
    }
    if (before == "<<" || before == ">>") { // into a stream
        return false;
    }
    if (counts(m_file.text(token + 1))) {
        return true;
    }
    const bool isStep = before == "++" || before == "--";
    return counts(before) && (isStep || (before != "*" && before != "&" && isOperand(first - 2)));
}

void AddressFinder::run(const Rule& rule, ProposalWriter& writer)
{
    for (int i = 0; i < m_file.size() && !isWorkCancelledAt(i); ++i) {
        if (m_file.is(i, "CUdeviceptr") || m_file.is(i, "CUdeviceptr_v2")) {
            declare(i);
        }
    }
    const QString note =
        m_areBytes
            ? QStringLiteral("The type of the generated header counts bytes, and is not a number.")
            : QString();
    int line = 0;
    for (int i = 1;
         !(m_addresses.empty() && m_pointers.empty()) && i < m_file.size() && !isWorkCancelledAt(i);
         ++i) {
        if (!m_file.isKind(i, CTokenKind::Identifier) || !isCounted(i) ||
            m_file.isInert(m_file.token(i).begin)) {
            continue;
        }
        const int here = m_file.source().lineOf(m_file.token(i).begin);
        if (here != line) {
            writer.addFinding(rule, m_file.range(i), toText(m_file.text(i)),
                              {{QStringLiteral("note"), note}});
        }
        line = here;
    }
}

} // namespace

void findAddressArithmetic(const CppInput& input)
{
    AddressFinder(input.file, input.context.strategy).run(input.rule, input.writer);
}

} // namespace rocport
