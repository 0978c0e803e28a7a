#pragma once

#include "core/remote/container.h"
#include "core/remote/transport.h"

namespace rocport {

/// Runs jobs in a docker or podman container on the host (ContainerSettings): a new one for each
/// job, or one that is running.
class ContainerTransport : public TransportLayer
{
public:
    using TransportLayer::TransportLayer;

    [[nodiscard]] NodeCapabilities capabilities() const override;
    [[nodiscard]] QString words() const override;
    [[nodiscard]] QString image() const override;
    [[nodiscard]] QString container() const override;
    [[nodiscard]] QStringList inside(const InsideRun& run, const QStringList& inner) const override;
    /// In a running container the job gets its own process group, since others use the container
    /// too.
    [[nodiscard]] QByteArray jobPrologue(const JobPlace& job) const override;
    /// Checks that the running container sees the job's folder.
    [[nodiscard]] QByteArray launchCheck(const JobPlace& job) const override;
    /// Needed because the engine's client passes a signal to the first process at most, and a
    /// killed client passes none.
    [[nodiscard]] QByteArray stopText(const JobPlace& job) const override;
    [[nodiscard]] QByteArray hostCheck() const override;
    [[nodiscard]] bool judge(const ConnectionFacts& facts, ConnectionStep& step) const override;
    [[nodiscard]] QStringList shellWords(const QStringList& words) const override;

private:
    [[nodiscard]] const ContainerSettings& settings() const;
    /// Whether there is a new container for each job.
    [[nodiscard]] bool isNew() const;
};

} // namespace rocport
