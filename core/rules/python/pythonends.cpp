#include "core/rules/python/pythonends.h"

#include <algorithm>
#include <array>

namespace rocport {

namespace {

/// "raise" of "raise X", "sys.exit" of "sys.exit(1)", "returned" of "returned = 1".
std::string_view firstName(std::string_view statement)
{
    const auto end = std::find_if(statement.begin(), statement.end(), [](char c) {
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        return !letter && c != '_' && c != '.' && !(c >= '0' && c <= '9');
    });
    return statement.substr(0, static_cast<size_t>(end - statement.begin()));
}

} // namespace

bool failsAlways(std::string_view statement)
{
    constexpr std::array<std::string_view, 6> kFailing = {"raise", "sys.exit", "exit",
                                                          "quit",  "os._exit", "pytest.fail"};
    const std::string_view name = firstName(statement);
    return std::find(kFailing.begin(), kFailing.end(), name) != kFailing.end() ||
           statement.starts_with("assert False");
}

bool leavesSuite(std::string_view statement)
{
    const std::string_view name = firstName(statement);
    constexpr std::array<std::string_view, 4> kLeaving = {"return", "continue", "break",
                                                          "pytest.skip"};
    return std::find(kLeaving.begin(), kLeaving.end(), name) != kLeaving.end() ||
           failsAlways(statement);
}

} // namespace rocport
