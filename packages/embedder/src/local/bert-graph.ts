import type { BertWeights, Weight } from './bert-weights.ts'
import { OnnxGraph } from './onnx-graph.ts'

export interface BertShape {
  layers: number
  heads: number
  hidden: number
  layerNormEpsilon: number
}

/**
 * A BERT sentence encoder as an ONNX graph with 8-bit weights: token numbers in, one mean-pooled unit vector a text out.
 *
 * Weights are symmetric per output column, activations are quantized as they come (DynamicQuantizeLinear). Query, key and
 * value of a layer are one matrix, so that their input is quantized once.
 */
export function buildBertGraph(weights: BertWeights, shape: BertShape): Uint8Array {
  const graph = new OnnxGraph()
  const mask = graph.node('Cast', ['attention_mask'], { attributes: { to: { int: 1 } } })
  const builder = { graph, weights, shape, mask }
  let x = embedTokens(builder)
  for (let layer = 0; layer < shape.layers; layer++) x = encoderLayer(builder, x, `encoder.layer.${layer}.`)
  meanPool(builder, x)
  return graph.build(
    [
      { name: 'input_ids', shape: ['batch', 'tokens'], type: 'int64' },
      { name: 'attention_mask', shape: ['batch', 'tokens'], type: 'int64' },
    ],
    [{ name: 'embedding', shape: ['batch', shape.hidden], type: 'float' }],
  )
}

interface Builder {
  graph: OnnxGraph
  weights: BertWeights
  shape: BertShape
  mask: string
}

function embedTokens({ graph, weights, shape }: Builder): string {
  const words = dequantizedRows(graph, weights.get('embeddings.word_embeddings.weight'))
  const length = graph.node('Gather', [graph.node('Shape', ['input_ids']), int64(graph, [1], [])])
  const positions = graph.node('Range', [int64(graph, [0], []), length, int64(graph, [1], [])])
  const table = constant(graph, weights.get('embeddings.position_embeddings.weight'))
  const places = graph.node('Gather', [table, positions])
  // Every token is of sentence type 0, so its row is a constant.
  const types = weights.get('embeddings.token_type_embeddings.weight').data.slice(0, shape.hidden)
  const sum = graph.node('Add', [graph.node('Add', [words, places]), graph.constant([shape.hidden], types)])
  return layerNorm({ graph, weights, shape }, sum, 'embeddings.LayerNorm')
}

/** Rows of the vocabulary stay 8-bit in the file and in memory; a looked-up row is scaled back. */
function dequantizedRows(graph: OnnxGraph, table: Weight): string {
  const [rows, columns] = [table.shape[0]!, table.shape[1]!]
  const quantized = new Int8Array(rows * columns)
  const scales = new Float32Array(rows)
  for (let r = 0; r < rows; r++) {
    let peak = 1e-9
    for (let c = 0; c < columns; c++) peak = Math.max(peak, Math.abs(table.data[r * columns + c]!))
    scales[r] = peak / 127
    for (let c = 0; c < columns; c++) quantized[r * columns + c] = Math.round(table.data[r * columns + c]! / scales[r]!)
  }
  const row = graph.node('Gather', [graph.constant([rows, columns], quantized), 'input_ids'])
  const scale = graph.node('Gather', [graph.constant([rows, 1], scales), 'input_ids'])
  return graph.node('Mul', [graph.node('Cast', [row], { attributes: { to: { int: 1 } } }), scale])
}

function encoderLayer(builder: Builder, x: string, prefix: string): string {
  const { graph } = builder
  const attended = linear(builder, attention(builder, x, prefix), [`${prefix}attention.output.dense`])
  const middle = layerNorm(builder, graph.node('Add', [attended, x]), `${prefix}attention.output.LayerNorm`)
  const wide = linear(builder, middle, [`${prefix}intermediate.dense`])
  const active = graph.node('Gelu', [wide], { domain: 'com.microsoft' })
  const narrow = linear(builder, active, [`${prefix}output.dense`])
  return layerNorm(builder, graph.node('Add', [narrow, middle]), `${prefix}output.LayerNorm`)
}

