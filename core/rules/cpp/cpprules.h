#pragma once

#include "core/rules/cpp/cpptranslate.h"

#include <QHash>

#include <vector>

namespace rocport {

struct CppBuiltin;

/// The rules that apply to a file of C or C++, sorted by what finds their places.
class CppRules
{
public:
    /// Those among `rules` that hold for the strategy; all outlive this.
    CppRules(const QVector<const Rule*>& rules, Strategy strategy);

    /// Rules with kind = "api-table".
    [[nodiscard]] const ApiRules& api() const { return m_api; }
    /// Rules with kind = "token-pattern".
    [[nodiscard]] const QVector<const Rule*>& patterns() const { return m_patterns; }
    /// The rule that names an analysis, the last one if several do; null: none.
    [[nodiscard]] const Rule* of(const CppBuiltin& builtin) const;
    [[nodiscard]] const Rule* named(QStringView builtin) const;
    /// All rules that name one, in their order.
    [[nodiscard]] QVector<const Rule*> allNamed(QStringView builtin) const;

private:
    void addTable(const Rule& rule);

    ApiRules m_api;
    QVector<const Rule*> m_patterns;
    QVector<const Rule*> m_builtins;
    std::vector<const Rule*> m_rows; ///< by row of cppBuiltins()
};

} // namespace rocport
