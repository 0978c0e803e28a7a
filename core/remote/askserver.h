#pragma once

#include "core/base/result.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>
#include <vector>

namespace rocport {

/// A question from ssh (or from another program that calls the askpass program).
struct AskQuestion
{
    int id = 0;         ///< from 1, never reused
    QString nodeName;   ///< the node that ssh was to reach; empty: not known
    QString prompt;     ///< at most 4,096 bytes, without control characters except line breaks;
                        ///  untrusted
    bool secret = true; ///< a password, passphrase or code: the answer is not to be shown
    bool yesNo = false; ///< a host key, or the use of a key: "yes" or "no"
};

/// Takes questions from `rocport-askpass`, which ssh starts, and returns the answers, over a socket
/// in a folder of mode 0700, to programs of the same user that know the token. Nothing is stored:
/// an answer is passed on and its bytes are overwritten. Lives in one thread, with an event loop.
class AskServer : public QObject
{
    Q_OBJECT

public:
    explicit AskServer(QObject* parent = nullptr);
    /// Every open question is refused.
    ~AskServer() override;

    /// Starts listening in `folder` (from makeControlFolder()), after removing the sockets there on
    /// which nobody listens any more. Errors: FileWriteFailed.
    Result<void> listen(const QString& folder);
    [[nodiscard]] QString socketPath() const { return m_path; } ///< SshSettings::askSocket
    [[nodiscard]] QString token() const;                        ///< SshSettings::askToken
    /// Answers a question; nothing: refused, and ssh continues without an answer. An unknown id is
    /// ignored. Only the first line of the text is passed on.
    void answer(int id, const std::optional<QString>& text);

Q_SIGNALS:
    void asked(const rocport::AskQuestion& question);
    /// Nobody is waiting for the answer any more: ssh ended, or was cancelled.
    void withdrawn(int id);

private:
    struct Caller;
    void accept();
    void read(Caller* caller);
    void ask(Caller* caller);
    void drop(Caller* caller);

    QString m_path;
    QByteArray m_token;
    int m_socket = -1;
    int m_nextId = 1;
    std::vector<std::unique_ptr<Caller>> m_callers;
};

/// The askpass program: beside the running program, or where a build puts it. Empty: not found.
QString askpassProgram(const QString& programFolder);

} // namespace rocport
