#pragma once

#include <QByteArray>
#include <QPair>
#include <QProcess>
#include <QString>
#include <QTemporaryDir>
#include <QVector>

#include <memory>
#include <optional>
#include <vector>

namespace rocport::test {

/// A real Slurm on 127.0.0.1: munged, slurmctld and one slurmd with a configuration and ports of
/// their own, in a folder that goes away with this object. Needs root, as slurmd does.
class LoopbackSlurm
{
public:
    ~LoopbackSlurm();
    /// False: problem() says why (mostly: not installed).
    bool start();
    [[nodiscard]] QString problem() const { return m_problem; }
    /// What has to be set for Slurm's commands.
    [[nodiscard]] QVector<QPair<QString, std::optional<QString>>> environment() const;
    /// Output of one of Slurm's commands.
    [[nodiscard]] QByteArray ask(const QString& program, const QStringList& arguments) const;

private:
    bool launch(const QString& program, const QStringList& arguments);
    bool writeFiles();
    bool waitUntilIdle();
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
    std::vector<std::unique_ptr<QProcess>> m_daemons;
    QString m_problem;
    int m_controlPort = 0;
    int m_nodePort = 0;
};

} // namespace rocport::test
