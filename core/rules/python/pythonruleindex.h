#pragma once

#include "core/rules/python/treesitterquery.h"
#include "core/rules/rule.h"
#include "core/text/wordfinder.h"

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocport {

/// What the rules over Python need once for all files: their compiled queries, and the words
/// without which a rule finds nothing, so that most files need no tree. Immutable once made, except
/// for the program's own queries, which are compiled when they are first needed.
class PythonRuleIndex
{
public:
    /// `problems` gets queries that do not compile: RulePackInvalid, object = file:line of the
    /// rule.
    PythonRuleIndex(const QVector<Rule>& rules, QVector<Error>& problems);

    /// Of `rules`, those that may find something in `text`.
    [[nodiscard]] QVector<const Rule*> candidates(const QVector<const Rule*>& rules,
                                                  std::string_view text) const;
    /// The query of a rule of kind tree-sitter; null when it is wrong. From any thread.
    [[nodiscard]] const TreeSitterQuery* query(const Rule& rule) const;
    /// Where `text` has the words of a rule of the program, in any case: what its query finds
    /// contains one of them (tst_pythonrules). Nothing: it may find something anywhere.
    [[nodiscard]] std::optional<std::vector<quint32>> places(const Rule& rule,
                                                             std::string_view text) const;

private:
    /// A query of the program: compiling all of them takes longer than most commands.
    struct Later
    {
        std::once_flag once;
        QByteArray text;
        std::shared_ptr<const TreeSitterQuery> query;
    };
    struct Entry
    {
        bool always = false;              ///< no words are known for it
        std::vector<size_t> words;        ///< indices
        std::vector<std::string> lowered; ///< the same in small letters, of the program's queries
        std::shared_ptr<const TreeSitterQuery> query;
        std::shared_ptr<Later> later; ///< in place of `query`
    };
    QHash<QString, Entry> m_entries; ///< by rule id
    WordFinder m_finder;
};

} // namespace rocport
