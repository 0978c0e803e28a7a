import networkx as nx
import torch


def replay(recorder):
    graph = nx.Graph()
    with recorder.graph(graph):
        recorder.item()
    recorder.replay()
    return graph
