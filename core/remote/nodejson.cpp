#include "core/files/filewriter.h"
#include "core/files/readfile.h"
#include "core/remote/maskedtext.h"
#include "core/remote/node.h"
#include "core/remote/nodefields.h"
#include "core/remote/nodekinds.h"
#include "core/remote/privatefolder.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSet>

#include <optional>

namespace rocport {
namespace {

constexpr int kListVersion = 1;
constexpr qint64 kListLimit = 4LL * 1024 * 1024;

/// Reads the fields of one object; the first that is wrong is kept.
class FieldReader : public NodeFields
{
public:
    FieldReader(QJsonObject object, QString prefix)
        : m_object(std::move(object)), m_prefix(std::move(prefix))
    {
    }

    void text(const char* key, QString& value) override
    {
        take(key, QJsonValue::String, "a text",
             [&](const QJsonValue& json) { value = json.toString(); });
    }
    void flag(const char* key, bool& value) override
    {
        take(key, QJsonValue::Bool, "true or false",
             [&](const QJsonValue& json) { value = json.toBool(); });
    }
    void number(const char* key, int& value) override
    {
        take(key, QJsonValue::Double, "a number", [&](const QJsonValue& json) {
            const double read = json.toDouble();
            if (read != json.toInt(-1)) {
                fail(key, QStringLiteral("a whole number was expected"));
            }
            value = json.toInt(-1);
        });
    }
    void texts(const char* key, QStringList& values) override
    {
        take(key, QJsonValue::Array, "a list of texts", [&](const QJsonValue& json) {
            values.clear();
            for (const auto& item : json.toArray()) {
                if (!item.isString()) {
                    fail(key, QStringLiteral("a list of texts was expected"));
                }
                values.append(item.toString());
            }
        });
    }
    void choice(const char* key, const QStringList& names, int& value) override
    {
        QString chosen = names.value(value);
        text(key, chosen);
        if (names.contains(chosen)) {
            value = static_cast<int>(names.indexOf(chosen));
        } else {
            fail(key, QStringLiteral("%1 or %2 was expected")
                          .arg(names.mid(0, names.size() - 1).join(QStringLiteral(", ")),
                               names.constLast()));
        }
    }
    void section(const char* key, bool& present,
                 const std::function<void(NodeFields&)>& fields) override
    {
        present = false;
        take(key, QJsonValue::Object, "an object", [&](const QJsonValue& json) {
            present = true;
            FieldReader own(json.toObject(), m_prefix + QString::fromLatin1(key) + u'.');
            fields(own);
            if (!m_inner) {
                m_inner = own.problem();
            }
        });
    }
    [[nodiscard]] QJsonArray array(const char* key)
    {
        QJsonArray found;
        take(key, QJsonValue::Array, "a list",
             [&](const QJsonValue& json) { found = json.toArray(); });
        return found;
    }
    void fail(const char* key, const QString& why)
    {
        if (!m_error) {
            m_error = Error{ErrorCode::ParseFailed, why, m_prefix + QString::fromLatin1(key)};
        }
    }
    /// After every field was asked for: what is wrong, unknown fields included.
    [[nodiscard]] std::optional<Error> problem()
    {
        for (auto it = m_object.begin(); !m_error && it != m_object.end(); ++it) {
            if (!m_known.contains(it.key())) {
                m_error = Error{ErrorCode::ParseFailed, QStringLiteral("this field is not known"),
                                m_prefix + it.key()};
            }
        }
        return m_error ? m_error : m_inner;
    }

private:
    template <typename Function>
    void take(const char* key, QJsonValue::Type type, const char* expected, Function&& function)
    {
        const QString name = QString::fromLatin1(key);
        m_known.insert(name);
        const QJsonValue value = m_object.value(name);
        if (value.isUndefined()) {
            return;
        }
        if (value.type() != type) {
            fail(key, QString::fromLatin1(expected) + QStringLiteral(" was expected"));
            return;
        }
        function(value);
    }

    QJsonObject m_object;
    QString m_prefix;
    QSet<QString> m_known;
    std::optional<Error> m_error;
    std::optional<Error> m_inner; ///< of a section: what is wrong here comes first
};

/// Writes them.
class FieldWriter : public NodeFields
{
public:
    void text(const char* key, QString& value) override { put(key, value); }
    void flag(const char* key, bool& value) override { put(key, value); }
    void number(const char* key, int& value) override { put(key, value); }
    void texts(const char* key, QStringList& values) override
    {
        put(key, QJsonArray::fromStringList(values));
    }
    void choice(const char* key, const QStringList& names, int& value) override
    {
        put(key, names.at(value));
    }
    void section(const char* key, bool& present,
                 const std::function<void(NodeFields&)>& fields) override
    {
        if (present) {
            FieldWriter own;
            fields(own);
            put(key, own.object);
        }
    }

