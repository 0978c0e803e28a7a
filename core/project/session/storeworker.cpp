#include "core/project/session/storeworker.h"

namespace rocport {

StoreWorker::StoreWorker() : m_context(new QObject)
{
    m_thread.setObjectName(QStringLiteral("rocport-store"));
    m_context->moveToThread(&m_thread);
    m_thread.start();
}

StoreWorker::~StoreWorker()
{
    post([](std::unique_ptr<ProjectFile>& file) { file.reset(); });
    drain();
    m_thread.quit();
    m_thread.wait();
    delete m_context;
}

void StoreWorker::post(std::function<void(std::unique_ptr<ProjectFile>& file)> job)
{
    QMetaObject::invokeMethod(
        m_context, [this, job = std::move(job)] { job(m_file); }, Qt::QueuedConnection);
}

void StoreWorker::drain()
{
    QMetaObject::invokeMethod(
        m_context, [] {}, Qt::BlockingQueuedConnection);
}

} // namespace rocport
