// What an agent writes, in any bytes: cut into lines, read as messages, and their parameters held
// against the schemas of the tools. What is read is a message or says why not, and an answer to it
// is one line of JSON.

#include "core/agent/agenttool.h"
#include "core/agent/rpcmessage.h"
#include "tests/fuzz/require.h"

#include <QJsonDocument>

#include <cstdint>

using namespace rocport;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const QByteArray bytes(reinterpret_cast<const char*>(data), qsizetype(size));
    RpcLines whole;
    std::vector<RpcLines::Line> lines = whole.add(bytes + '\n');
    // The same in two parts gives the same lines.
    RpcLines parts;
    std::vector<RpcLines::Line> again = parts.add(bytes.left(bytes.size() / 2));
    for (const RpcLines::Line& line : parts.add(bytes.mid(bytes.size() / 2) + '\n')) {
        again.push_back(line);
    }
    require(lines == again);
    for (const RpcLines::Line& line : lines) {
        if (!line) {
            continue;
        }
        const std::vector<RpcMessage> messages = readRpc(*line);
        require(!messages.empty());
        for (const RpcMessage& message : messages) {
            if (message.fault) {
                require(!message.fault->message.isEmpty());
                const QByteArray answer = rpcFailure(message.id, *message.fault);
                require(!answer.contains('\n') && QJsonDocument::fromJson(answer).isObject());
                continue;
            }
            require(message.isResponse || !message.method.isNull());
            for (const AgentTool& tool : agentTools()) {
                (void)schemaFault(message.params.value(u"arguments"), tool.input);
            }
            const QByteArray answer = rpcResult(message.id, message.params);
            require(!answer.contains('\n') && QJsonDocument::fromJson(answer).isObject());
        }
    }
    return 0;
}
