#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QString>

#include <optional>
#include <vector>

namespace rocport {

/// The longest line that is read, in bytes.
inline constexpr qsizetype kLongestRpcLine = 4 * 1024 * 1024;
/// How deeply arrays and objects of a message may lie in each other.
inline constexpr int kDeepestRpc = 64;

/// Error codes of JSON-RPC 2.0.
enum class RpcCode : int {
    ParseError = -32700,
    InvalidRequest = -32600,
    MethodNotFound = -32601,
    InvalidParams = -32602,
    InternalError = -32603,
    ServerBusy = -32000,       ///< too many calls wait
    ResourceNotFound = -32002, ///< as the Model Context Protocol has it
};

/// An error that ends a request.
struct RpcError
{
    RpcCode code = RpcCode::InternalError;
    QString message;
};

/// One message of JSON-RPC 2.0 as a peer sent it.
struct RpcMessage
{
    QJsonValue id; ///< a text or a whole number; undefined: none was given
    QString method;
    QJsonObject params;
    bool isResponse = false;       ///< an answer of the peer; nothing waits for one
    std::optional<RpcError> fault; ///< why it is no message that can be followed

    [[nodiscard]] bool isRequest() const { return !id.isUndefined(); }
};

/// Reads a line: one message, or several in an array. Never empty; a line that is none of this
/// gives one message with a fault.
std::vector<RpcMessage> readRpc(const QByteArray& line);

/// One line without its end.
QByteArray rpcResult(const QJsonValue& id, const QJsonObject& result);
QByteArray rpcFailure(const QJsonValue& id, const RpcError& error);
QByteArray rpcNotification(const QString& method, const QJsonObject& params);

/// Cuts a stream into lines. A line that is too long is dropped up to its end and reported once.
class RpcLines
{
public:
    /// A line without its end; nothing: one was too long.
    using Line = std::optional<QByteArray>;
    /// The lines that `bytes` complete.
    std::vector<Line> add(const QByteArray& bytes);

private:
    QByteArray m_rest;
    bool m_isDropping = false;
};

} // namespace rocport
