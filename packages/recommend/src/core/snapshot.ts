/** A stored model: numbers and named typed arrays. Several snapshots share one container. */
import {
  type Container,
  ContainerRefused,
  decodeContainer,
  encodeContainer,
  type TypedArray,
} from '@vitrine/array-container'

export interface Snapshot {
  kind: string
  /** Increment when the layout changes. Older snapshots are then rejected, and models are refitted from the log. */
  version: number
  numbers: Record<string, number>
  arrays: Record<string, TypedArray>
}

const KIND = 'models'
const VERSION = 1

type About = Omit<Snapshot, 'arrays'>[]

export function packSnapshots(snapshots: readonly Snapshot[]): Uint8Array {
  const about: About = snapshots.map(({ kind, version, numbers }) => ({ kind, version, numbers }))
  const named = snapshots.flatMap(({ arrays }, place) =>
    Object.entries(arrays).map(([name, array]) => [`${place}.${name}`, array] as const),
  )
  const pieces = encodeContainer({ kind: KIND, version: VERSION, about, arrays: Object.fromEntries(named) })
  const bytes = new Uint8Array(pieces.reduce((size, piece) => size + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** Returns undefined for unreadable bytes. Copies the arrays, because models write into them. */
export function unpackSnapshots(bytes: Uint8Array): Snapshot[] | undefined {
  const container = readContainer(bytes)
  if (container?.kind !== KIND || container.version !== VERSION) return undefined
  const snapshots = (container.about as About).map((about): Snapshot => ({ ...about, arrays: {} }))
  for (const [name, array] of Object.entries(container.arrays)) {
    const dot = name.indexOf('.')
    snapshots[Number(name.slice(0, dot))].arrays[name.slice(dot + 1)] = array.slice()
  }
  return snapshots
}

function readContainer(bytes: Uint8Array): Container | undefined {
  try {
    return decodeContainer(bytes)
  } catch (error) {
    if (error instanceof ContainerRefused) return undefined
    throw error
  }
}

export function expectKind(snapshot: Snapshot, kind: string, version: number): void {
  if (snapshot.kind !== kind || snapshot.version !== version)
    throw new Error(`snapshot is ${snapshot.kind} v${snapshot.version}, expected ${kind} v${version}`)
}
