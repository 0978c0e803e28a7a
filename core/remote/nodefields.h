#pragma once

#include <QString>
#include <QStringList>

#include <functional>

namespace rocport {

/// Visits the settings of a kind of node, one call for each: to write them, to read them, or to
/// look at their texts. A kind names its fields once (NodeKind::fields), and in the same order
/// always; its values are read into what is handed over, or taken from there.
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
    /// One of several; `value` is its place among `names`, which are as in the file.
    virtual void choice(const char* key, const QStringList& names, int& value) = 0;
    /// Fields in an object of their own, which is written only where it is `present`. Reading says
    /// whether there was one.
    virtual void section(const char* key, bool& present,
                         const std::function<void(NodeFields& own)>& fields) = 0;
};

/// A regular expression over all of a text, for the checks of settings.
bool isOfForm(const QString& text, const char* form);
/// Line breaks, NUL and other control characters, which have no place in any setting.
bool hasControl(const QString& text);

} // namespace rocport
