#pragma once

#include "core/base/result.h"
#include "core/remote/followreader.h"
#include "core/remote/job.h"

#include <chrono>

namespace rocport::jobsentence {

/// Messages about a job: what happened, where, what to do. `node` is the node's name.
QString cut(const QString& node, const Error& error, std::chrono::milliseconds pause);
/// Rocport does not try again by itself.
QString cutForGood(const QString& node, const Error& error);
QString asleep(std::chrono::seconds length);
QString silent(const QString& node, std::chrono::seconds length);
QString stopping(const QString& signal, std::chrono::milliseconds grace);
QString deaf(const QString& node, qint64 pid);
/// "12 KB are free"; `kilobytes` as a node says it, anything but a number: unknown.
QString freeSpace(const QByteArray& kilobytes);
/// The job's workspace is full, or the quota there; `kilobytes` as in freeSpace().
QString diskFullThere(const JobSpec& job, bool quota, const QByteArray& kilobytes = {});
QString diskFullHere(const Error& error);
/// The job has ended and its log was not fetched.
QString logLeft(const JobSpec& job);
/// The job has ended, and what became of it could not be written.
QString unkept(const Error& error);
QString shrunk(const QString& node);
QString noLineEnds(qint64 bytes);
QString skewed(const QString& node, qint64 seconds);
QString queued(const QString& queueId, const QString& reason);
QString notSent(const QString& node, const Error& error);
QString notPrepared(const Error& error);
/// How a job ended, from its last message.
QString ended(const JobSpec& job, const JobStatus& status, const FollowFrame& exit);
/// The same for a job that ended without one.
QString vanished(const QString& node, const QString& why);

} // namespace rocport::jobsentence
