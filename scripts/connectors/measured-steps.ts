import { readFileSync } from 'node:fs'

export class MeasuredSteps {
  readonly seconds: Record<string, number> = {}

  async step<T>(name: string, work: () => Promise<T> | T): Promise<T> {
    const begun = performance.now()
    const result = await work()
    this.seconds[name] = Math.round((performance.now() - begun) / 100) / 10
    console.log(`${name}: ${this.seconds[name]} s`)
    return result
  }
}

/** Returns the memory of the process and its descendants in megabytes; 0 if the system does not report it. */
export function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
    return Math.round(children.reduce((sum, child) => sum + memoryOf(Number(child)), own))
  } catch {
    return 0
  }
}

/** Calls `look` until it returns a value. After `seconds`, throws with the last error of `look` as the cause. */
export async function until<T>(what: string, seconds: number, look: () => Promise<T | undefined>): Promise<T> {
  const end = performance.now() + seconds * 1000
  let last: unknown
  while (performance.now() < end) {
    const seen = await look().catch((error: unknown) => {
      last = error
      return undefined
    })
    if (seen !== undefined) return seen
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${what} did not happen within ${seconds} s`, { cause: last })
}

export function expectThat(what: string, holds: boolean, seen: unknown): void {
  if (!holds) throw new Error(`${what}: this does not hold. Found: ${JSON.stringify(seen).slice(0, 2000)}`)
  console.log(what)
}
