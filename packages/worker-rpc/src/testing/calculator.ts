import { parentPort, threadId } from 'node:worker_threads'
import { serveRpc, transferring } from '../serve-rpc.ts'

export class Calculator {
  readonly #base: number
  #freed = 0

  constructor({ base }: { base: number }) {
    if (base < 0) throw new RangeError('a base below zero')
    this.#base = base
  }

  add(a: number): number {
    return this.#base + a
  }

  async slowly(a: number): Promise<number> {
    await new Promise(setImmediate)
    return this.#base + a
  }

  refuse(): never {
    throw Object.assign(new TypeError('refused'), { code: 'E_NO', errcode: 13 })
  }

  sum(numbers: Float32Array): number {
    return numbers.reduce((total, one) => total + one, this.#base)
  }

  zeros(count: number): Float32Array {
    const numbers = new Float32Array(count)
    return transferring(numbers, [numbers.buffer])
  }

  thread(): number {
    return threadId
  }

  freeCaches(): void {
    this.#freed++
  }

  freedCaches(): number {
    return this.#freed
  }

  die(): void {
    process.exit(3)
  }

  /** Simulates a message that cannot be read and is not answered. */
  misread(): Promise<never> {
    setImmediate(() => parentPort?.emit('messageerror', new Error('the call cannot be read')))
    return new Promise(() => {})
  }

  close(): void {}
}

serveRpc((settings: { base: number }) => new Calculator(settings))
