// What a node answers about its sources is untrusted.
#include "core/remote/syncplan.h"

#include <cstddef>
#include <cstdint>

using namespace rocport;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
    const QByteArray head = "rocport-sync 1\nroot /w/trees/t\n";
    for (const QByteArray& text :
         {bytes, head + bytes, head + "answer other\nbase a.1\n" + bytes}) {
        const Result<SyncAnswer> answer = parseSyncAnswer(text);
        if (!answer) {
            continue;
        }
        const auto list = std::make_shared<SyncList>();
        const SyncPlan plan = planSync(list, *answer);
        // Nothing that a node says may make a removal leave the tree.
        if (plan.removals.contains("/../") || !plan.send.isEmpty()) {
            __builtin_trap();
        }
    }
    return 0;
}
