#pragma once

#include "core/remote/slurm.h"
#include "core/remote/transport.h"

namespace rocport {

/// Runs jobs through Slurm (SlurmSettings), which runs the transport below on a machine that it
/// allocates.
class SlurmTransport : public TransportLayer
{
public:
    using TransportLayer::TransportLayer;

    [[nodiscard]] NodeCapabilities capabilities() const override;
    [[nodiscard]] QString words() const override;
    [[nodiscard]] QStringList inside(const InsideRun& run, const QStringList& inner) const override;
    [[nodiscard]] QString jobStarter() const override;
    [[nodiscard]] QStringList queueCommand(const JobPlace& job) const override;
    [[nodiscard]] JobFiles queueFiles(const JobPlace& job) const override;
    [[nodiscard]] QStringList arrayCommand(const JobPlace& array, int tasks,
                                           int atOnce) const override;
    [[nodiscard]] JobFiles arrayFiles(const JobPlace& array, int tasks, int atOnce) const override;
    [[nodiscard]] QStringList neededPrograms() const override;
    [[nodiscard]] QString whyGpusUnseen() const override;

private:
    [[nodiscard]] const SlurmSettings& settings() const;
};

} // namespace rocport