function attention(builder: Builder, x: string, prefix: string): string {
  const { graph, shape, mask } = builder
  const names = ['query', 'key', 'value'].map((part) => `${prefix}attention.self.${part}`)
  const joined = linear(builder, x, names)
  const sizes = int64(graph, [shape.hidden, shape.hidden, shape.hidden])
  const [query, key, value] = graph.nodes('Split', [joined, sizes], 3, { attributes: { axis: { int: -1 } } })
  const padding = graph.node('Cast', [mask], { attributes: { to: { int: 6 } } })
  return graph.node('MultiHeadAttention', [query!, key!, value!, '', padding], {
    domain: 'com.microsoft',
    attributes: { num_heads: { int: shape.heads } },
  })
}

/** x · W + b with 8-bit factors; several layers of one input side by side. */
function linear({ graph, weights }: Builder, x: string, layers: readonly string[]): string {
  const { shape, quantized, scales } = quantizeColumns(layers.map((layer) => weights.matrix(layer)))
  const bias = Float32Array.from(layers.flatMap((layer) => [...weights.get(`${layer}.bias`).data]))
  const [values, scale, zero] = graph.nodes('DynamicQuantizeLinear', [x], 3)
  const factors = graph.constant(shape, quantized)
  const noOffset = graph.constant([shape[1]!], new Int8Array(shape[1]!))
  const product = graph.node('MatMulInteger', [values!, factors, zero!, noOffset])
  const asFloat = graph.node('Cast', [product], { attributes: { to: { int: 1 } } })
  const scaled = graph.node('Mul', [asFloat, graph.node('Mul', [scale!, graph.constant([scales.length], scales)])])
  return graph.node('Add', [scaled, graph.constant([bias.length], bias)])
}

/**
 * 7-bit weights (−63…63): products of an unsigned and a signed byte are added in pairs to 16 bits on processors without VNNI, and
 * a full-range weight would overflow there. Costs nothing measurable and gives the same vectors on every machine.
 */
const WEIGHT_PEAK = 63

function quantizeColumns(matrices: readonly Weight[]) {
  const rows = matrices[0]!.shape[0]!
  const columns = matrices.reduce((sum, matrix) => sum + matrix.shape[1]!, 0)
  const quantized = new Int8Array(rows * columns)
  const scales = new Float32Array(columns)
  let column = 0
  for (const { shape, data } of matrices) {
    const width = shape[1]!
    for (let c = 0; c < width; c++, column++) {
      let peak = 1e-9
      for (let r = 0; r < rows; r++) peak = Math.max(peak, Math.abs(data[r * width + c]!))
      const scale = peak / WEIGHT_PEAK
      scales[column] = scale
      for (let r = 0; r < rows; r++) quantized[r * columns + column] = Math.round(data[r * width + c]! / scale)
    }
  }
  return { shape: [rows, columns], quantized, scales }
}

function layerNorm({ graph, weights, shape }: Omit<Builder, 'mask'>, x: string, name: string): string {
  const inputs = [x, constant(graph, weights.get(`${name}.weight`)), constant(graph, weights.get(`${name}.bias`))]
  const attributes = { axis: { int: -1 }, epsilon: { float: shape.layerNormEpsilon } }
  return graph.node('LayerNormalization', inputs, { attributes })
}

function meanPool({ graph, mask }: Builder, x: string): void {
  const weight = graph.node('Unsqueeze', [mask, int64(graph, [2])])
  const kept = graph.node('Mul', [x, weight])
  const sum = graph.node('ReduceSum', [kept, int64(graph, [1])], { attributes: { keepdims: { int: 0 } } })
  const attributes = { axis: { int: -1 }, p: { int: 2 } }
  // The mean's divisor would cancel in the normalization.
  graph.node('LpNormalization', [sum], { attributes, outputs: ['embedding'] })
}

function constant(graph: OnnxGraph, weight: Weight): string {
  return graph.constant(weight.shape, weight.data)
}

function int64(graph: OnnxGraph, values: readonly number[], shape: readonly number[] = [values.length]): string {
  return graph.constant(shape, BigInt64Array.from(values, BigInt))
}
