#include "core/remote/sharedpreparation.h"

#include <optional>
#include <utility>

namespace rocport {

namespace {

/// The work, and how it went.
struct SharedWork
{
    std::unique_ptr<JobPreparation> work;
    std::size_t wanted = 0; ///< by so many
    bool started = false;
    std::optional<Result<void>> ended;
};

class PreparationShare : public JobPreparation
{
public:
    explicit PreparationShare(std::shared_ptr<SharedWork> shared) : m_shared(std::move(shared))
    {
        ++m_shared->wanted;
        connect(m_shared->work.get(), &JobPreparation::progressed, this,
                [this](const QString& sentence) {
                    if (m_waits) {
                        Q_EMIT progressed(sentence);
                    }
                });
        connect(m_shared->work.get(), &JobPreparation::done, this, [this] {
            m_shared->ended = Result<void>();
            tell();
        });
        connect(m_shared->work.get(), &JobPreparation::failed, this, [this](const Error& error) {
            m_shared->ended = Result<void>(error);
            tell();
        });
    }
    ~PreparationShare() override { leave(); }
    PreparationShare(const PreparationShare&) = delete;
    PreparationShare& operator=(const PreparationShare&) = delete;

    void start() override
    {
        m_waits = true;
        if (m_shared->ended) {
            QMetaObject::invokeMethod(this, &PreparationShare::tell, Qt::QueuedConnection);
        } else if (!std::exchange(m_shared->started, true)) {
            m_shared->work->start();
        }
    }

    void cancel() override
    {
        leave();
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (std::exchange(m_waits, false)) {
                    Q_EMIT failed({ErrorCode::Cancelled, {}, {}});
                }
            },
            Qt::QueuedConnection);
    }

private:
    void leave()
    {
        if (!std::exchange(m_left, true) && --m_shared->wanted == 0 && m_shared->started &&
            !m_shared->ended) {
            m_shared->work->cancel();
        }
    }

    void tell()
    {
        if (!std::exchange(m_waits, false)) {
            return;
        }
        const Result<void> how = *m_shared->ended;
        if (how) {
            Q_EMIT done();
        } else {
            Q_EMIT failed(how.error());
        }
    }

    std::shared_ptr<SharedWork> m_shared;
    bool m_waits = false;
    bool m_left = false;
};

} // namespace

std::vector<std::unique_ptr<JobPreparation>>
sharedPreparations(std::unique_ptr<JobPreparation> work, std::size_t count)
{
    std::vector<std::unique_ptr<JobPreparation>> shares(count);
    if (!work) {
        return shares;
    }
    auto shared = std::make_shared<SharedWork>();
    shared->work = std::move(work);
    for (std::unique_ptr<JobPreparation>& share : shares) {
        share = std::make_unique<PreparationShare>(shared);
    }
    return shares;
}

} // namespace rocport
