#include "core/lanes/laneentries.h"

#include "core/text/bytes.h"

#include <vector>

namespace rocport {

namespace {

constexpr int kMostStepsBack = 1024; // back to what the declaration begins with

/// Whether `template` stands before the declaration.
bool isTemplate(const TokenWalk& walk, int first)
{
    int at = walk.previous(first);
    for (int steps = 0; at >= 0 && steps < kMostStepsBack; ++steps) {
        if (isOneOf(walk.text(at), {";", "{", "}"}) || walk.token(at).inDirective) {
            return false;
        }
        if (walk.is(at, "template")) {
            return true;
        }
        at = walk.previous(at);
    }
    return at >= 0;
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
    if (walk.token(first).inDirective || isTemplate(walk, first) ||
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

} // namespace rocport
