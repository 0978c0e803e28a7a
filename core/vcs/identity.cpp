#include "core/vcs/identity.h"

#include "core/vcs/repository_p.h"

#include <QFile>
#include <QFileInfo>

#include <git2/message.h>

namespace rocport {

namespace {

constexpr auto kSignedOff = "Signed-off-by: ";

/// What ident.c of git takes off both ends.
bool isCrud(QChar c)
{
    return c.unicode() <= 32 || QStringLiteral(".,:;<>\"\\'").contains(c);
}

QString withoutCrud(const QString& text)
{
    qsizetype first = 0;
    qsizetype last = text.size();
    while (first < last && isCrud(text[first])) {
        ++first;
    }
    while (last > first && isCrud(text[last - 1])) {
        --last;
    }
    QString kept;
    for (const QChar c : text.mid(first, last - first)) {
        if (c != u'<' && c != u'>' && c != u'\n' && !c.isNull()) {
            kept.append(c);
        }
    }
    return kept;
}

/// A boolean as git reads it from the environment.
bool isOn(const QByteArray& value)
{
    const QByteArray lower = value.toLower();
    return !lower.isEmpty() && lower != "0" && lower != "false" && lower != "no" && lower != "off";
}

using FindFile = int (*)(git_buf*);

QByteArray foundFile(FindFile find)
{
    git_buf path = GIT_BUF_INIT;
    QByteArray found = find(&path) == 0 ? QByteArray(path.ptr) : QByteArray();
    git_buf_dispose(&path);
    return found;
}

/// git's settings for a repository, from the files that git 2.39 reads, which GIT_CONFIG_… choose.
class Settings
{
public:
    explicit Settings(git_repository* repository)
    {
        git_config_new(&m_raw);
        m_config.reset(m_raw);
        if (!isOn(qgetenv("GIT_CONFIG_NOSYSTEM"))) {
            const QByteArray chosen = qgetenv("GIT_CONFIG_SYSTEM");
            add(chosen.isEmpty() ? foundFile(&git_config_find_system) : chosen,
                GIT_CONFIG_LEVEL_SYSTEM, repository);
        }
        if (qEnvironmentVariableIsSet("GIT_CONFIG_GLOBAL")) {
            add(qgetenv("GIT_CONFIG_GLOBAL"), GIT_CONFIG_LEVEL_GLOBAL, repository);
        } else {
            add(foundFile(&git_config_find_xdg), GIT_CONFIG_LEVEL_XDG, repository);
            add(foundFile(&git_config_find_global), GIT_CONFIG_LEVEL_GLOBAL, repository);
        }
        add(QByteArray(git_repository_commondir(repository)) + "config", GIT_CONFIG_LEVEL_LOCAL,
            repository);
        int ofWorktree = 0;
        if (git_config_get_bool(&ofWorktree, m_config.get(), "extensions.worktreeconfig") == 0 &&
            ofWorktree != 0) {
            // Above the repository's own; libgit2 1.5 has no level of that name.
            add(QByteArray(git_repository_path(repository)) + "config.worktree",
                GIT_CONFIG_LEVEL_APP, repository);
        }
    }

    [[nodiscard]] QString value(const char* key) const
    {
        const int count = qEnvironmentVariableIntValue("GIT_CONFIG_COUNT");
        for (int i = count - 1; i >= 0 && count <= kMostGiven; --i) {
            const QByteArray number = QByteArray::number(i);
            if (qgetenv("GIT_CONFIG_KEY_" + number).toLower() == key) {
                return QString::fromUtf8(qgetenv("GIT_CONFIG_VALUE_" + number));
            }
        }
        git_buf text = GIT_BUF_INIT;
        QString found = git_config_get_string_buf(&text, m_config.get(), key) == 0
                            ? QString::fromUtf8(text.ptr)
                            : QString();
        git_buf_dispose(&text);
        return found;
    }

private:
    static constexpr int kMostGiven = 1000;

    void add(const QByteArray& file, git_config_level_t level, git_repository* repository)
    {
        if (!file.isEmpty() && QFileInfo(QFile::decodeName(file)).isFile()) {
            git_config_add_file_ondisk(m_config.get(), file.constData(), level, repository, 1);
        }
    }

