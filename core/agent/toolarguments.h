#pragma once

#include "core/base/result.h"
#include "core/base/words.h"

#include <QJsonArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace rocport {

/// The folders beneath which an agent may name files.
class AgentRoots
{
public:
    AgentRoots() = default;
    /// Errors: FileNotFound for one that is not a folder.
    static Result<AgentRoots> of(const QStringList& folders);

    /// The absolute path of a file or folder that exists, links resolved; empty: the first root.
    /// Relative ones are below the first. Where a link or ".." leads outside it is refused alike,
    /// whatever is there. Errors: FileNotFound, PathOutsideRepository.
    [[nodiscard]] Result<QString> path(const QString& name) const;
    [[nodiscard]] const QStringList& folders() const { return m_folders; }

private:
    /// Whether a path without links is a root or below one.
    [[nodiscard]] bool holds(const QString& path) const;

    QStringList m_folders; ///< canonical
};

/// What is wrong with a value for a schema, as a sentence that names the member; empty: nothing.
/// Of JSON Schema it knows type, properties, required, enum, items, minimum, maximum, maxLength and
/// maxItems; objects with properties have no others. Texts need an enum or a maxLength, and arrays
/// maxItems: without, nothing fits but what is empty.
QString schemaFault(const QJsonValue& value, const QJsonObject& schema, const QString& name = {});

/// The arguments of a call, which fit the tool's schema.
class ToolArguments
{
public:
    ToolArguments() = default;
    explicit ToolArguments(QJsonObject arguments) : m_arguments(std::move(arguments)) {}

    [[nodiscard]] bool has(QStringView name) const { return m_arguments.contains(name); }
    [[nodiscard]] QJsonValue value(QStringView name) const { return m_arguments.value(name); }
    [[nodiscard]] QString text(QStringView name) const
    {
        return m_arguments.value(name).toString();
    }
    [[nodiscard]] QStringList texts(QStringView name) const;
    [[nodiscard]] int number(QStringView name, int otherwise) const
    {
        return m_arguments.value(name).toInt(otherwise);
    }
    [[nodiscard]] bool flag(QStringView name) const { return m_arguments.value(name).toBool(); }
    /// The target that the arguments of withFolder() describe. Errors: InvalidArgument.
    [[nodiscard]] Result<TargetSettings> target() const;

private:
    QJsonObject m_arguments;
};

/// Schemas of members.
QJsonObject textSchema(const QString& description, qsizetype longest = 4096);
QJsonObject choiceSchema(const QString& description, const QStringList& values);
QJsonObject numberSchema(const QString& description, int least, int most);
QJsonObject flagSchema(const QString& description);
QJsonObject textsSchema(const QString& description, int most = 200);
/// A list of some of `values`.
QJsonObject choicesSchema(const QString& description, const QStringList& values);
QJsonObject objectSchema(const QJsonObject& properties, const QStringList& required = {});
/// `own` and the members that describe the folder and the target of a port.
QJsonObject withFolder(QJsonObject own);
/// `own` and the members "limit" and "cursor" of a list in pages.
QJsonObject withPages(QJsonObject own);

/// A result that may have any members besides these, which it always has: names and types.
QJsonObject resultSchema(const QJsonObject& types);

/// The number in a cursor; 0: it is not given. Errors: InvalidArgument for one that no earlier page
/// gave.
Result<qsizetype> cursorOf(const QJsonValue& cursor);

/// Cuts a list into pages. What a page may hold is bounded in number and in bytes.
class Pages
{
public:
    /// Errors: InvalidArgument for a cursor that no earlier page gave.
    static Result<Pages> of(const ToolArguments& arguments);

    /// Counts an item and keeps it where it belongs to the page; `make` is called for these alone.
    template <typename Make>
    void add(Make make)
    {
        if (wants()) {
            keep(make());
        }
        ++m_total;
    }
    /// Adds the items under `name`, their "total", and where some are left "leftOut" and
    /// "nextCursor".
    void addTo(QJsonObject& result, const QString& name) const;

private:
    [[nodiscard]] bool wants() const;
    void keep(const QJsonValue& item);

    qsizetype m_from = 0;
    qsizetype m_limit = 0;
    qsizetype m_total = 0;
    qsizetype m_bytes = 0;
    bool m_isFull = false;
    QJsonArray m_items;
};

/// Adds the part of a text, UTF-8, that the argument "cursor" asks for under `name`, cut after a
/// line where that can be; "bytes" of all of it, and where some is left "leftOut" bytes and
/// "nextCursor". The parts put together are the text. Errors: InvalidArgument for a cursor that no
/// earlier part gave.
Result<void> addPart(QJsonObject& result, const QString& name, const QByteArray& text,
                     const ToolArguments& arguments);

} // namespace rocport
