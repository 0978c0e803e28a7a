// Streams and events: included by runtimeapi.h, once for the vendor.

inline LANES_NAME(Error_t)
    LANES_NAME(StreamCreateWithPriority)(LANES_NAME(Stream_t) * stream, unsigned flags,
                                         int priority)
{
    *stream = new LANES_STREAM;
    (*stream)->flags = flags;
    (*stream)->priority = priority > 0 ? 0 : priority < -5 ? -5 : priority;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(StreamCreate)(LANES_NAME(Stream_t) * stream)
{
    return LANES_NAME(StreamCreateWithPriority)(stream, 0, 0);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamCreateWithFlags)(LANES_NAME(Stream_t) * stream, unsigned flags)
{
    return LANES_NAME(StreamCreateWithPriority)(stream, flags, 0);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamGetPriority)(LANES_NAME(Stream_t) stream, int* priority)
{
    *priority = stream == nullptr ? 0 : stream->priority;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(StreamGetFlags)(LANES_NAME(Stream_t) stream, unsigned* flags)
{
    *flags = stream == nullptr ? 0 : stream->flags;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(StreamDestroy)(LANES_NAME(Stream_t) stream)
{
    if (rocport_lanes::isCaptured(stream)) {
        if (stream->beganCapture) {
            rocport_lanes::endCapture(std::shared_ptr(stream->capture));
        } else {
            stream->capture->captured.erase(stream);
        }
    }
    delete stream;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(StreamSynchronize)(LANES_NAME(Stream_t) stream)
{
    rocport_lanes::recordManaged();
    return LanesCode(rocport_lanes::isCaptured(stream) ? rocport_lanes::Code::CaptureUnsupported
                                               : rocport_lanes::Code::Success);
}
inline LANES_NAME(Error_t) LANES_NAME(StreamQuery)(LANES_NAME(Stream_t) stream)
{
    return LANES_NAME(StreamSynchronize)(stream);
}
inline LANES_NAME(Error_t) LANES_NAME(StreamWaitEvent)(LANES_NAME(Stream_t) stream,
                                                       LANES_NAME(Event_t) event, unsigned = 0)
{
    return stream != nullptr && event != nullptr && event->isOfCapture
               ? LanesCode(rocport_lanes::joinCapture(*stream, *event))
               : LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(EventCreateWithFlags)(LANES_NAME(Event_t) * event, unsigned flags)
{
    *event = new LANES_EVENT;
    (*event)->timed = (flags & LANES_NAME(EventDisableTiming)) == 0;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(EventCreate)(LANES_NAME(Event_t) * event)
{
    return LANES_NAME(EventCreateWithFlags)(event, 0);
}
inline LANES_NAME(Error_t) LANES_NAME(EventDestroy)(LANES_NAME(Event_t) event)
{
    delete event;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(EventRecord)(LANES_NAME(Event_t) event, LANES_NAME(Stream_t) stream = nullptr)
{
    if (event == nullptr) {
        return LanesCode(rocport_lanes::Code::InvalidHandle);
    }
    if (event->device != rocport_lanes::deviceOf(stream)) {
        return LanesCode(rocport_lanes::Code::InvalidHandle);
    }
    event->isOfCapture = rocport_lanes::isCaptured(stream);
    if (event->isOfCapture) {
        event->capture = stream->capture;
        event->last = stream->last;
        return LANES_NAME(Success);
    }
    event->at = std::chrono::steady_clock::now();
    event->recorded = true;
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t) LANES_NAME(EventRecordWithFlags)(LANES_NAME(Event_t) event,
                                                            LANES_NAME(Stream_t) stream = nullptr,
                                                            unsigned = 0)
{
    return LANES_NAME(EventRecord)(event, stream);
}
inline LANES_NAME(Error_t) LANES_NAME(EventSynchronize)(LANES_NAME(Event_t))
{
    rocport_lanes::recordManaged();
    return LanesCode(rocport_lanes::Code::Success);
}
inline LANES_NAME(Error_t) LANES_NAME(EventQuery)(LANES_NAME(Event_t))
{
    return LanesCode(rocport_lanes::Code::Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(EventElapsedTime)(float* milliseconds, LANES_NAME(Event_t) from,
                                 LANES_NAME(Event_t) to)
{
    if (!from->recorded || !to->recorded || !from->timed || !to->timed ||
        from->device != to->device) {
        return LanesCode(rocport_lanes::Code::InvalidHandle);
    }
    *milliseconds = std::chrono::duration<float, std::milli>(to->at - from->at).count();
    return LANES_NAME(Success);
}

inline LANES_NAME(Error_t)
    LANES_NAME(StreamAddCallback)(LANES_NAME(Stream_t) stream,
                                  void (*call)(LANES_NAME(Stream_t), LANES_NAME(Error_t), void*),
                                  void* data, unsigned)
{
    if (!rocport_lanes::captured(stream, rocport_lanes::NodeKind::Host,
                         [=] { call(stream, LANES_NAME(Success), data); })) {
        call(stream, LANES_NAME(Success), data);
    }
    return LANES_NAME(Success);
}
inline LANES_NAME(Error_t)
    LANES_NAME(LaunchHostFunc)(LANES_NAME(Stream_t) stream, void (*call)(void*), void* data)
{
    if (!rocport_lanes::captured(stream, rocport_lanes::NodeKind::Host, [=] { call(data); })) {
        call(data);
    }
    return LANES_NAME(Success);
}
