#include "core/lanes/kerneldeclaration.h"

#include "core/text/bytes.h"

namespace rocport {

KernelDeclaration kernelDeclaration(const TokenWalk& walk, int i)
{
    KernelDeclaration kernel;
    bool isBehind = false; // in what C++ lets follow the parameters
    for (int at = walk.next(i); at >= 0; at = walk.next(at)) {
        const std::string_view word = walk.text(at);
        if (isOneOf(word, {"{", ";", "}", ")", "=", "__global__"})) {
            kernel.body = word == "{" ? at : -1;
            break;
        }
        isBehind = isBehind || (kernel.open >= 0 && isOneOf(word, {"noexcept", "requires"}));
        if (word != "(") {
            continue;
        }
        if (!isBehind && !walk.is(walk.previous(at), "__attribute__")) {
            kernel.open = at;
        }
        at = walk.partner(at);
        if (at < 0) {
            return {};
        }
    }
    const int name = walk.previous(kernel.open);
    if (name <= i || !walk.isIdentifier(name)) {
        return {};
    }
    kernel.name = name;
    return kernel;
}

} // namespace rocport
