"""Takes out of the quantized graph what rounds or moves values without need. The weights stay as they are.

    python3 lighten.py --quantized out/quantized.onnx --out ../encoder.onnx

- Values are rounded behind ReLU, not also before it: the range before it has to hold the negative ones, which ReLU drops.
- Squeeze-and-excitation is computed exactly: it works on one value a channel, and rounding took longer than it.
- The mean of four and the convolution of one place behind it are one convolution of four places. Its weights are those of the one place,
  repeated when the graph is loaded, so that the file does not grow.

Needs no GPU and no pictures: the ranges are those of `quantize.py`.
"""

import argparse

import numpy as np
import onnx
from onnx import helper, numpy_helper

REPEATS = 'four_places'


class Graph:
    def __init__(self, model):
        self.nodes, self.tensors = model.graph.node, model.graph.initializer

    def tensor(self, name):
        return next(tensor for tensor in self.tensors if tensor.name == name)

    def value(self, name):
        return numpy_helper.to_array(self.tensor(name))

    def set(self, name, value):
        self.tensor(name).CopyFrom(numpy_helper.from_array(np.ascontiguousarray(value), name))

    def maker(self, output):
        return next((node for node in self.nodes if output in node.output), None)

    def users(self, output):
        return [node for node in self.nodes if output in node.input]

    def remove_rounding(self, rounding):
        """What read the rounded value reads the exact one."""
        for exact_again in self.users(rounding.output[0]):
            for user in self.users(exact_again.output[0]):
                for at, name in enumerate(user.input):
                    if name == exact_again.output[0]:
                        user.input[at] = rounding.input[0]
            self.nodes.remove(exact_again)
        self.nodes.remove(rounding)

    def readers(self, rounding):
        return [user for exact_again in self.users(rounding.output[0]) for user in self.users(exact_again.output[0])]


def round_behind_relu(graph):
    for rounding in [node for node in graph.nodes if node.op_type == 'QuantizeLinear']:
        is_of_convolution = graph.maker(rounding.input[0]).op_type == 'Conv'
        if is_of_convolution and all(reader.op_type == 'Relu' for reader in graph.readers(rounding)):
            graph.remove_rounding(rounding)


def squeeze_exactly(graph):
    def is_squeeze(name):
        return '/down/' in name or '/up/' in name

    for rounding in [node for node in graph.nodes if node.op_type == 'QuantizeLinear']:
        if is_squeeze(rounding.input[0]) or any(is_squeeze(reader.output[0]) for reader in graph.readers(rounding)):
            graph.remove_rounding(rounding)


def convolve_instead_of_pooling(graph):
    graph.tensors.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.int64), REPEATS))
    for pooling in [node for node in graph.nodes if node.op_type == 'AveragePool']:
        rounding, = graph.users(pooling.output[0])
        exact_again, = graph.users(rounding.output[0])
        convolution, = graph.users(exact_again.output[0])
        weights, bias, pixels = (graph.maker(name) for name in (*convolution.input[1:], pooling.input[0]))
        whole = weights.input[0]
        graph.nodes.insert(0, helper.make_node('Tile', [whole, REPEATS], [f'{whole}_repeated'], name=f'{whole}_repeated'))
        weights.input[0] = f'{whole}_repeated'
        scales = (graph.value(weights.input[1]) / 4).astype(np.float32)
        graph.set(weights.input[1], scales)
        # A bias is counted in steps of what is multiplied.
        steps = (graph.value(pixels.input[1]) * scales).astype(np.float32)
        shift = graph.value(bias.input[0]).astype(np.float64) * graph.value(bias.input[1])
        graph.set(bias.input[0], np.round(shift / steps).astype(np.int32))
        graph.set(bias.input[1], steps)
        convolution.input[0] = pooling.input[0]
        for attribute in [one for one in convolution.attribute if one.name in ('kernel_shape', 'strides', 'pads')]:
            convolution.attribute.remove(attribute)
        convolution.attribute.extend(helper.make_attribute(name, value) for name, value in (
            ('kernel_shape', [2, 2]), ('strides', [2, 2]), ('pads', [0, 0, 0, 0])))
        for node in (pooling, rounding, exact_again):
            graph.nodes.remove(node)


def main():
    parser = argparse.ArgumentParser()
    for name in ('--quantized', '--out'):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    model = onnx.load(options.quantized)
    graph = Graph(model)
    round_behind_relu(graph)
    squeeze_exactly(graph)
    convolve_instead_of_pooling(graph)
    used = {name for node in graph.nodes for name in node.input}
    for tensor in [tensor for tensor in graph.tensors if tensor.name not in used]:
        graph.tensors.remove(tensor)
    onnx.checker.check_model(model)
    onnx.save(model, options.out)


if __name__ == '__main__':
    main()
