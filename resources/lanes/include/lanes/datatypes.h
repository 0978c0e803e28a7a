#pragma once

// Types of numbers that libraries are told: cudaDataType and hipDataType. Included after the
// runtime of the vendor.

#ifdef LANES_AMD
#define LANES_DATA(x) LANES_JOIN(HIP_, x)
#define LANES_DATA_TYPE hipDataType
#else
#define LANES_DATA(x) LANES_JOIN(CUDA_, x)
#define LANES_DATA_TYPE cudaDataType
#endif

typedef enum LANES_DATA_TYPE {
    LANES_DATA(R_32F) = 0,
    LANES_DATA(R_64F) = 1,
    LANES_DATA(R_16F) = 2,
    LANES_DATA(R_8I) = 3,
    LANES_DATA(C_32F) = 4,
    LANES_DATA(C_64F) = 5,
    LANES_DATA(C_16F) = 6,
    LANES_DATA(C_8I) = 7,
    LANES_DATA(R_8U) = 8,
    LANES_DATA(C_8U) = 9,
    LANES_DATA(R_32I) = 10,
    LANES_DATA(C_32I) = 11,
    LANES_DATA(R_32U) = 12,
    LANES_DATA(C_32U) = 13,
    LANES_DATA(R_16BF) = 14,
    LANES_DATA(C_16BF) = 15,
    LANES_DATA(R_4I) = 16,
    LANES_DATA(C_4I) = 17,
    LANES_DATA(R_4U) = 18,
    LANES_DATA(C_4U) = 19,
    LANES_DATA(R_16I) = 20,
    LANES_DATA(C_16I) = 21,
    LANES_DATA(R_16U) = 22,
    LANES_DATA(C_16U) = 23,
    LANES_DATA(R_64I) = 24,
    LANES_DATA(C_64I) = 25,
    LANES_DATA(R_64U) = 26,
    LANES_DATA(C_64U) = 27,
    LANES_DATA(R_8F_E4M3) = 28,
    LANES_DATA(R_8F_E5M2) = 29,
#ifdef LANES_AMD
    HIP_R_8F_E4M3_FNUZ = 1000,
    HIP_R_8F_E5M2_FNUZ = 1001,
#endif
} LANES_JOIN(LANES_DATA_TYPE, _t);

#ifdef LANES_AMD
typedef enum hipLibraryPropertyType {
    HIP_LIBRARY_MAJOR_VERSION,
    HIP_LIBRARY_MINOR_VERSION,
    HIP_LIBRARY_PATCH_LEVEL
} hipLibraryPropertyType;
#else
typedef enum libraryPropertyType_t {
    MAJOR_VERSION,
    MINOR_VERSION,
    PATCH_LEVEL
} libraryPropertyType;
#endif
