#pragma once

#include <QByteArray>
#include <QByteArrayList>

#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// Reads from the lines of a Python file, handed over in order, on which names it stops on purpose:
/// those of an `assert`, and of conditions whose branch raises or exits. Linear; bounded.
class ModuleStops
{
public:
    /// A line without comments, texts in strings and blanks around it, and how far it is indented.
    void read(size_t indent, std::string_view code);
    /// As in ModuleSummary::stops.
    [[nodiscard]] QByteArrayList names() const;

private:
    struct Branch
    {
        size_t indent = 0;
        std::string condition; ///< of this branch; of all before, where it is an `else`
        bool isElse = false;
        bool isRead = false; ///< its condition is among the names
        std::string before;  ///< the conditions before an `elif` or `else`
    };
    void addCondition(std::string_view condition, bool stopsWhenTrue);
    void addBranch();
    void readHead(size_t indent, std::string_view code);
    void readAssert(size_t indent, std::string_view code);

    std::vector<Branch> m_branches; ///< around the line, outermost first
    std::string m_open;             ///< a head that goes on over lines
    size_t m_openIndent = 0;
    QByteArrayList m_names;
};

} // namespace rocport
