/** Runs a bulk operation and reads its file. Runs it again if it fails or expires, or the file is cut off. */
import { readFile, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { type AdminApi, ShopifyTrouble } from './admin-graphql.ts'
import { OPERATION_QUERY, RUN_OPERATION } from './documents.ts'

interface Operation {
  id: string
  status: string
  errorCode: string | null
  objectCount: string
  rootObjectCount: string
  url: string | null
}

export interface OperationMemory {
  /** Returns the id of the operation that was started for this purpose but not read to its end. */
  read(purpose: string): Promise<string | undefined>
  write(purpose: string, id: string | undefined): Promise<void>
}

export interface OperationDeps {
  api: AdminApi
  memory: OperationMemory
  onProgress(purpose: string, objects: number, status: string): void
}

const POLL_MS = 2000
const MAX_RUNS = 3
const GOING = new Set(['CREATED', 'RUNNING', 'CANCELING'])

/** Passes each line of the result to `take`, starting again from the first if the file was cut off. */
export async function runBulkOperation(
  deps: OperationDeps,
  { purpose, query }: { purpose: string; query: string },
  take: (lines: AsyncIterable<Record<string, unknown>>) => Promise<void>,
): Promise<void> {
  let cause: unknown
  for (let run = 1; run <= MAX_RUNS; run++) {
    const operation = await finishedOperation(deps, purpose, query)
    try {
      if (operation.url !== null)
        await take(linesOf(await deps.api.download(operation.url), Number(operation.rootObjectCount)))
      await deps.memory.write(purpose, undefined)
      return
    } catch (error) {
      if (!(error instanceof ShopifyTrouble)) throw error
      cause = error
      // The second run reads the same file again; the third starts a new operation.
      if (run > 1) await deps.memory.write(purpose, undefined)
    }
  }
  throw cause
}

/** Continues an operation that an earlier run left behind, since it may be hours of work. */
async function finishedOperation(deps: OperationDeps, purpose: string, query: string): Promise<Operation> {
  const { api, memory } = deps
  for (let run = 1; run <= MAX_RUNS; run++) {
    const known = await memory.read(purpose)
    const id = known ?? (await startOperation(api, query))
    if (known === undefined) await memory.write(purpose, id)
    const operation = await untilDone(deps, purpose, id)
    if (operation?.status === 'COMPLETED') return operation
    await memory.write(purpose, undefined)
    if (operation?.errorCode === 'ACCESS_DENIED')
      throw new ShopifyTrouble('the token lacks some scopes: give the app read_products, read_publications, read_markets and read_translations') // biome-ignore format: one line reads better
  }
  throw new ShopifyTrouble(`the bulk operation for ${purpose} failed ${MAX_RUNS} times`)
}

async function startOperation(api: AdminApi, query: string): Promise<string> {
  const { bulkOperationRunQuery: run } = await api.ask<{
    bulkOperationRunQuery: { bulkOperation: { id: string } | null; userErrors: { message: string }[] }
  }>(RUN_OPERATION, { query })
  if (run.bulkOperation) return run.bulkOperation.id
  throw new ShopifyTrouble(
    `the bulk operation was not started: ${run.userErrors.map(({ message }) => message).join('; ')}`,
  )
}

async function untilDone(
  { api, onProgress }: OperationDeps,
  purpose: string,
  id: string,
): Promise<Operation | undefined> {
  for (;;) {
    const { node } = await api.ask<{ node: Operation | null }>(OPERATION_QUERY, { id })
    onProgress(purpose, Number(node?.objectCount ?? 0), node?.status ?? 'EXPIRED')
    if (node === null || !GOING.has(node.status)) return node ?? undefined
    await api.wait(POLL_MS)
  }
}

/** @throws if lines or objects are missing: those received so far are valid, but incomplete. */
async function* linesOf(chunks: AsyncIterable<Uint8Array>, roots: number): AsyncGenerator<Record<string, unknown>> {
  let seen = 0
  for await (const line of createInterface({ input: Readable.from(chunks) })) {
    if (line === '') continue
    const value = parse(line)
    if (value === undefined) throw new ShopifyTrouble('the result of the operation is cut off')
    if (value.__parentId === undefined) seen++
    yield value
  }
  if (seen < roots) throw new ShopifyTrouble(`the result of the operation has ${seen} of ${roots} objects`)
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return undefined
  }
}

/** Stores running operations in a small file without secrets, so that an interrupted sync can continue with them. */
export function operationFile(path: string): OperationMemory {
  const read = async (): Promise<Record<string, string>> => {
    try {
      return JSON.parse(await readFile(path, 'utf8')) as Record<string, string>
    } catch {
      return {}
    }
  }
  return {
    read: async (purpose) => (await read())[purpose],
    async write(purpose, id) {
      const { [purpose]: _, ...others } = await read()
      await writeFile(path, `${JSON.stringify({ ...others, ...(id ? { [purpose]: id } : {}) }, null, 2)}\n`)
    },
  }
}
