#pragma once

#include <QString>

namespace rocport {

/// A name and an e-mail address, as git puts them into commits.
struct GitPerson
{
    QString name;
    QString mail;
    [[nodiscard]] bool isComplete() const { return !name.isEmpty() && !mail.isEmpty(); }
    /// "Ada Lovelace <ada@example.org>"
    [[nodiscard]] QString text() const;
    friend bool operator==(const GitPerson&, const GitPerson&) = default;
};

/// Who git would put into a commit of a repository now. What git was not told is empty: a name that
/// it would guess from the system's user and host is not taken.
struct GitIdentity
{
    GitPerson author;
    GitPerson committer;
    /// `git commit` would sign (commit.gpgsign). Commits made here are not signed: the program that
    /// signs is one that settings of the repository can name.
    bool signs = false;
};

/// The person as git would write it: without what git strips from names and addresses (ident.c of
/// git 2.39: '<', '>', line ends, and punctuation, quotes and blanks at the ends).
GitPerson cleanedPerson(const GitPerson& person);

/// The message as `git commit --cleanup=whitespace` leaves it: "\n" line ends, no blanks at the end
/// of lines, no blank lines in front, at the end or twice; one line end at the end. Empty for an
/// empty one.
QString cleanedMessage(const QString& message);
/// Whether nothing is said besides who signed off; git refuses such a message.
bool isEmptyMessage(const QString& message);
/// cleanedMessage() with "Signed-off-by: " for `person` after the other trailers, where it is not
/// among them yet, as `git interpret-trailers --if-exists addIfDifferent` puts it.
QString signedOff(const QString& message, const GitPerson& person);

} // namespace rocport
