#pragma once

#include "core/remote/sshclient.h"
#include "core/remote/transport.h"

namespace rocport {

/// A machine that is reached by the user's OpenSSH client (SshHost).
class SshTransport : public Transport
{
public:
    SshTransport(const Node& node, SshSettings settings);

    [[nodiscard]] NodeCapabilities capabilities() const override { return {}; }
    [[nodiscard]] QString words() const override;
    [[nodiscard]] std::shared_ptr<const ProcessRunner> hostRunner() const override;
    /// See sshError().
    [[nodiscard]] Error explain(const ProcessOutcome& outcome,
                                const QByteArray& errors) const override;
    [[nodiscard]] QString typed(const QString& command) const override;
    void close() const override;
    [[nodiscard]] HostSearch findHost() const override;
    [[nodiscard]] QStringList shellWords(const QStringList& words) const override;

private:
    [[nodiscard]] HostSearch resolved(const ProcessOutcome& outcome, const QByteArray& output,
                                      const QByteArray& errors) const;

    SshSettings m_settings;
};

} // namespace rocport
