import { readFields, readVarint } from './protobuf.ts'

export interface Weight {
  shape: readonly number[]
  data: Float32Array
}

/** A BERT encoder's numbers by their usual names (`encoder.layer.0.attention.self.query.weight`, …). */
export interface BertWeights {
  /** A vector or table as stored. */
  get(name: string): Weight
  /** A linear layer's matrix as inputs × outputs. */
  matrix(layer: string): Weight
}

/** The six matrices of a BERT layer in the order in which an exporter writes their products. */
const LAYER_MATRICES: readonly string[] = [
  'attention.self.query',
  'attention.self.key',
  'attention.self.value',
  'attention.output.dense',
  'intermediate.dense',
  'output.dense',
]

/**
 * The weights of an exported fp32 BERT. The exporter keeps the names of biases and tables, but renames each matrix; those are told by
 * their order: six products with a constant a layer.
 */
export function readOnnxBert(file: Uint8Array): BertWeights {
  const graph = [...readFields(bytesOf(file, 7))]
  const tensors = new Map<string, Weight>()
  for (const field of graph) {
    if (field.number !== 5 || field.kind !== 'bytes') continue
    const { name, ...weight } = readTensor(field.value)
    if (weight.data.length > 0) tensors.set(name, weight)
  }
  const products: Weight[] = []
  for (const field of graph) {
    if (field.number !== 1 || field.kind !== 'bytes') continue
    const matrix = constantFactor(field.value, tensors)
    if (matrix !== undefined) products.push(matrix)
  }
  return {
    get: (name) => tensors.get(name) ?? missing(name),
    matrix: (layer) => products[productNumber(layer)] ?? missing(layer),
  }
}

function productNumber(layer: string): number {
  const match = /^encoder\.layer\.(\d+)\.(.+)$/.exec(layer)
  const place = LAYER_MATRICES.indexOf(match?.[2] ?? '')
  return place < 0 ? -1 : Number(match?.[1]) * LAYER_MATRICES.length + place
}

/** The constant 2-D second factor of a MatMul node; undefined for every other node. */
function constantFactor(node: Uint8Array, tensors: ReadonlyMap<string, Weight>): Weight | undefined {
  const inputs: string[] = []
  let operator = ''
  for (const field of readFields(node)) {
    if (field.kind !== 'bytes') continue
    if (field.number === 1) inputs.push(Buffer.from(field.value).toString())
    else if (field.number === 4) operator = Buffer.from(field.value).toString()
  }
  const factor = operator === 'MatMul' ? tensors.get(inputs[1] ?? '') : undefined
  return factor?.shape.length === 2 ? factor : undefined
}

function readTensor(message: Uint8Array): Weight & { name: string } {
  const shape: number[] = []
  let name = ''
  let type = 0
  let raw = new Uint8Array()
  for (const field of readFields(message)) {
    if (field.number === 1) shape.push(...dimensions(field.value))
    else if (field.number === 2) type = Number(field.value)
    else if (field.number === 8 && field.kind === 'bytes') name = Buffer.from(field.value).toString()
    else if (field.number === 9 && field.kind === 'bytes') raw = new Uint8Array(field.value)
  }
  return { name, shape, data: type === 1 ? new Float32Array(raw.buffer) : new Float32Array() }
}

/** Packed or one by one, as the writer liked. */
function dimensions(value: bigint | Uint8Array): number[] {
  if (typeof value === 'bigint') return [Number(value)]
  const out: number[] = []
  for (let at = 0; at < value.length; ) {
    const [size, end] = readVarint(value, at)
    out.push(Number(size))
    at = end
  }
  return out
}

function bytesOf(message: Uint8Array, number: number): Uint8Array {
  for (const field of readFields(message)) if (field.number === number && field.kind === 'bytes') return field.value
  return missing(`field ${number}`)
}

function missing(what: string): never {
  throw new Error(`the model file has no ${what}`)
}
