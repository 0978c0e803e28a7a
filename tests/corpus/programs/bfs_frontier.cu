// needs CUDA 12: cudaThreadSynchronize and cudaThreadExit are gone from CUDA 13.
#include <cuda.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define MAX_THREADS_PER_BLOCK 512

struct Node { int starting; int no_of_edges; };

__global__ void Kernel(Node *g_graph_nodes, int *g_graph_edges, bool *g_graph_mask, bool *g_updating, bool *g_visited, int *g_cost, int no_of_nodes)
{
	int tid = blockIdx.x*MAX_THREADS_PER_BLOCK + threadIdx.x;
	if( tid<no_of_nodes && g_graph_mask[tid])
	{
		g_graph_mask[tid]=false;
		for(int i=g_graph_nodes[tid].starting; i<(g_graph_nodes[tid].no_of_edges + g_graph_nodes[tid].starting); i++)
		{
			int id = g_graph_edges[i];
			if(!g_visited[id])
			{
				g_cost[id]=g_cost[tid]+1;
				g_updating[id]=true;
			}
		}
	}
}

__global__ void Kernel2( bool* g_graph_mask, bool *g_updating, bool* g_visited, bool *g_over, int no_of_nodes)
{
	int tid = blockIdx.x*MAX_THREADS_PER_BLOCK + threadIdx.x;
	if( tid<no_of_nodes && g_updating[tid])
	{
		g_graph_mask[tid]=true;
		g_visited[tid]=true;
		*g_over=true;
		g_updating[tid]=false;
	}
}

int main( int argc, char** argv)
{
	const int n = 1024;
	Node *nodes; int *edges, *cost; bool *mask, *updating, *visited, *d_over, over;
	cudaMallocManaged( (void**) &nodes, sizeof(Node)*n) ;
	cudaMallocManaged( (void**) &edges, sizeof(int)*n*2) ;
	cudaMallocManaged( (void**) &cost, sizeof(int)*n);
	cudaMalloc( (void**) &mask, n); cudaMalloc( (void**) &updating, n); cudaMalloc( (void**) &visited, n);
	cudaMalloc( (void**) &d_over, sizeof(bool));
	cudaMemset(mask, 0, n); cudaMemset(updating, 0, n); cudaMemset(visited, 0, n);
	for(int i=0; i<n; i++) { nodes[i].starting=2*i; nodes[i].no_of_edges=2; edges[2*i]=(i+1)%n; edges[2*i+1]=(i*7)%n; cost[i]=-1; }
	cost[0]=0; cudaMemset(mask, 1, 1); cudaMemset(visited, 1, 1);
	dim3  grid( n/MAX_THREADS_PER_BLOCK, 1, 1);
	dim3  threads( MAX_THREADS_PER_BLOCK, 1, 1);
	int k=0;
	do
	{
		over=false;
		cudaMemcpy( d_over, &over, sizeof(bool), cudaMemcpyHostToDevice) ;
		Kernel<<< grid, threads, 0 >>>( nodes, edges, mask, updating, visited, cost, n);
		Kernel2<<< grid, threads, 0 >>>( mask, updating, visited, d_over, n);
		cudaThreadSynchronize();
		cudaMemcpy( &over, d_over, sizeof(bool), cudaMemcpyDeviceToHost) ;
		k++;
	}
	while(over);
	printf("Kernel executed %d times\n",k);
	cudaFree(nodes); cudaFree(edges); cudaFree(cost);
	cudaThreadExit();
}
