"""Makes the graph that is served from the trained one: type in its 80 strongest directions, style in its 64, no colour names.

    python3 shorten.py --data ../../../.training-data --trained out/visual-int8.onnx --out ../encoder.onnx

The directions are those of twelve pictures of each label, so that small groups count as much as large ones. What is saved goes to the
explicit colours. Needs no GPU: half a minute on one core.
"""

import argparse

import numpy as np
import onnx
import onnxruntime
from onnx import helper, numpy_helper

from data import decode, read_index, read_parts

OF_EACH = 12
PARTS = (('type', 0, 128, 80), ('style', 128, 224, 64))


def main():
    parser = argparse.ArgumentParser()
    for name in ('--data', '--trained', '--out'):
        parser.add_argument(name, required=True)
    options = parser.parse_args()
    vectors = look(options.trained, sample(options.data))
    model = onnx.load(options.trained)
    graph = model.graph
    for node in graph.node:
        node.output[:] = ['trained' if name == 'vectors' else name for name in node.output]
    shortened = []
    for name, start, end, kept in PARTS:
        directions = np.linalg.svd(vectors[:, start:end], full_matrices=False)[2][:kept].T
        whole = np.zeros((vectors.shape[1], kept), np.float32)
        whole[start:end] = directions
        graph.initializer.append(numpy_helper.from_array(whole, f'{name}.directions'))
        graph.node.append(helper.make_node('MatMul', ['trained', f'{name}.directions'], [f'{name}.short']))
        graph.node.append(helper.make_node('LpNormalization', [f'{name}.short'], [f'{name}.unit'], axis=1, p=2))
        shortened.append(f'{name}.unit')
    graph.node.append(helper.make_node('Concat', shortened, ['vectors'], axis=1))
    graph.output[0].type.tensor_type.shape.dim[1].dim_value = sum(kept for *_, kept in PARTS)
    onnx.checker.check_model(model)
    onnx.save(model, options.out)


def sample(folder):
    rows = read_index(folder)
    parts = read_parts(folder)
    labels = np.array([f'{row[3]}:{row[4]}' for row in rows])
    random = np.random.default_rng(0)
    chosen = np.concatenate([random.permutation(np.flatnonzero(labels == label))[:OF_EACH] for label in np.unique(labels)])
    files = [parts[int(row[0])][int(row[1]):int(row[1]) + int(row[2])] for row in (rows[at] for at in chosen)]
    return np.stack([decode(data)[0] for data in files]).transpose(0, 2, 3, 1).copy()


def look(graph, pixels):
    session = onnxruntime.InferenceSession(graph, providers=['CPUExecutionProvider'])
    return np.concatenate([session.run(None, {'pixels': pixels[start:start + 64]})[0] for start in range(0, len(pixels), 64)])


if __name__ == '__main__':
    main()
