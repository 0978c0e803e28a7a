#pragma once

#include <QString>
#include <QStringList>

#include <functional>

namespace rocport {

/// Visits the settings of a kind of node, one call for each, to write them, to read them, or to
/// examine their texts. A kind names its fields once (NodeKind::fields), always in the same order;
/// values are read into, or taken from, the references passed.
class NodeFields
{
public:
    NodeFields() = default;
    NodeFields(const NodeFields&) = delete;
    NodeFields& operator=(const NodeFields&) = delete;
    virtual ~NodeFields() = default;

    /// `key` is the name in the file.
    virtual void text(const char* key, QString& value) = 0;
    virtual void flag(const char* key, bool& value) = 0;
    virtual void number(const char* key, int& value) = 0;
    virtual void texts(const char* key, QStringList& values) = 0;
    /// One of several; `value` is its index in `names`, which are spelled as in the file.
    virtual void choice(const char* key, const QStringList& names, int& value) = 0;
    /// Fields in an object of their own, which is written only if `present`. Reading sets
    /// `present`.
    virtual void section(const char* key, bool& present,
                         const std::function<void(NodeFields& own)>& fields) = 0;
};

/// Whether a regular expression matches all of a text, for checking settings.
bool isOfForm(const QString& text, const char* form);
/// Whether a text has line breaks, NUL or other control characters, which are not allowed in any
/// setting.
bool hasControl(const QString& text);

} // namespace rocport
