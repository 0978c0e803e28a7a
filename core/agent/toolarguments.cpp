#include "core/agent/toolarguments.h"

#include "core/project/port/targetwords.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <optional>
#include <system_error>

namespace rocport {

namespace {

constexpr qsizetype kUsualPage = 50;
constexpr qsizetype kLargestPage = 200;
constexpr qsizetype kMostPageBytes = 128 * 1024;
constexpr qsizetype kMostPartBytes = 96 * 1024;

constexpr int kMostLinks = 40;

/// Whether `path` is `folder` or below it.
bool isBelow(const QString& folder, const QString& path)
{
    return folder == u"/" || path == folder || path.startsWith(folder + u'/');
}

/// What a link holds, as it is written; nothing: it is no link.
std::optional<QString> linkText(const QString& path)
{
    std::error_code fault;
    const auto text = std::filesystem::read_symlink(QFile::encodeName(path).toStdString(), fault);
    return fault ? std::nullopt
                 : std::optional(QFile::decodeName(QByteArray::fromStdString(text.string())));
}

/// Puts the parts of `path` before those that are left, of which the next is the last.
void pushParts(QStringList& left, const QString& path)
{
    const QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    std::copy(parts.rbegin(), parts.rend(), std::back_inserter(left));
}

bool fitsType(const QJsonValue& value, const QString& type)
{
    return (type == u"string" && value.isString()) || (type == u"boolean" && value.isBool()) ||
           (type == u"object" && value.isObject()) || (type == u"array" && value.isArray()) ||
           (type == u"number" && value.isDouble()) ||
           (type == u"integer" && value.isDouble() &&
            std::floor(value.toDouble()) == value.toDouble());
}

QString objectFault(const QJsonObject& object, const QJsonObject& schema, const QString& name)
{
    const QJsonObject properties = schema.value(u"properties").toObject();
    const QJsonArray required = schema.value(u"required").toArray();
    for (const QJsonValue one : required) {
        if (!object.contains(one.toString())) {
            return QStringLiteral("The argument \"%1\" is missing.").arg(one.toString());
        }
    }
    for (auto it = object.begin(); it != object.end(); ++it) {
        if (!properties.contains(it.key())) {
            return QStringLiteral("There is no argument \"%1\"; there are %2.")
                .arg(it.key().left(100), properties.keys().join(QStringLiteral(", ")));
        }
        QString fault = schemaFault(it.value(), properties.value(it.key()).toObject(),
                                    name.isEmpty() ? it.key() : name + u'.' + it.key());
        if (!fault.isEmpty()) {
            return fault;
        }
    }
    return {};
}

QString rangeFault(double value, const QJsonObject& schema, const QString& name)
{
    const double least = schema.value(u"minimum").toDouble(value);
    const double most = schema.value(u"maximum").toDouble(value);
    return value < least || value > most
               ? QStringLiteral("The argument \"%1\" must be from %2 to %3.")
                     .arg(name, QString::number(least), QString::number(most))
               : QString();
}

} // namespace

Result<AgentRoots> AgentRoots::of(const QStringList& folders)
{
    AgentRoots roots;
    for (const QString& folder : folders) {
        const QFileInfo info(folder);
        const QString canonical = info.canonicalFilePath();
        if (canonical.isEmpty() || !info.isDir()) {
            return Error{ErrorCode::FileNotFound, QStringLiteral("not a folder"), folder};
        }
        roots.m_folders.append(canonical);
    }
    return roots;
}

bool AgentRoots::holds(const QString& path) const
{
    return std::any_of(m_folders.begin(), m_folders.end(),
                       [&](const QString& folder) { return isBelow(folder, path); });
}

/// Part by part, so that it is seen where the path leaves the roots. The folders around a root are
/// known to be there. Elsewhere links are followed, as to a root by another name, but nothing is
/// told of what is missing, and no ".." leads back.
Result<QString> AgentRoots::path(const QString& name) const
{
    const Error outside{ErrorCode::PathOutsideRepository,
                        QStringLiteral("outside the folders that this server was started for"),
                        name};
    const auto isAround = [this](const QString& path) {
        return std::any_of(m_folders.begin(), m_folders.end(), [&](const QString& folder) {
            return path.isEmpty() || isBelow(path, folder);
        });
    };
    QString real = name.startsWith(u'/') ? QString() : m_folders.value(0);
    QStringList left;
    pushParts(left, name);
    int links = 0;
    while (!left.isEmpty()) {
        const QString part = left.takeLast();
        const QString next = real == u"/" ? u'/' + part : real + u'/' + part;
        const bool isInside = holds(real);
        if (part.contains(QChar(0)) || (!real.isEmpty() && !QFileInfo(real).isDir())) {
            return isInside ? Error{ErrorCode::FileNotFound, {}, name} : outside;
        }
        if (part == u".") {
            continue;
        }
        if (part == u"..") {
            if (!isInside && !isAround(real)) {
                return outside;
            }
            real = real.section(u'/', 0, -2);
            continue;
        }
        const auto link = isInside ? linkText(next) : std::nullopt;
        if (link) {
            if (++links > kMostLinks) {
                return Error{ErrorCode::FileNotFound, QStringLiteral("too many links"), name};
            }
            real = link->startsWith(u'/') ? QString() : real;
            pushParts(left, *link);
            continue;
        }
        const QString canonical = QFileInfo(next).canonicalFilePath();
        if (canonical.isEmpty()) {
            return isInside ? Error{ErrorCode::FileNotFound, {}, name} : outside;
        }
        real = canonical;
    }
    if (real.isEmpty()) {
        real = QStringLiteral("/");
    }
    return holds(real) ? Result<QString>(real) : Result<QString>(outside);
}

QString schemaFault(const QJsonValue& value, const QJsonObject& schema, const QString& name)
{
    const QString type = schema.value(u"type").toString();
    if (!fitsType(value, type)) {
        return name.isEmpty()
                   ? QStringLiteral("The arguments must be an object.")
                   : QStringLiteral("The argument \"%1\" must be of type %2.").arg(name, type);
    }
    const QJsonArray choices = schema.value(u"enum").toArray();
    if (!choices.isEmpty() && !choices.contains(value)) {
        QStringList words;
        for (const QJsonValue choice : choices) {
            words.append(choice.toVariant().toString());
        }
        return QStringLiteral("The argument \"%1\" must be one of %2.")
            .arg(name, words.join(QStringLiteral(", ")));
    }
    if (value.isDouble()) {
        return rangeFault(value.toDouble(), schema, name);
    }
    if (value.isString() && choices.isEmpty() &&
        value.toString().size() > schema.value(u"maxLength").toInt()) {
        return QStringLiteral("The argument \"%1\" has more than %2 characters.")
            .arg(name)
            .arg(schema.value(u"maxLength").toInt());
    }
    if (value.isArray()) {
        const QJsonArray items = value.toArray();
        if (items.size() > schema.value(u"maxItems").toInt()) {
            return QStringLiteral("The argument \"%1\" has more than %2 items.")
                .arg(name)
                .arg(schema.value(u"maxItems").toInt());
        }
        for (const QJsonValue item : items) {
            QString fault = schemaFault(item, schema.value(u"items").toObject(), name);
            if (!fault.isEmpty()) {
                return fault;
            }
        }
    }
    return value.isObject() ? objectFault(value.toObject(), schema, name) : QString();
}

QStringList ToolArguments::texts(QStringView name) const
{
    QStringList texts;
    const QJsonArray list = m_arguments.value(name).toArray();
    for (const QJsonValue value : list) {
        texts.append(value.toString());
    }
    return texts;
}

Result<TargetSettings> ToolArguments::target() const
{
    QHash<QString, QString> words;
    for (const char* name : {"rocm", "torch", "macro", "profile", "strategy"}) {
        const QString key = QString::fromLatin1(name);
        if (has(key)) {
            words.insert(key, text(key));
        }
    }
    const auto add = [&](const char16_t* argument, const char* word, const QString& value) {
        if (has(QStringView(argument))) {
            words.insert(QString::fromLatin1(word), value);
        }
    };
    add(u"flag_module", "flag-module", text(u"flag_module"));
    add(u"compat_folder", "compat-folder", text(u"compat_folder"));
    add(u"architectures", "arch", texts(u"architectures").join(u','));
    add(u"without_rules", "without", texts(u"without_rules").join(u','));
    return targetFromWords(words, QString());
}

QJsonObject textSchema(const QString& description, qsizetype longest)
{
    return {{QStringLiteral("type"), QStringLiteral("string")},
            {QStringLiteral("description"), description},
            {QStringLiteral("maxLength"), longest}};
}

QJsonObject choiceSchema(const QString& description, const QStringList& values)
{
    return {{QStringLiteral("type"), QStringLiteral("string")},
            {QStringLiteral("description"), description},
            {QStringLiteral("enum"), QJsonArray::fromStringList(values)}};
}

QJsonObject numberSchema(const QString& description, int least, int most)
{
    return {{QStringLiteral("type"), QStringLiteral("integer")},
            {QStringLiteral("description"), description},
            {QStringLiteral("minimum"), least},
            {QStringLiteral("maximum"), most}};
}

QJsonObject flagSchema(const QString& description)
{
    return {{QStringLiteral("type"), QStringLiteral("boolean")},
            {QStringLiteral("description"), description}};
}

QJsonObject textsSchema(const QString& description, int most)
{
    return {
        {QStringLiteral("type"), QStringLiteral("array")},
        {QStringLiteral("description"), description},
        {QStringLiteral("maxItems"), most},
        {QStringLiteral("items"), QJsonObject{{QStringLiteral("type"), QStringLiteral("string")},
                                              {QStringLiteral("maxLength"), 4096}}}};
}

QJsonObject choicesSchema(const QString& description, const QStringList& values)
{
    return {{QStringLiteral("type"), QStringLiteral("array")},
            {QStringLiteral("description"), description},
            {QStringLiteral("maxItems"), values.size()},
            {QStringLiteral("items"),
             QJsonObject{{QStringLiteral("type"), QStringLiteral("string")},
                         {QStringLiteral("enum"), QJsonArray::fromStringList(values)}}}};
}

QJsonObject objectSchema(const QJsonObject& properties, const QStringList& required)
{
    QJsonObject schema{{QStringLiteral("type"), QStringLiteral("object")},
                       {QStringLiteral("properties"), properties},
                       {QStringLiteral("additionalProperties"), false}};
    if (!required.isEmpty()) {
        schema.insert(QStringLiteral("required"), QJsonArray::fromStringList(required));
    }
    return schema;
}

QJsonObject withFolder(QJsonObject own)
{
    const auto add = [&own](const char* name, const QJsonObject& schema) {
        own.insert(QString::fromLatin1(name), schema);
    };
    add("folder", textSchema(QStringLiteral(
                      "Folder of the code base, below a root of the server; default: its first "
                      "root. Files are read as they are, with what is not committed.")));
    add("rocm", textSchema(QStringLiteral("ROCm release of the port, such as 6.4."), 40));
    add("torch", textSchema(QStringLiteral("PyTorch release of the port, such as 2.7."), 40));
    add("architectures", textsSchema(QStringLiteral("GPU architectures: gfx942, gfx1100."), 20));
    add("macro", textSchema(QStringLiteral("C/C++ macro that guards ROCm code; default: the one "
                                           "that the project has, else USE_ROCM."),
                            128));
    add("strategy", choiceSchema(QStringLiteral("How C/C++ is ported; default: chosen from the "
                                                "build files."),
                                 {QStringLiteral("shim-headers"), QStringLiteral("compat-header"),
                                  QStringLiteral("sibling"), QStringLiteral("torch-extension"),
                                  QStringLiteral("in-place")}));
    add("compat_folder", textSchema(QStringLiteral("Folder of headers for shim-headers."), 512));
    add("profile", choiceSchema(QStringLiteral("Inductor settings for ROCm."),
                                {QStringLiteral("safe"), QStringLiteral("tuned-inference")}));
    add("flag_module", textSchema(QStringLiteral("Python module that defines is_rocm."), 512));
    add("without_rules", textsSchema(QStringLiteral("Ids of rules to leave out.")));
    return own;
}

QJsonObject withPages(QJsonObject own)
{
    own.insert(QStringLiteral("limit"),
               numberSchema(QStringLiteral("Items of a page; default: 50."), 1, kLargestPage));
    own.insert(QStringLiteral("cursor"),
               textSchema(QStringLiteral("\"nextCursor\" of the page before, with the same other "
                                         "arguments."),
                          20));
    return own;
}

QJsonObject resultSchema(const QJsonObject& types)
{
    QJsonObject properties;
    for (auto it = types.begin(); it != types.end(); ++it) {
        properties.insert(it.key(), QJsonObject{{QStringLiteral("type"), it.value()}});
    }
    return {{QStringLiteral("type"), QStringLiteral("object")},
            {QStringLiteral("properties"), properties},
            {QStringLiteral("required"), QJsonArray::fromStringList(types.keys())}};
}

Result<qsizetype> cursorOf(const QJsonValue& cursor)
{
    bool isNumber = true;
    const qsizetype from = cursor.isUndefined() ? 0 : cursor.toString().toInt(&isNumber);
    if (!isNumber || from < 0) {
        return Error{ErrorCode::InvalidArgument,
                     QStringLiteral("cursor must be the nextCursor of an earlier page"),
                     cursor.toString().left(100)};
    }
    return from;
}

namespace {

/// How much of a part is given where more follows: whole lines, or at least whole characters.
qsizetype wholeLines(const QByteArray& part)
{
    const qsizetype lines = part.lastIndexOf('\n') + 1;
    if (lines > 0) {
        return lines;
    }
    qsizetype end = part.size() - 1;
    while (end > 0 && (static_cast<uchar>(part[end]) & 0xc0U) == 0x80U) {
        --end;
    }
    return std::max<qsizetype>(end, 1);
}

} // namespace

Result<void> addPart(QJsonObject& result, const QString& name, const QByteArray& text,
                     const ToolArguments& arguments)
{
    const auto from = cursorOf(arguments.value(u"cursor"));
    if (!from) {
        return from.error();
    }
    const QByteArray part = text.mid(*from, kMostPartBytes);
    const bool isRest = *from + part.size() >= text.size();
    const qsizetype taken = isRest ? part.size() : wholeLines(part);
    result.insert(name, QString::fromUtf8(part.first(taken)));
    result.insert(QStringLiteral("bytes"), text.size());
    if (!isRest) {
        result.insert(QStringLiteral("leftOut"), text.size() - *from - taken);
        result.insert(QStringLiteral("nextCursor"), QString::number(*from + taken));
    }
    return {};
}

Result<Pages> Pages::of(const ToolArguments& arguments)
{
    const auto from = cursorOf(arguments.value(u"cursor"));
    if (!from) {
        return from.error();
    }
    Pages pages;
    pages.m_from = *from;
    pages.m_limit = arguments.number(u"limit", int(kUsualPage));
    return pages;
}

bool Pages::wants() const
{
    return !m_isFull && m_total >= m_from && m_items.size() < m_limit;
}

void Pages::keep(const QJsonValue& item)
{
    const qsizetype size = QJsonDocument(QJsonArray{item}).toJson(QJsonDocument::Compact).size();
    m_isFull = !m_items.isEmpty() && m_bytes + size > kMostPageBytes;
    if (!m_isFull) {
        m_bytes += size;
        m_items.append(item);
    }
}

void Pages::addTo(QJsonObject& result, const QString& name) const
{
    result.insert(name, m_items);
    result.insert(QStringLiteral("total"), m_total);
    const qsizetype next = m_from + m_items.size();
    if (next < m_total) {
        result.insert(QStringLiteral("leftOut"), m_total - next);
        result.insert(QStringLiteral("nextCursor"), QString::number(next));
    }
}

} // namespace rocport
