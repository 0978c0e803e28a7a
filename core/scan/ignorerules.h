#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QHash>

#include <bitset>
#include <optional>
#include <string_view>
#include <vector>

namespace rocport {

/// A pattern of a .gitignore file, matched as git 2.43's wildmatch() with WM_PATHNAME does
/// (gitignore(5)), in time proportional to path times pattern at most: nothing is tried twice.
class IgnorePattern
{
public:
    /// One line without its newline; nothing for comments, empty lines and patterns that git never
    /// matches (an unclosed bracket, a backslash at the end).
    static std::optional<IgnorePattern> parse(QByteArrayView line, bool ignoreCase = false);

    /// \a path is relative to the folder of the file that holds the pattern. Adds the comparisons
    /// it made to \a work.
    [[nodiscard]] bool matches(std::string_view path, bool isFolder, qint64& work) const;
    [[nodiscard]] bool isNegated() const { return m_negated; }
    [[nodiscard]] bool onlyFolders() const { return m_onlyFolders; }
    /// The pattern itself if it is a name without wildcards and slashes; else empty.
    [[nodiscard]] const QByteArray& plainName() const { return m_plainName; }

private:
    struct Token
    {
        enum class Kind : quint8 { Letter, Any, Star, Class } kind = Kind::Letter;
        char letter = 0;
        quint32 set = 0; ///< index into m_sets
    };
    struct Segment
    {
        bool anyFolders = false; ///< "**" between slashes
        std::vector<Token> tokens;
    };

    bool readTokens(QByteArrayView text);
    bool readClass(QByteArrayView text, qsizetype& at);
    void findPlainName();
    [[nodiscard]] bool takes(const Token& token, char c) const;
    [[nodiscard]] bool matchesSegment(const Segment& segment, std::string_view name,
                                      qint64& work) const;
    [[nodiscard]] bool matchesPath(const std::vector<std::string_view>& names, qint64& work) const;

    bool m_negated = false;
    bool m_onlyFolders = false;
    bool m_anywhere = false; ///< no slash: only the name is matched
    bool m_ignoreCase = false;
    QByteArray m_plainName;
    std::vector<Segment> m_segments;
    std::vector<std::bitset<256>> m_sets;
};

/// The patterns of one file; the last one that matches decides.
class IgnoreFile
{
public:
    enum class Answer : quint8 { Unsaid, Ignored, Kept };

    IgnoreFile() = default;
    explicit IgnoreFile(QByteArrayView text, bool ignoreCase = false);

    [[nodiscard]] bool isEmpty() const { return m_patterns.empty(); }
    [[nodiscard]] Answer ask(std::string_view path, bool isFolder, qint64& work) const;

private:
    bool m_ignoreCase = false;
    std::vector<IgnorePattern> m_patterns;
    std::vector<int> m_wild;          ///< indices of patterns that have to be matched
    QHash<QByteArray, int> m_names;   ///< last index of a plain name
    QHash<QByteArray, int> m_folders; ///< likewise, of patterns for folders only
};

} // namespace rocport
