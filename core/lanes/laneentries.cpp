#include "core/lanes/laneentries.h"

#include "core/text/bytes.h"

#include <vector>

namespace rocport {

namespace {

constexpr int kMostStepsBack = 1024; // back to what the declaration begins with

/// Whether a word stands in the declaration before `first`.
bool standsBefore(const TokenWalk& walk, int first, std::string_view word)
{
    int at = walk.previous(first);
    for (int steps = 0; at >= 0 && steps < kMostStepsBack; ++steps) {
        if (isOneOf(walk.text(at), {";", "{", "}"}) || walk.token(at).inDirective) {
            return false;
        }
        if (walk.is(at, word)) {
            return true;
        }
        at = walk.previous(at);
    }
    return false;
}

/// A parameter without what it is if nothing is given.
QByteArray withoutDefault(const TokenWalk& walk, const ArgumentTokens& parameter)
{
    QByteArray text;
    for (int at = parameter.first; at >= 0 && at <= parameter.last; at = walk.next(at)) {
        if (walk.is(at, "=")) {
            break;
        }
        text += (text.isEmpty() ? "" : " ") + toBytes(walk.text(at));
    }
    return text;
}

} // namespace

QByteArray moduleEntry(const TokenWalk& walk, int first, const KernelDeclaration& kernel)
{
    std::vector<ArgumentTokens> parameters;
    if (walk.token(first).inDirective || standsBefore(walk, first, "template") ||
        !splitArguments(walk, kernel.open, parameters)) {
        return {};
    }
    QByteArray types;
    for (const ArgumentTokens& parameter : parameters) {
        if (!parameter.isEmpty()) {
            types += (types.isEmpty() ? "" : ", ") + withoutDefault(walk, parameter);
        }
    }
    return " LANES_MODULE_KERNEL(" + toBytes(walk.text(kernel.name)) +
           (types.isEmpty() ? QByteArray() : ", " + types) + ')';
}

VariableEntry variableEntry(const TokenWalk& walk, int first)
{
    bool isOwn = standsBefore(walk, first, "static");
    int name = -1;
    bool isNamed = false; // what follows is no part of the declarator's name
    int at = walk.next(first);
    for (int steps = 0; at >= 0 && steps < kMostStepsBack; at = walk.next(at), ++steps) {
        const std::string_view word = walk.text(at);
        if (word == ";") {
            break;
        }
        isOwn = isOwn || (!isNamed && word == "static");
        isNamed = isNamed || isOneOf(word, {"=", "[", "{"});
        const bool isAlignment =
            word == "(" && isOneOf(walk.text(walk.previous(at)), {"__align__", "alignas"});
        if (isOneOf(word, {"}", ","}) || (word == "(" && !isNamed && !isAlignment)) {
            return {}; // a function, or several
        }
        if (!isNamed && walk.isIdentifier(at)) {
            name = at;
        }
        at = isOneOf(word, {"(", "[", "{"}) ? walk.partner(at) : at;
        if (at < 0) {
            return {};
        }
    }
    if (at < 0 || !walk.is(at, ";") || name < 0 || !isOwn ||
        standsBefore(walk, first, "template")) {
        return {};
    }
    return {at, " LANES_MODULE_VARIABLE(" + toBytes(walk.text(name)) + ')'};
}

} // namespace rocport
