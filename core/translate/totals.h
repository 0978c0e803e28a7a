#pragma once

#include "core/translate/translate.h"

#include <QHash>
#include <QJsonObject>
#include <QMap>
#include <QStringList>

#include <array>

namespace rocport {

/// Totals over the translation of one file or many: what changed, and what is left for a person, by
/// library and by effort. A value; the totals of parts add up to the total of the whole.
class TranslateTotals
{
public:
    /// Totals of one library ("runtime", "blas", ..., "headers") or of all.
    struct Sum
    {
        int names = 0;        ///< different names in use
        int uses = 0;         ///< places
        int changed = 0;      ///< edits
        int unsupported = 0;  ///< places without counterpart
        int experimental = 0; ///< places that need experimental names, changed or not
        int deprecated = 0;   ///< places with names that CUDA or ROCm deprecated or removed
        /// Places left for a person, by Effort; Effort::None is for those without a note.
        std::array<int, 4> efforts = {};

        friend bool operator==(const Sum&, const Sum&) = default;
    };

    void add(const Translation& translation);
    void add(const TranslateTotals& other);

    [[nodiscard]] const QMap<QString, Sum>& libraries() const { return m_libraries; }
    [[nodiscard]] const Sum& all() const { return m_all; }
    /// Kernel launches that were rewritten.
    [[nodiscard]] int launches() const { return m_launches; }

    /// {"all": {...}, "libraries": [{"library": "blas", ...}], "launches": 0}
    [[nodiscard]] QJsonObject toJson() const;
    /// A sentence for a terminal ("12 names of 2 libraries; ..."), followed by one line for each
    /// library.
    [[nodiscard]] QStringList lines() const;

private:
    void addName(const QString& name, const QString& library);

    QMap<QString, Sum> m_libraries;
    QHash<QString, QString> m_names; ///< CUDA name to library: each counts once over all files
    Sum m_all;
    int m_launches = 0;
};

} // namespace rocport
