// What the command line says of a kernel, in any bytes: lines with its name, sizes, shared memory
// and arguments. What is read stays within the limits, and a name holds nothing but names.

#include "core/lanes/kernelcall.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <cstdint>

using namespace rocport;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QStringList lines =
        QString::fromUtf8(reinterpret_cast<const char*>(data), qsizetype(size)).split(u'\n');
    KernelWords words{lines.value(0), lines.value(1), lines.value(2), lines.value(3), lines.mid(4)};
    for (const QString& line : lines) {
        if (const auto argument = kernelArgument(line)) {
            require(argument->bytes() >= 0 && argument->bytes() <= (1LL << 30));
            require(argument->isBuffer != argument->shape.isEmpty());
            require(argument->fill != KernelFill::Constant ||
                    argument->value.size() == elementSize(argument->type));
        }
        if (const auto name = kernelName(line)) {
            require(!name->name.isEmpty());
            for (const QString& one : name->templateArguments + name->scopes) {
                require(!one.isEmpty() && std::none_of(one.begin(), one.end(), [](QChar c) {
                    return c == u'"' || c == u'\\' || c == u';' || c == u'{' || c == u'(' ||
                           c.unicode() < 0x20;
                }));
            }
        }
    }
    const auto call = kernelCall(words);
    if (call) {
        require(qint64(call->block[0]) * call->block[1] * call->block[2] <= 1024);
        require(call->grid[0] > 0 && call->grid[1] > 0 && call->grid[2] > 0);
    } else {
        require(call.error().code == ErrorCode::InvalidArgument && !call.error().detail.isEmpty());
    }
    return 0;
}
