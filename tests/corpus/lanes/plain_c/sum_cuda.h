#ifdef __cplusplus
extern "C"
#endif
void cuda_sums(int* values, int count);
