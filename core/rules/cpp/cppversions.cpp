#include "core/rules/cpp/cppversions.h"

#include "core/base/cancelscope.h"
#include "core/text/bytes.h"

#include <array>

namespace rocport {

namespace {

using namespace std::string_view_literals;

constexpr std::array kTells = {"cudaDriverGetVersion"sv, "cudaRuntimeGetVersion"sv,
                               "cuDriverGetVersion"sv};
constexpr std::array kCompares = {"<"sv, "<="sv, ">"sv, ">="sv, "=="sv, "!="sv};
/// What may stand before and after a whole comparison.
constexpr std::array kBefore = {"("sv, "&&"sv, "||"sv, "="sv, "return"sv, ";"sv, "{"sv, "}"sv};
constexpr std::array kAfter = {")"sv, "&&"sv, "||"sv, "?"sv, ";"sv};

bool isVersion(std::string_view word)
{
    return word == "CUDART_VERSION"sv || word == "CUDA_VERSION"sv;
}

} // namespace

VersionQuestions::VersionQuestions(const CppFile& file) : m_file(file)
{
    for (int i = 0; i + 4 < file.size() && !isWorkCancelledAt(i); ++i) {
        if (isOneOf(file.text(i), kTells) && file.is(i + 1, "(") && file.is(i + 2, "&") &&
            file.isKind(i + 3, CTokenKind::Identifier) && file.is(i + 4, ")")) {
            m_told.insert(file.text(i + 3));
        }
    }
    for (int i = 0; !m_told.empty() && !m_compares && i < file.size() && !isWorkCancelledAt(i);
         ++i) {
        m_compares = isVersion(file.text(i)) && isCompared(i);
    }
}

bool VersionQuestions::isTold(int token) const
{
    return m_file.isKind(token, CTokenKind::Identifier) && m_told.count(m_file.text(token)) != 0;
}

bool VersionQuestions::isCompared(int token) const
{
    const bool right = isOneOf(m_file.text(token - 1), kCompares) && isTold(token - 2) &&
                       isOneOf(m_file.text(token - 3), kBefore) &&
                       isOneOf(m_file.text(token + 1), kAfter);
    const bool left = isOneOf(m_file.text(token + 1), kCompares) && isTold(token + 2) &&
                      isOneOf(m_file.text(token - 1), kBefore) &&
                      isOneOf(m_file.text(token + 3), kAfter);
    return right || left;
}

bool VersionQuestions::isArgument(int token) const
{
    return m_file.is(token - 1, ",") && (m_file.is(token + 1, ",") || m_file.is(token + 1, ")"));
}

bool VersionQuestions::isAnswered(int token) const
{
    return m_compares && isVersion(m_file.text(token)) && (isCompared(token) || isArgument(token));
}

} // namespace rocport
