// Surface objects.
template <typename Object>
inline hipError_t rocportCreateSurfaceObject(Object* object, const hipResourceDesc* resource)
{
    if (object == nullptr || resource == nullptr || resource->resType != hipResourceTypeArray)
        return hipErrorInvalidValue;
    const rocportArray* const array = rocportOwnArray(resource->res.array.array);
    if (array == nullptr)
        return resource->res.array.array == nullptr ? hipErrorInvalidHandle : hipErrorNotSupported;
    rocportSurface made = {};
    made.texels = array->texels;
    made.resource = *resource;
    return rocportPublish(object, made);
}
template <typename Object>
inline hipError_t rocportDestroySurfaceObject(Object object)
{
    return object == Object() ? hipSuccess : hipFree((void*)object);
}
template <typename Object>
inline hipError_t rocportGetSurfaceObjectResourceDesc(hipResourceDesc* resource, Object object)
{
    rocportSurface read;
    const hipError_t error = resource == nullptr ? hipErrorInvalidValue : rocportRead(&read, object);
    if (error == hipSuccess)
        *resource = read.resource;
    return error;
}
#define hipCreateSurfaceObject rocportCreateSurfaceObject
#define hipDestroySurfaceObject rocportDestroySurfaceObject
#define cudaGetSurfaceObjectResourceDesc rocportGetSurfaceObjectResourceDesc
