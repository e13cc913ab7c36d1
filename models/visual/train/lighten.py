"""Takes needless quantization and pooling out of the quantized graph. The weights stay as they are.

    python3 lighten.py --quantized out/quantized.onnx --out ../encoder.onnx

- Activations are quantized after ReLU, not also before it: the range before it has to hold the negative ones, which ReLU drops.
- Squeeze-and-excitation is computed in floats: it works on one value a channel, and quantizing took longer than it.
- A 2×2 average pooling and the 1×1 convolution after it are one 2×2 convolution. Its weights are those of the 1×1 one, repeated when the graph is
  loaded, so that the file does not grow.

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

    def producer(self, output):
        return next((node for node in self.nodes if output in node.output), None)

    def consumers(self, output):
        return [node for node in self.nodes if output in node.input]

    def remove_quantization(self, quantize):
        """What read the rounded value reads the exact one."""
        for dequantize in self.consumers(quantize.output[0]):
            for consumer in self.consumers(dequantize.output[0]):
                for at, name in enumerate(consumer.input):
                    if name == dequantize.output[0]:
                        consumer.input[at] = quantize.input[0]
            self.nodes.remove(dequantize)
        self.nodes.remove(quantize)

    def readers(self, quantize):
        return [consumer for dequantize in self.consumers(quantize.output[0]) for consumer in self.consumers(dequantize.output[0])]


def quantize_after_relu(graph):
    for quantize in [node for node in graph.nodes if node.op_type == 'QuantizeLinear']:
        is_of_convolution = graph.producer(quantize.input[0]).op_type == 'Conv'
        if is_of_convolution and all(reader.op_type == 'Relu' for reader in graph.readers(quantize)):
            graph.remove_quantization(quantize)


def squeeze_in_floats(graph):
    def is_squeeze(name):
        return '/down/' in name or '/up/' in name

    for quantize in [node for node in graph.nodes if node.op_type == 'QuantizeLinear']:
        if is_squeeze(quantize.input[0]) or any(is_squeeze(reader.output[0]) for reader in graph.readers(quantize)):
            graph.remove_quantization(quantize)


def merge_pooling(graph):
    graph.tensors.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.int64), REPEATS))
    for pooling in [node for node in graph.nodes if node.op_type == 'AveragePool']:
        quantize, = graph.consumers(pooling.output[0])
        dequantize, = graph.consumers(quantize.output[0])
        convolution, = graph.consumers(dequantize.output[0])
        weights, bias, source = (graph.producer(name) for name in (*convolution.input[1:], pooling.input[0]))
        single = weights.input[0]
        graph.nodes.insert(0, helper.make_node('Tile', [single, REPEATS], [f'{single}_repeated'], name=f'{single}_repeated'))
        weights.input[0] = f'{single}_repeated'
        scales = (graph.value(weights.input[1]) / 4).astype(np.float32)
        graph.set(weights.input[1], scales)
        # The scale of a bias is the product of the input's and the weights'.
        bias_scales = (graph.value(source.input[1]) * scales).astype(np.float32)
        shift = graph.value(bias.input[0]).astype(np.float64) * graph.value(bias.input[1])
        graph.set(bias.input[0], np.round(shift / bias_scales).astype(np.int32))
        graph.set(bias.input[1], bias_scales)
        convolution.input[0] = pooling.input[0]
        for attribute in [one for one in convolution.attribute if one.name in ('kernel_shape', 'strides', 'pads')]:
            convolution.attribute.remove(attribute)
        convolution.attribute.extend(helper.make_attribute(name, value) for name, value in (
            ('kernel_shape', [2, 2]), ('strides', [2, 2]), ('pads', [0, 0, 0, 0])))
        for node in (pooling, quantize, dequantize):
            graph.nodes.remove(node)


def main():
    parser = argparse.ArgumentParser()
    for name in ('--quantized', '--out'):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    model = onnx.load(options.quantized)
    graph = Graph(model)
    quantize_after_relu(graph)
    squeeze_in_floats(graph)
    merge_pooling(graph)
    used = {name for node in graph.nodes for name in node.input}
    for tensor in [tensor for tensor in graph.tensors if tensor.name not in used]:
        graph.tensors.remove(tensor)
    onnx.checker.check_model(model)
    onnx.save(model, options.out)


if __name__ == '__main__':
    main()
