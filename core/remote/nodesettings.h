#pragma once

#include <map>
#include <memory>
#include <typeindex>

namespace rocport {

/// Settings of a node, by type: each kind of node (nodekinds.h) keeps its own in a struct that
/// nobody else has to know. A value type; a struct that was never set has its defaults.
class NodeSettings
{
public:
    NodeSettings() = default;
    NodeSettings(const NodeSettings& other)
    {
        for (const auto& [type, held] : other.m_held) {
            m_held.emplace(type, held->copy());
        }
    }
    NodeSettings(NodeSettings&&) noexcept = default;
    NodeSettings& operator=(const NodeSettings& other)
    {
        NodeSettings fresh(other);
        m_held.swap(fresh.m_held);
        return *this;
    }
    NodeSettings& operator=(NodeSettings&&) noexcept = default;
    ~NodeSettings() = default;

    /// `Settings` is copyable, comparable and default-constructible.
    template <typename Settings>
    [[nodiscard]] const Settings& of() const
    {
        static const Settings unset;
        const auto found = m_held.find(typeid(Settings));
        return found == m_held.end() ? unset
                                     : static_cast<const Of<Settings>&>(*found->second).value;
    }
    template <typename Settings>
    [[nodiscard]] Settings& of()
    {
        std::unique_ptr<Held>& held = m_held[typeid(Settings)];
        if (!held) {
            held = std::make_unique<Of<Settings>>();
        }
        return static_cast<Of<Settings>&>(*held).value;
    }

    friend bool operator==(const NodeSettings& a, const NodeSettings& b)
    {
        return a.isIn(b) && b.isIn(a);
    }

private:
    struct Held
    {
        Held() = default;
        Held(const Held&) = default;
        Held& operator=(const Held&) = delete;
        virtual ~Held() = default;
        [[nodiscard]] virtual std::unique_ptr<Held> copy() const = 0;
        /// Whether `settings` has an equal value; a missing one counts as the default.
        [[nodiscard]] virtual bool isSameIn(const NodeSettings& settings) const = 0;
    };
    template <typename Settings>
    struct Of final : Held
    {
        Settings value;
        [[nodiscard]] std::unique_ptr<Held> copy() const override
        {
            return std::make_unique<Of>(*this);
        }
        [[nodiscard]] bool isSameIn(const NodeSettings& settings) const override
        {
            return settings.of<Settings>() == value;
        }
    };
    [[nodiscard]] bool isIn(const NodeSettings& other) const
    {
        for (const auto& [type, held] : m_held) {
            if (!held->isSameIn(other)) {
                return false;
            }
        }
        return true;
    }

    std::map<std::type_index, std::unique_ptr<Held>> m_held;
};

} // namespace rocport