    QJsonObject object;

private:
    void put(const char* key, const QJsonValue& value)
    {
        object.insert(QString::fromLatin1(key), value);
    }
};

std::optional<Error> readEnvironment(const QJsonArray& array, Node& node)
{
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QString prefix = QStringLiteral("environment[%1].").arg(i);
        if (!array.at(i).isObject()) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("an object was expected"),
                         prefix.chopped(1)};
        }
        FieldReader reader(array.at(i).toObject(), prefix);
        QString name;
        QString value;
        reader.text("name", name);
        reader.text("value", value);
        if (name.isEmpty()) {
            reader.fail("name", QStringLiteral("the name of a variable was expected"));
        }
        if (std::optional<Error> problem = reader.problem()) {
            return problem;
        }
        node.environment.append({name, value});
    }
    return std::nullopt;
}

} // namespace

QJsonObject nodeToJson(const Node& node)
{
    QJsonArray environment;
    for (const auto& [name, value] : node.environment) {
        if (!looksSecret(name)) {
            environment.append(
                QJsonObject{{QStringLiteral("name"), name}, {QStringLiteral("value"), value}});
        }
    }
    FieldWriter writer;
    writer.object = {{QStringLiteral("id"), node.id},
                     {QStringLiteral("name"), node.name},
                     {QStringLiteral("workspace"), node.workspace},
                     {QStringLiteral("environment"), environment}};
    Node copy = node;
    for (const NodeKind* kind : nodeKinds()) {
        kind->fields(writer, copy);
    }
    return writer.object;
}

Result<Node> nodeFromJson(const QJsonObject& object)
{
    Node node;
    FieldReader reader(object, {});
    reader.text("id", node.id);
    reader.text("name", node.name);
    reader.text("workspace", node.workspace);
    for (const NodeKind* kind : nodeKinds()) {
        kind->fields(reader, node);
    }
    const QJsonArray environment = reader.array("environment");
    if (node.id.isEmpty()) {
        reader.fail("id", QStringLiteral("an id was expected"));
    }
    std::optional<Error> problem = reader.problem();
    if (!problem) {
        problem = readEnvironment(environment, node);
    }
    if (problem) {
        return *problem;
    }
    const QStringList problems = nodeProblems(node);
    if (!problems.isEmpty()) {
        return Error{ErrorCode::ParseFailed, problems.constFirst(),
                     QStringLiteral("node %1").arg(node.id)};
    }
    return node;
}

Result<QVector<Node>> readNodeList(const QString& file)
{
    const Result<QByteArray> bytes = readFile(file, kListLimit);
    if (!bytes && bytes.error().code == ErrorCode::FileNotFound) {
        return QVector<Node>();
    }
    if (!bytes && bytes.error().code == ErrorCode::FileTooLarge) {
        return Error{ErrorCode::ParseFailed, QStringLiteral("it is too large for a list of nodes"),
                     file};
    }
    if (!bytes) {
        return bytes.error();
    }
    QJsonParseError problem = {};
    const QJsonDocument document = QJsonDocument::fromJson(*bytes, &problem);
    if (problem.error != QJsonParseError::NoError || !document.isObject()) {
        return Error{ErrorCode::ParseFailed, problem.errorString(), file};
    }
    const QJsonObject root = document.object();
    if (root.value(QStringLiteral("version")).toInt() != kListVersion ||
        !root.value(QStringLiteral("nodes")).isArray()) {
        return Error{ErrorCode::ParseFailed,
                     QStringLiteral("it is not a list of nodes of this version"),
                     file + QStringLiteral(": version")};
    }
    QVector<Node> nodes;
    QSet<QString> ids;
    const QJsonArray array = root.value(QStringLiteral("nodes")).toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QString place = QStringLiteral("%1: nodes[%2]").arg(file).arg(i);
        Result<Node> node = nodeFromJson(array.at(i).toObject());
        if (!node) {
            return Error{node.error().code, node.error().detail,
                         place + u'.' + node.error().object};
        }
        if (ids.contains(node->id)) {
            return Error{ErrorCode::ParseFailed, QStringLiteral("the id occurs twice"), place};
        }
        ids.insert(node->id);
        nodes.append(*std::move(node));
    }
    return nodes;
}

Result<void> writeNodeList(const QString& file, const QVector<Node>& nodes)
{
    QJsonArray array;
    for (const Node& node : nodes) {
        array.append(nodeToJson(node));
    }
    const QByteArray bytes = QJsonDocument(QJsonObject{{QStringLiteral("version"), kListVersion},
                                                       {QStringLiteral("nodes"), array}})
                                 .toJson();
    const QString folder = QFileInfo(file).absolutePath();
    if (!QFileInfo(folder).isDir()) {
        if (Result<void> made = makePrivateFolder(folder); !made) {
            return made;
        }
    }
    return writeFile(file, bytes, FileAccess::Private);
}

} // namespace rocport
