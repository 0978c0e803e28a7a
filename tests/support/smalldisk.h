#pragma once

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>

#include <sys/mount.h>
#include <unistd.h>

namespace rocport::test {

/// A file system of its own, so small that it gets full: tmpfs, ext4 in a file, or a folder of a
/// btrfs with a quota. It goes away with this object. Needs root and leave to mount.
class SmallDisk
{
public:
    enum class Kind { Tmpfs, Ext4, Quota };

    explicit SmallDisk(Kind kind) : m_kind(kind) {}
    ~SmallDisk()
    {
        if (m_mounted) {
            ::umount2(mount().toLocal8Bit().constData(), MNT_DETACH);
        }
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;

    /// Makes it, with about `kilobytes` of room; false: problem() says why not.
    bool make(int kilobytes)
    {
        QDir().mkpath(mount());
        switch (m_kind) {
        case Kind::Tmpfs:
            m_mounted =
                ::mount("none", mount().toLocal8Bit().constData(), "tmpfs", 0,
                        QStringLiteral("size=%1k").arg(kilobytes).toLocal8Bit().constData()) == 0;
            break;
        case Kind::Ext4:
            m_mounted =
                image(kilobytes + 400) &&
                run(QStringLiteral("mkfs.ext4"),
                    {QStringLiteral("-q"), QStringLiteral("-O"), QStringLiteral("^has_journal"),
                     QStringLiteral("-m"), QStringLiteral("0"), file()}) &&
                attach();
            break;
        case Kind::Quota:
            m_mounted = image(128 * 1024) &&
                        run(QStringLiteral("mkfs.btrfs"), {QStringLiteral("-q"), file()}) &&
                        attach() && limit(kilobytes);
            break;
        }
        if (!m_mounted && m_problem.isEmpty()) {
            m_problem = QStringLiteral("a small file system cannot be mounted");
        }
        return m_mounted;
    }
    [[nodiscard]] QString problem() const { return m_problem; }
    /// The folder to work in.
    [[nodiscard]] QString folder() const
    {
        return m_kind == Kind::Quota ? mount() + QStringLiteral("/limited") : mount();
    }
    /// Writes files until only about `kilobytes` are left, to 32 KB.
    void fill(int kilobytes)
    {
        // Whole files are removed again: at a quota's limit nothing else can be written to.
        run(QStringLiteral("sh"),
            {QStringLiteral("-c"),
             QStringLiteral("mkdir -p \"$1/filler\" && cd \"$1/filler\" || exit 0\n"
                            "n=0\n"
                            "while dd if=/dev/urandom of=$n bs=32768 count=1 conv=fsync; do "
                            "n=$((n + 1)); done 2>/dev/null\n"
                            "rm -f $n\n"
                            "left=$(($2 / 32))\n"
                            "while [ $left -gt 0 ]; do n=$((n - 1)); left=$((left - 1)); rm -f $n; "
                            "done\n"
                            "sync; true"),
             QStringLiteral("fill"), folder(), QString::number(kilobytes)});
    }
    /// Removes them again.
    void clear() const
    {
        QDir(folder() + QStringLiteral("/filler")).removeRecursively();
        ::sync();
    }

private:
    [[nodiscard]] QString mount() const { return m_folder.filePath(QStringLiteral("disk")); }
    [[nodiscard]] QString file() const { return m_folder.filePath(QStringLiteral("image")); }
    bool image(int kilobytes)
    {
        QFile image(file());
        return image.open(QIODevice::WriteOnly) && image.resize(qint64(kilobytes) * 1024);
    }
    bool attach()
    {
        return run(QStringLiteral("mount"),
                   {QStringLiteral("-o"), QStringLiteral("loop"), file(), mount()});
    }
    bool limit(int kilobytes)
    {
        const bool limited =
            run(QStringLiteral("btrfs"),
                {QStringLiteral("quota"), QStringLiteral("enable"), mount()}) &&
            run(QStringLiteral("btrfs"),
                {QStringLiteral("subvolume"), QStringLiteral("create"), folder()}) &&
            run(QStringLiteral("btrfs"), {QStringLiteral("qgroup"), QStringLiteral("limit"),
                                          QStringLiteral("%1K").arg(kilobytes), folder()});
        if (!limited) {
            ::umount2(mount().toLocal8Bit().constData(), MNT_DETACH);
        }
        return limited;
    }
    bool run(const QString& program, const QStringList& arguments)
    {
        QProcess process;
        process.start(program, arguments);
        if (!process.waitForFinished(60000)) {
            m_problem = QStringLiteral("%1 is not installed or does not end").arg(program);
            return false;
        }
        if (process.exitCode() != 0) {
            m_problem = program + QStringLiteral(": ") +
                        QString::fromUtf8(process.readAllStandardError().trimmed().right(200));
        }
        return process.exitCode() == 0;
    }

    Kind m_kind;
    QTemporaryDir m_folder;
    QString m_problem;
    bool m_mounted = false;
};

} // namespace rocport::test
