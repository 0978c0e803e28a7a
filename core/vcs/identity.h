#pragma once

#include <QString>

namespace rocport {

/// A name and an e-mail address, as git records them in commits.
struct GitPerson
{
    QString name;
    QString mail;
    [[nodiscard]] bool isComplete() const { return !name.isEmpty() && !mail.isEmpty(); }
    /// "Ada Lovelace <ada@example.org>"
    [[nodiscard]] QString text() const;
    friend bool operator==(const GitPerson&, const GitPerson&) = default;
};

/// Whom git would record in a commit to a repository now. What git is not configured with is empty:
/// a name that it would guess from the system's user and host is not used.
struct GitIdentity
{
    GitPerson author;
    GitPerson committer;
    /// `git commit` would sign (commit.gpgsign). Commits made here are not signed, because a
    /// repository's own settings can name the signing program.
    bool signs = false;
};

/// The person as git would write it: without what git strips from names and addresses (ident.c of
/// git 2.39: '<', '>', line ends, and punctuation, quotes and blanks at the ends).
GitPerson cleanedPerson(const GitPerson& person);

/// The message as `git commit --cleanup=whitespace` leaves it: "\n" line ends, no blanks at the
/// ends of lines, no blank lines at the beginning or end, no two in a row, and one line end at the
/// end. Empty for an empty message.
QString cleanedMessage(const QString& message);
/// Whether a message says nothing but who signed off; git refuses such a message.
bool isEmptyMessage(const QString& message);
/// cleanedMessage() with "Signed-off-by: " for `person` after the other trailers, unless it is
/// among them already, as `git interpret-trailers --if-exists addIfDifferent` does.
QString signedOff(const QString& message, const GitPerson& person);

} // namespace rocport
