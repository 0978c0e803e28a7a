#pragma once

#include "core/rules/packs/rulekeys.h"
#include "core/rules/packs/rulepack.h"
#include "core/text/bytes.h"
#include "core/text/tomlsource.h"

#include <optional>
#include <string_view>

namespace rocport {

/// A TOML value as a QVariant; dates become invalid.
QVariant toVariant(const toml::node& node);

/// How large a pack other than the program's own may be.
struct PackLimits
{
    static constexpr qsizetype kPackBytes = 1024 * 1024;
    static constexpr qsizetype kRules = 500;
    static constexpr qsizetype kPatterns = 5000; ///< of one rule
    static constexpr qsizetype kPatternLength = 500;
    static constexpr qsizetype kQueryBytes = 16 * 1024;
    static constexpr qsizetype kTextLength = 16 * 1024; ///< of a message, reason, note, replacement
    static constexpr qsizetype kWords = 100;            ///< of one rule
    static constexpr qsizetype kWordLength = 100;
    static constexpr qsizetype kSamples = 200; ///< of one rule
    static constexpr qsizetype kSampleBytes = 64 * 1024;
};

/// Reads one [[rule]] table. The first problem makes the rule unusable; all of them are reported.
/// Used by parseRulePack() only.
class RuleReader
{
public:
    /// \a lines: the pack's text by line.
    RuleReader(const toml::table& table, const PackText& pack, const QList<QByteArray>& lines,
               QVector<Error>& problems)
        : m_table(table), m_pack(pack), m_lines(lines), m_problems(problems)
    {
    }

    std::optional<Rule> read();

private:
    void problemAt(int line, const QString& detail);
    void problem(const toml::node& at, const QString& detail)
    {
        problemAt(static_cast<int>(at.source().begin.line), detail);
    }
    [[nodiscard]] bool isLimited() const { return m_pack.origin != PackOrigin::BuiltIn; }
    QString text(const char* key, bool required);
    QStringList texts(const char* key, bool required);
    void checkKeys(const toml::table& table, PackTable known, const QString& where);
    [[nodiscard]] int textLine(const toml::node& text) const;
    void checkWords(const toml::table& match);
    void readPlace(Rule& rule);
    void readVersions(Rule& rule);
    void readReference(Rule& rule);
    void readMatch(Rule& rule);
    void readPatterns(const toml::table& match);
    void checkPattern(const toml::node& at, const QString& pattern, const QString& replacement);
    void readProbe(const toml::table& match);
    void readNotes(const toml::table& match);
    void readQuery(const toml::table& match, Rule& rule);
    void readFix(Rule& rule);
    void readSamples(Rule& rule);
    void readSample(const toml::table& table, Rule& rule);

    const toml::table& m_table;
    const PackText& m_pack;
    const QList<QByteArray>& m_lines;
    QVector<Error>& m_problems;
    QString m_id;
    bool m_good = true;
};

} // namespace rocport
