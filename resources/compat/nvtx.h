// Marks and ranges of NVTX by ROCTX, where its library is loaded: rocprofv3 does that, or a link with -lroctx64; else
// they do nothing. Colours, categories, payloads and domains have no counterpart.
#include <stddef.h>
#include <stdint.h>

#define NVTX_VERSION 3
#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))
#define NVTX_SUCCESS 0
#define NVTX_NO_PUSH_POP_TRACKING (-2)

#ifdef __cplusplus
extern "C" {
#endif
__attribute__((weak)) void roctxMarkA(const char* message);
__attribute__((weak)) int roctxRangePushA(const char* message);
__attribute__((weak)) int roctxRangePop(void);
__attribute__((weak)) uint64_t roctxRangeStartA(const char* message);
__attribute__((weak)) void roctxRangeStop(uint64_t id);
#ifdef __cplusplus
}
#endif

// In two parts: PyTorch's build, which names things anew by their text, writes `int` for the whole.
#define ROCPORT_NVTX_NAME(first, second) first##second
typedef uint64_t rocportRangeId;
typedef rocportRangeId ROCPORT_NVTX_NAME(nvtxRange, Id_t);
typedef struct nvtxDomainRegistration_st* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st* nvtxStringHandle_t;
typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;
typedef enum nvtxMessageType_t {
    NVTX_MESSAGE_UNKNOWN = 0,
    NVTX_MESSAGE_TYPE_ASCII = 1,
    NVTX_MESSAGE_TYPE_UNICODE = 2,
    NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;
typedef union nvtxMessageValue_t {
    const char* ascii;
    const wchar_t* unicode;
    nvtxStringHandle_t registered;
} nvtxMessageValue_t;
typedef enum nvtxPayloadType_t {
    NVTX_PAYLOAD_UNKNOWN = 0,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
    NVTX_PAYLOAD_TYPE_INT64 = 2,
    NVTX_PAYLOAD_TYPE_DOUBLE = 3,
    NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
    NVTX_PAYLOAD_TYPE_INT32 = 5,
    NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;
typedef struct nvtxEventAttributes_v2 {
    uint16_t version;
    uint16_t size;
    uint32_t category;
    int32_t colorType;
    uint32_t color;
    int32_t payloadType;
    int32_t reserved0;
    union payload_t {
        uint64_t ullValue;
        int64_t llValue;
        double dValue;
        uint32_t uiValue;
        int32_t iValue;
        float fValue;
    } payload;
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef nvtxEventAttributes_v2 nvtxEventAttributes_t;

static inline const char* rocportMessage(const nvtxEventAttributes_t* attributes)
{
    if (attributes == NULL)
        return "";
    // A registered string is its own text.
    if (attributes->messageType == NVTX_MESSAGE_TYPE_REGISTERED)
        return (const char*)attributes->message.registered;
    return attributes->messageType == NVTX_MESSAGE_TYPE_ASCII && attributes->message.ascii != NULL
               ? attributes->message.ascii
               : "";
}

static inline void rocportMark(const char* message)
{
    if (roctxMarkA)
        roctxMarkA(message);
}
static inline void nvtxMarkEx(const nvtxEventAttributes_t* attributes)
{
    rocportMark(rocportMessage(attributes));
}
static inline int rocportRangePush(const char* message)
{
    return roctxRangePushA ? roctxRangePushA(message) : NVTX_NO_PUSH_POP_TRACKING;
}
static inline int nvtxRangePushEx(const nvtxEventAttributes_t* attributes)
{
    return rocportRangePush(rocportMessage(attributes));
}
static inline int rocportRangePop(void)
{
    return roctxRangePop ? roctxRangePop() : NVTX_NO_PUSH_POP_TRACKING;
}
static inline rocportRangeId rocportRangeStart(const char* message)
{
    return roctxRangeStartA ? roctxRangeStartA(message) : 0;
}
static inline rocportRangeId nvtxRangeStartEx(const nvtxEventAttributes_t* attributes)
{
    return rocportRangeStart(rocportMessage(attributes));
}
static inline void rocportRangeEnd(rocportRangeId id)
{
    if (roctxRangeStop)
        roctxRangeStop(id);
}
static inline void nvtxInitialize(const void* reserved)
{
    (void)reserved;
}
static inline void nvtxNameCategoryA(uint32_t category, const char* name)
{
    (void)category;
    (void)name;
}
static inline void nvtxNameOsThreadA(uint32_t thread, const char* name)
{
    (void)thread;
    (void)name;
}
static inline nvtxDomainHandle_t nvtxDomainCreateA(const char* name)
{
    (void)name;
    return NULL;
}
// Wide text is not handed on.
static inline nvtxDomainHandle_t nvtxDomainCreateW(const wchar_t* name)
{
    (void)name;
    return NULL;
}
static inline void nvtxNameCategoryW(uint32_t category, const wchar_t* name)
{
    (void)category;
    (void)name;
}
static inline void nvtxNameOsThreadW(uint32_t thread, const wchar_t* name)
{
    (void)thread;
    (void)name;
}
static inline void nvtxMarkW(const wchar_t* message)
{
    (void)message;
    rocportMark("");
}
static inline int nvtxRangePushW(const wchar_t* message)
{
    (void)message;
    return rocportRangePush("");
}
static inline rocportRangeId nvtxRangeStartW(const wchar_t* message)
{
    (void)message;
    return rocportRangeStart("");
}
static inline void nvtxDomainDestroy(nvtxDomainHandle_t domain)
{
    (void)domain;
}
static inline void nvtxDomainMarkEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes)
{
    (void)domain;
    nvtxMarkEx(attributes);
}
static inline int nvtxDomainRangePushEx(nvtxDomainHandle_t domain, const nvtxEventAttributes_t* attributes)
{
    (void)domain;
    return nvtxRangePushEx(attributes);
}
static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain)
{
    (void)domain;
    return rocportRangePop();
}
static inline rocportRangeId nvtxDomainRangeStartEx(nvtxDomainHandle_t domain,
                                                   const nvtxEventAttributes_t* attributes)
{
    (void)domain;
    return nvtxRangeStartEx(attributes);
}
static inline void nvtxDomainRangeEnd(nvtxDomainHandle_t domain, rocportRangeId id)
{
    (void)domain;
    rocportRangeEnd(id);
}
static inline void nvtxDomainNameCategoryA(nvtxDomainHandle_t domain, uint32_t category, const char* name)
{
    (void)domain;
    nvtxNameCategoryA(category, name);
}
// The text must stay where it is, as literals do.
static inline nvtxStringHandle_t nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char* text)
{
    (void)domain;
    return (nvtxStringHandle_t)(void*)text;
}
static inline void nvtxDomainNameCategoryW(nvtxDomainHandle_t domain, uint32_t category, const wchar_t* name)
{
    (void)domain;
    nvtxNameCategoryW(category, name);
}
static inline nvtxStringHandle_t nvtxDomainRegisterStringW(nvtxDomainHandle_t domain, const wchar_t* text)
{
    (void)text;
    return nvtxDomainRegisterStringA(domain, "");
}
// Behind the functions, which call ROCTX: PyTorch's build names these macros like its functions.
#define nvtxMarkA rocportMark
#define nvtxMark rocportMark
#define nvtxRangePushA rocportRangePush
#define nvtxRangePush rocportRangePush
#define nvtxRangePop rocportRangePop
#define nvtxRangeStartA rocportRangeStart
#define nvtxRangeStart rocportRangeStart
#define nvtxRangeEnd rocportRangeEnd
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#define nvtxDomainNameCategory nvtxDomainNameCategoryA
#define nvtxDomainRegisterString nvtxDomainRegisterStringA
