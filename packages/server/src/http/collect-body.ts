/** Puts the body of a request together, as long as it may be. */
import type { IncomingMessage } from 'node:http'
import { Refusal } from '../features/errors.ts'
import { BodyTooLarge } from './errors.ts'

export interface BodyPlan {
  limitBytes: number
  /** Told of each piece as it comes. Throws where there is no room for it. */
  keep(bytes: number): void
  /** Told once, of all that was read. */
  charge(bytes: number): void
}

type Done = (error: Error | null, bytes?: Buffer) => void

/** `done` is called once. What comes after a refusal is read and forgotten. */
export function collectBody(request: IncomingMessage, plan: BodyPlan, done: Done): void {
  if (Number(request.headers['content-length'] ?? 0) > plan.limitBytes) {
    done(new BodyTooLarge())
    return
  }
  const chunks: Buffer[] = []
  let received = 0
  let isDone = false
  const finish = (error: Error | null, bytes?: Buffer) => {
    if (isDone) return
    isDone = true
    chunks.length = 0
    plan.charge(received)
    done(error, bytes)
  }
  request.on('data', (chunk: Buffer) => {
    if (isDone) return
    received += chunk.length
    const fault = received > plan.limitBytes ? new BodyTooLarge() : faultOf(plan, chunk.length)
    if (fault === undefined) chunks.push(chunk)
    else finish(fault)
  })
  request.on('end', () => finish(null, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)))
  request.on('error', () => finish(new Refusal(400, 'body could not be read')))
}

function faultOf(plan: BodyPlan, bytes: number): Error | undefined {
  try {
    plan.keep(bytes)
    return undefined
  } catch (error) {
    return error as Error
  }
}
