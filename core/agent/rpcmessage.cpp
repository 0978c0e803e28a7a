#include "core/agent/rpcmessage.h"

#include "core/base/visibletext.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>

namespace rocport {

namespace {

/// Whether brackets outside of strings lie deeper than what is allowed.
bool isTooDeep(const QByteArray& line)
{
    int depth = 0;
    bool isText = false;
    for (qsizetype i = 0; i < line.size(); ++i) {
        const char c = line[i];
        if (isText) {
            if (c == '\\') {
                ++i;
            } else if (c == '"') {
                isText = false;
            }
        } else if (c == '"') {
            isText = true;
        } else if (c == '{' || c == '[') {
            if (++depth > kDeepestRpc) {
                return true;
            }
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return false;
}

bool isId(const QJsonValue& id)
{
    constexpr double kMostExact = 9007199254740992.0;
    return (id.isString() && id.toString().size() <= 256) ||
           (id.isDouble() && std::floor(id.toDouble()) == id.toDouble() &&
            std::abs(id.toDouble()) <= kMostExact);
}

RpcMessage faulty(RpcCode code, const QString& what, const QJsonValue& id = QJsonValue::Null)
{
    RpcMessage message;
    message.id = id;
    message.fault = RpcError{code, what};
    return message;
}

RpcMessage messageOf(const QJsonValue& value)
{
    if (!value.isObject()) {
        return faulty(RpcCode::InvalidRequest, QStringLiteral("A message must be an object."));
    }
    const QJsonObject object = value.toObject();
    const QJsonValue id = object.value(u"id");
    const QJsonValue named = isId(id) ? id : QJsonValue(QJsonValue::Null);
    if (object.value(u"jsonrpc").toString() != u"2.0") {
        return faulty(RpcCode::InvalidRequest,
                      QStringLiteral("The member \"jsonrpc\" must be \"2.0\"."), named);
    }
    if (!id.isUndefined() && !isId(id)) {
        return faulty(RpcCode::InvalidRequest,
                      QStringLiteral("The member \"id\" must be a text or a whole number."));
    }
    RpcMessage message;
    message.id = id;
    const QJsonValue method = object.value(u"method");
    if (method.isUndefined() && !id.isUndefined() &&
        (object.contains(u"result") || object.contains(u"error"))) {
        message.isResponse = true;
        return message;
    }
    if (!method.isString()) {
        return faulty(RpcCode::InvalidRequest, QStringLiteral("The member \"method\" is missing."),
                      named);
    }
    message.method = method.toString();
    const QJsonValue params = object.value(u"params");
    if (!params.isUndefined() && !params.isObject()) {
        return faulty(RpcCode::InvalidParams,
                      QStringLiteral("The member \"params\" must be an object."), named);
    }
    message.params = params.toObject();
    return message;
}

QByteArray lineOf(QJsonObject message)
{
    message.insert(QStringLiteral("jsonrpc"), QStringLiteral("2.0"));
    return visibleJson(QJsonDocument(message).toJson(QJsonDocument::Compact));
}

} // namespace

std::vector<RpcMessage> readRpc(const QByteArray& line)
{
    if (isTooDeep(line)) {
        return {faulty(
            RpcCode::ParseError,
            QStringLiteral("The message is nested more than %1 levels deep.").arg(kDeepestRpc))};
    }
    QJsonParseError fault{};
    const QJsonDocument document = QJsonDocument::fromJson(line, &fault);
    if (fault.error != QJsonParseError::NoError) {
        return {faulty(RpcCode::ParseError, QStringLiteral("The line is not JSON: %1 at byte %2.")
                                                .arg(fault.errorString())
                                                .arg(fault.offset))};
    }
    if (document.isObject()) {
        return {messageOf(document.object())};
    }
    const QJsonArray batch = document.array();
    constexpr qsizetype kMostInBatch = 100;
    if (batch.isEmpty() || batch.size() > kMostInBatch) {
        return {faulty(RpcCode::InvalidRequest,
                       QStringLiteral("A batch has from 1 to %1 messages.").arg(kMostInBatch))};
    }
    std::vector<RpcMessage> messages;
    for (const QJsonValue value : batch) {
        messages.push_back(messageOf(value));
    }
    return messages;
}

QByteArray rpcResult(const QJsonValue& id, const QJsonObject& result)
{
    return lineOf({{QStringLiteral("id"), id}, {QStringLiteral("result"), result}});
}

QByteArray rpcFailure(const QJsonValue& id, const RpcError& error)
{
    return lineOf({{QStringLiteral("id"), id},
                   {QStringLiteral("error"),
                    QJsonObject{{QStringLiteral("code"), static_cast<int>(error.code)},
                                {QStringLiteral("message"), error.message}}}});
}

QByteArray rpcNotification(const QString& method, const QJsonObject& params)
{
    return lineOf({{QStringLiteral("method"), method}, {QStringLiteral("params"), params}});
}

std::vector<RpcLines::Line> RpcLines::add(const QByteArray& bytes)
{
    std::vector<Line> lines;
    qsizetype from = 0;
    while (from < bytes.size()) {
        const qsizetype end = bytes.indexOf('\n', from);
        const qsizetype until = end < 0 ? bytes.size() : end;
        if (!m_isDropping) {
            m_rest += bytes.mid(from, until - from);
            if (m_rest.size() > kLongestRpcLine) {
                m_rest.clear();
                m_isDropping = true;
                lines.emplace_back(std::nullopt);
            }
        }
        if (end < 0) {
            break;
        }
        if (!m_isDropping && !m_rest.trimmed().isEmpty()) {
            lines.emplace_back(m_rest);
        }
        m_rest.clear();
        m_isDropping = false;
        from = end + 1;
    }
    return lines;
}

} // namespace rocport
