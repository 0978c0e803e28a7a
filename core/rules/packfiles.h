#pragma once

#include "core/rules/rule.h"

namespace rocport {

/// Where packs besides the program's own come from. A value.
struct PackPlaces
{
    QString projectRoot; ///< root of the repository; empty: no project
    QString userFolder;  ///< folder of the user's packs; empty: none
    friend bool operator==(const PackPlaces&, const PackPlaces&) = default;
};

/// What was read from them.
struct PackTexts
{
    QVector<PackText> packs;
    QVector<Error> problems; ///< RulePackInvalid: files that cannot be read
};

/// `.rocport/rules` below `root`; empty for an empty root.
QString projectRuleFolder(const QString& root);
/// `rocport/rules` in the user's configuration folder (~/.config).
QString userRuleFolder();
/// The nearest folder from `folder` upwards that holds `.git`; `folder` itself where there is none.
QString projectRootOf(const QString& folder);

/// Reads the packs `*.toml` of the project and then of the user, each by name. At most 64 of each
/// and 1 MiB a pack; a project's packs must be files inside of the repository.
PackTexts readPacks(const PackPlaces& places);

/// All rules: the program's, the project's, the user's; a later rule of the same id replaces an
/// earlier one. What the window and every command load.
RuleSet::LoadResult loadRules(const PackPlaces& places);

/// A pack with one rule and comments that passes checkPack(); for "New pack".
QByteArray packTemplate();

} // namespace rocport
