// Attributes that hipBLASLt's descriptions of a product lack. The scale type is given when a description is made, and is
// float for products that are summed up in float; AMD GPUs add up in full precision, and use all compute units. The
// types are hipBLASLt's, deduced because not every file includes its header.
template <typename Description, typename Attribute>
inline auto rocportLtMatmulDescSetAttribute(Description description, Attribute attribute, const void* value, size_t bytes)
    -> decltype(hipblasLtMatmulDescSetAttribute(description, attribute, value, bytes))
{
    typedef decltype(hipblasLtMatmulDescSetAttribute(description, attribute, value, bytes)) Status;
    const int success = 0;
    const int invalid = 3;
    const int unsupported = 7;
    if (static_cast<int>(attribute) < 30000)
        return hipblasLtMatmulDescSetAttribute(description, attribute, value, bytes);
    if (value == nullptr || description == nullptr)
        return static_cast<Status>(invalid);
    if (static_cast<int>(attribute) != 30001)
        return static_cast<Status>(success);
    hipDataType type = HIP_R_32F;
    if (bytes != sizeof type)
        return static_cast<Status>(invalid);
    __builtin_memcpy(&type, value, sizeof type);
    return static_cast<Status>(type == HIP_R_32F ? success : unsupported);
}
#undef cublasLtMatmulDescSetAttribute
#define cublasLtMatmulDescSetAttribute rocportLtMatmulDescSetAttribute
