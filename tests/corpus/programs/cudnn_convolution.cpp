#include <cuda_runtime.h>
#include <cudnn.h>
#include <iostream>

#define CUDNN_CALL(f) { cudnnStatus_t err = (f); if (err != CUDNN_STATUS_SUCCESS) { std::cout << "cuDNN error " << cudnnGetErrorString(err) << std::endl; return 1; } }

int main()
{
    cudnnHandle_t cudnn;
    CUDNN_CALL(cudnnCreate(&cudnn));
    cudnnTensorDescriptor_t input, output;
    cudnnFilterDescriptor_t filter;
    cudnnConvolutionDescriptor_t convolution;
    CUDNN_CALL(cudnnCreateTensorDescriptor(&input));
    CUDNN_CALL(cudnnSetTensor4dDescriptor(input, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, 1, 3, 32, 32));
    CUDNN_CALL(cudnnCreateFilterDescriptor(&filter));
    CUDNN_CALL(cudnnSetFilter4dDescriptor(filter, CUDNN_DATA_FLOAT, CUDNN_TENSOR_NCHW, 8, 3, 3, 3));
    CUDNN_CALL(cudnnCreateConvolutionDescriptor(&convolution));
    CUDNN_CALL(cudnnSetConvolution2dDescriptor(convolution, 1, 1, 1, 1, 1, 1, CUDNN_CROSS_CORRELATION, CUDNN_DATA_FLOAT));
    int n, c, h, w;
    CUDNN_CALL(cudnnGetConvolution2dForwardOutputDim(convolution, input, filter, &n, &c, &h, &w));
    CUDNN_CALL(cudnnCreateTensorDescriptor(&output));
    CUDNN_CALL(cudnnSetTensor4dDescriptor(output, CUDNN_TENSOR_NCHW, CUDNN_DATA_FLOAT, n, c, h, w));
    size_t bytes = 0;
    CUDNN_CALL(cudnnGetConvolutionForwardWorkspaceSize(cudnn, input, filter, convolution, output,
                                                       CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM, &bytes));
    float alpha = 1.0f, beta = 0.0f;
    void *x, *f, *y, *workspace;
    cudaMalloc(&x, 3 * 32 * 32 * 4), cudaMalloc(&f, 8 * 3 * 9 * 4), cudaMalloc(&y, n * c * h * w * 4), cudaMalloc(&workspace, bytes);
    CUDNN_CALL(cudnnConvolutionForward(cudnn, &alpha, input, x, filter, f, convolution, CUDNN_CONVOLUTION_FWD_ALGO_IMPLICIT_GEMM,
                                       workspace, bytes, &beta, output, y));
    cudnnDestroyTensorDescriptor(input);
    cudnnDestroyFilterDescriptor(filter);
    cudnnDestroyConvolutionDescriptor(convolution);
    cudnnDestroy(cudnn);
    return 0;
}
