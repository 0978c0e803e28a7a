#pragma once

#include <QByteArray>
#include <QString>
#include <QTemporaryDir>

namespace rocport::test {

/// A git repository in a folder of its own that goes away with this object. Git runs without the
/// user's or the system's configuration.
class ScratchRepository
{
public:
    ScratchRepository();

    [[nodiscard]] QString path() const { return m_folder; }
    [[nodiscard]] QString file(const QString& name) const;
    /// Writes a file below the repository, with its folders.
    void write(const QString& name, const QByteArray& bytes) const;
    /// Writes a file whose name is any bytes.
    void writeRaw(const QByteArray& name, const QByteArray& bytes) const;
    [[nodiscard]] QByteArray read(const QString& name) const;
    /// Adds everything and commits. Returns the commit's id in hex.
    QByteArray commitAll(const QString& message = QStringLiteral("a commit")) const;
    /// Runs git; fails the test's process with a message when git does. Returns its output.
    QByteArray git(const QStringList& arguments) const;
    /// Copies the files below `folder`.
    void copyFrom(const QString& folder) const;

    /// Runs git in any folder under the same settings; `exitCode` may be null.
    static QByteArray runGit(const QString& folder, const QStringList& arguments, int* exitCode);

private:
    QTemporaryDir m_temporary;
    QString m_folder;
};

} // namespace rocport::test
