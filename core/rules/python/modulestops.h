#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// Determines from the lines of a Python file, passed in order, on which names it stops on purpose:
/// those in an `assert`, and in conditions whose branch raises or exits. Linear; bounded.
class ModuleStops
{
public:
    /// Takes a line without comments, the content of strings and surrounding blanks, and its
    /// indentation.
    void read(size_t indent, std::string_view code);
    /// See ModuleSummary::stops.
    [[nodiscard]] QByteArrayList names() const;

private:
    struct Branch
    {
        size_t indent = 0;
        std::string condition; ///< of this branch; for an `else`, of all before
        bool isElse = false;
        bool isRead = false; ///< its condition is among the names
        std::string before;  ///< the conditions before an `elif` or `else`
    };
    void addCondition(std::string_view condition, bool stopsWhenTrue);
    void addBranch();
    void readHead(size_t indent, std::string_view code);
    void readAssert(size_t indent, std::string_view code);

    std::vector<Branch> m_branches; ///< around the line, outermost first
    std::string m_open;             ///< a head that continues over several lines
    size_t m_openIndent = 0;
    QByteArrayList m_names;
};

} // namespace rocport
