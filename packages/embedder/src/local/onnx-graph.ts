import { bytesField, floatField, join, varintField } from './protobuf.ts'

/**
 * Writes an ONNX model: nodes and constants are added in order of use, names are made up on the way.
 * Field numbers are those of onnx.proto3 (ModelProto, GraphProto, NodeProto, TensorProto, AttributeProto).
 */
export class OnnxGraph {
  #nodes: Uint8Array[] = []
  #constants: Uint8Array[] = []
  #names = 0

  /** Adds a node with one output and answers the output's name. */
  node(operator: string, inputs: readonly string[], options: NodeOptions = {}): string {
    return this.nodes(operator, inputs, 1, options)[0]!
  }

  nodes(operator: string, inputs: readonly string[], outputCount: number, options: NodeOptions = {}): string[] {
    const outputs = options.outputs ?? Array.from({ length: outputCount }, () => this.#name())
    const parts = [
      ...inputs.map((name) => bytesField(1, name)),
      ...outputs.map((name) => bytesField(2, name)),
      bytesField(4, operator),
      ...Object.entries(options.attributes ?? {}).map(([name, value]) => bytesField(5, attribute(name, value))),
    ]
    if (options.domain !== undefined) parts.push(bytesField(7, options.domain))
    this.#nodes.push(bytesField(1, join(parts)))
    return [...outputs]
  }

  constant(shape: readonly number[], data: TensorData): string {
    const name = this.#name()
    this.#constants.push(bytesField(5, tensor(name, shape, data)))
    return name
  }

  build(inputs: readonly ValueInfo[], outputs: readonly ValueInfo[]): Uint8Array {
    const graph = join([
      ...this.#nodes,
      bytesField(2, 'vitrine'),
      ...this.#constants,
      ...inputs.map((value) => bytesField(11, valueInfo(value))),
      ...outputs.map((value) => bytesField(12, valueInfo(value))),
    ])
    const standard = bytesField(8, join([bytesField(1, ''), varintField(2, 17)]))
    const contributed = bytesField(8, join([bytesField(1, 'com.microsoft'), varintField(2, 1)]))
    return join([varintField(1, 8), bytesField(2, 'vitrine'), bytesField(7, graph), standard, contributed])
  }

  #name(): string {
    return `v${this.#names++}`
  }
}

export interface NodeOptions {
  attributes?: Record<string, AttributeValue>
  /** `com.microsoft` for onnxruntime's own fused operators. */
  domain?: string
  /** Given names instead of made-up ones: for the graph's own outputs. */
  outputs?: readonly string[]
}

export type AttributeValue = { int: number } | { float: number } | { ints: readonly number[] }
export type TensorData = Float32Array | BigInt64Array | Int8Array | Uint8Array | Int32Array

export interface ValueInfo {
  name: string
  /** A string is a dimension that varies from call to call. */
  shape: readonly (number | string)[]
  type: 'float' | 'int64'
}

function attribute(name: string, value: AttributeValue): Uint8Array {
  const head = bytesField(1, name)
  if ('int' in value) return join([head, varintField(3, value.int), varintField(20, 2)])
  if ('float' in value) return join([head, floatField(2, value.float), varintField(20, 1)])
  return join([head, ...value.ints.map((n) => varintField(8, n)), varintField(20, 7)])
}

function tensor(name: string, shape: readonly number[], data: TensorData): Uint8Array {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const dims = shape.map((size) => varintField(1, size))
  return join([...dims, varintField(2, elementType(data)), bytesField(8, name), bytesField(9, bytes)])
}

function elementType(data: TensorData): number {
  if (data instanceof Float32Array) return 1
  if (data instanceof Uint8Array) return 2
  if (data instanceof Int8Array) return 3
  if (data instanceof Int32Array) return 6
  return 7
}

function valueInfo({ name, shape, type }: ValueInfo): Uint8Array {
  const dimension = (size: number | string) =>
    bytesField(1, typeof size === 'string' ? bytesField(2, size) : varintField(1, size))
  const tensorType = join([varintField(1, type === 'float' ? 1 : 7), bytesField(2, join(shape.map(dimension)))])
  return join([bytesField(1, name), bytesField(2, bytesField(1, tensorType))])
}