    git_config* m_raw = nullptr;
    GitConfig m_config;
};

/// One of the two people; `role` is "author" or "committer".
GitPerson personOf(const Settings& settings, const char* role)
{
    const QByteArray variable = "GIT_" + QByteArray(role).toUpper();
    const auto first = [](std::initializer_list<QString> values) {
        for (const QString& value : values) {
            if (QString text = withoutCrud(value); !text.isEmpty()) {
                return text;
            }
        }
        return QString();
    };
    const auto given = [](const QByteArray& name) { return QString::fromUtf8(qgetenv(name)); };
    const bool onlySettings = isOn(settings.value("user.useconfigonly").toUtf8());
    const QByteArray key(role);
    return {first({given(variable + "_NAME"), settings.value((key + ".name").constData()),
                   settings.value("user.name")}),
            first({given(variable + "_EMAIL"), settings.value((key + ".email").constData()),
                   settings.value("user.email"), onlySettings ? QString() : given("EMAIL")})};
}

/// The values of `key` in the last paragraph, as far as that is one of trailers; `any`: it is.
QStringList trailersOf(const QByteArray& message, const QByteArray& key, bool* any)
{
    QStringList values;
    git_message_trailer_array found = {};
    *any = false;
    if (git_message_trailers(&found, message.constData()) == 0) {
        *any = found.count > 0;
        for (size_t i = 0; i < found.count; ++i) {
            if (QByteArray(found.trailers[i].key).toLower() == key.toLower()) {
                values.append(QString::fromUtf8(found.trailers[i].value).trimmed());
            }
        }
        git_message_trailer_array_free(&found);
    }
    return values;
}

} // namespace

QString GitPerson::text() const
{
    return QStringLiteral("%1 <%2>").arg(name, mail);
}

GitPerson cleanedPerson(const GitPerson& person)
{
    return {withoutCrud(person.name), withoutCrud(person.mail)};
}

QString cleanedMessage(const QString& message)
{
    QString text = message;
    text.replace(QStringLiteral("\r\n"), QStringLiteral("\n"));
    text.replace(QChar(u'\0'), QChar(u' '));
    QStringList kept;
    const QStringList lines = text.split(u'\n');
    for (const QString& line : lines) {
        qsizetype end = line.size();
        while (end > 0 && line[end - 1].isSpace()) {
            --end;
        }
        const bool blankBefore = kept.isEmpty() || kept.last().isEmpty();
        if (end > 0 || !blankBefore) {
            kept.append(line.left(end));
        }
    }
    while (!kept.isEmpty() && kept.last().isEmpty()) {
        kept.removeLast();
    }
    return kept.isEmpty() ? QString() : kept.join(u'\n') + u'\n';
}

bool isEmptyMessage(const QString& message)
{
    const QStringList lines = cleanedMessage(message).split(u'\n');
    return std::all_of(lines.begin(), lines.end(), [](const QString& line) {
        return line.isEmpty() || line.startsWith(QLatin1StringView(kSignedOff));
    });
}

QString signedOff(const QString& message, const GitPerson& person)
{
    const GitLibrary library;
    QString text = cleanedMessage(message);
    bool hasTrailers = false;
    const QStringList there = trailersOf(text.toUtf8(), "Signed-off-by", &hasTrailers);
    if (there.contains(person.text())) {
        return text;
    }
    return text + (hasTrailers ? QString() : QStringLiteral("\n")) + QLatin1StringView(kSignedOff) +
           person.text() + u'\n';
}

Result<GitIdentity> Repository::identity() const
{
    const Settings settings(d->git());
    return GitIdentity{personOf(settings, "author"), personOf(settings, "committer"),
                       isOn(settings.value("commit.gpgsign").toUtf8())};
}

void Repository::setAuthor(const GitPerson& author)
{
    d->author = cleanedPerson(author);
}

Result<GitPerson> Repository::signer() const
{
    const Result<GitIdentity> known = identity();
    if (!known) {
        return known.error();
    }
    if (known->committer.isComplete()) {
        return known->committer;
    }
    if (d->author.isComplete()) {
        return d->author;
    }
    return noIdentity();
}

Error noIdentity()
{
    return {ErrorCode::InvalidArgument,
            QStringLiteral("git has no name and e-mail address for commits here: run git config "
                           "user.name \"Your Name\" and git config user.email you@example.org"),
            QStringLiteral("user.name")};
}

} // namespace rocport
