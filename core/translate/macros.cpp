#include "core/translate/macros.h"

#include "core/base/cancelscope.h"

#include <algorithm>

namespace rocport {

namespace {

constexpr int kMaxBody = 4096; // tokens, so that many calls in one long macro stay cheap

} // namespace

int MacroDefinition::parameter(std::string_view spelled) const
{
    const auto it = std::find(parameters.begin(), parameters.end(), spelled);
    return it == parameters.end() ? -1 : static_cast<int>(it - parameters.begin());
}

MacroTable::MacroTable(const TokenWalk& walk) : m_walk(walk)
{
    for (int i = 0; i < walk.count() && !isWorkCancelledAt(i); ++i) {
        if (walk.kind(i) != CTokenKind::Directive) {
            continue;
        }
        const int word = walk.next(i);
        const int name = word >= 0 && walk.is(word, "define") ? walk.next(word) : -1;
        if (name >= 0 && walk.isIdentifier(name)) {
            define(name);
        }
    }
    for (int i = 0; i < walk.count() && !isWorkCancelledAt(i); ++i) {
        if (!walk.isIdentifier(i)) {
            continue;
        }
        const auto it = m_macros.find(walk.text(i));
        if (it == m_macros.end() || it->second.name == i) {
            continue;
        }
        const int before = walk.previous(i);
        if (before < 0 || !walk.token(i).inDirective || !walk.is(before, "define")) {
            it->second.uses.push_back(i);
        }
    }
}

void MacroTable::define(int name)
{
    MacroDefinition macro;
    macro.name = name;
    int i = m_walk.next(name);
    if (i >= 0 && m_walk.is(i, "(") && m_walk.token(i).begin == m_walk.token(name).end) {
        macro.isFunction = true;
        for (i = m_walk.next(i); i >= 0 && !m_walk.is(i, ")"); i = m_walk.next(i)) {
            if (m_walk.isIdentifier(i)) {
                macro.parameters.push_back(m_walk.text(i));
            }
        }
        i = i < 0 ? -1 : m_walk.next(i);
    }
    macro.bodyBegin = i;
    for (; i >= 0; i = m_walk.next(i)) {
        macro.bodyEnd = i;
    }
    m_macros[m_walk.text(name)] = std::move(macro);
}

const MacroDefinition* MacroTable::find(std::string_view name) const
{
    const auto it = m_macros.find(name);
    return it == m_macros.end() ? nullptr : &it->second;
}

const MacroDefinition* MacroTable::around(int i) const
{
    int first = i;
    int steps = 0;
    for (int before = i; before >= 0; before = m_walk.previous(before)) {
        first = before;
        if (++steps > kMaxBody) {
            return nullptr;
        }
    }
    const int name = m_walk.next(m_walk.next(first));
    const MacroDefinition* const macro =
        name >= 0 && m_walk.isIdentifier(name) ? find(m_walk.text(name)) : nullptr;
    return macro && macro->name == name ? macro : nullptr;
}

} // namespace rocport
