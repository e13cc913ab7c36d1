/** Defines what the calling thread and search threads tell each other. */
import type { Segment, ShardTask } from '@vitrine/engine'

export interface SearchMessage {
  run: number
  /** State of this run's tasks: see `claim`. */
  control: Int32Array
  tasks: readonly { place: number; segment: number; task: ShardTask }[]
  /** Segments that the thread does not have yet. Their arrays are shared: nothing is copied. */
  added: readonly { id: number; segment: Segment }[]
  /** Segments that are no longer in use. */
  dropped: readonly number[]
}

export interface SearchAnswer {
  run: number
  place: number
  result?: unknown
  failed?: true
}

/** One slot for each task, 0 until a thread takes it, and one more that counts answers. */
export function newControl(tasks: number): Int32Array {
  return new Int32Array(new SharedArrayBuffer(4 * (tasks + 1)))
}

/** Takes the task; true if it is this thread's now. Each is taken once, by whoever comes first. */
export function claim(control: Int32Array, place: number): boolean {
  return Atomics.compareExchange(control, place, 0, 1) === 0
}

/** After the answer was sent. */
export function finish(control: Int32Array): void {
  Atomics.add(control, control.length - 1, 1)
  Atomics.notify(control, control.length - 1)
}

export function finishedCount(control: Int32Array): number {
  return Atomics.load(control, control.length - 1)
}

/** Until another answer was sent than the `seen` ones, at most so long. */
export function waitForMore(control: Int32Array, seen: number, limitMs: number): void {
  Atomics.wait(control, control.length - 1, seen, limitMs)
}
