import { encodeContainer } from '@vitrine/array-container'
import { describe, expect, it } from 'vitest'
import { expectKind, type Snapshot, unpackSnapshots } from './snapshot.ts'

const snapshot: Snapshot = { kind: 'co-view', version: 2, numbers: {}, arrays: {} }

describe('a stored model', () => {
  it('is refused if it has another kind or version', () => {
    expect(() => expectKind(snapshot, 'co-view', 2)).not.toThrow()
    expect(() => expectKind(snapshot, 'slist', 2)).toThrow('snapshot is co-view v2, expected slist v2')
    expect(() => expectKind(snapshot, 'co-view', 1)).toThrow('expected co-view v1')
  })

  it('is not read from a container of another kind or version', () => {
    const read = (kind: string, version: number) =>
      unpackSnapshots(Buffer.concat([...encodeContainer({ kind, version, about: [], arrays: {} })]))
    expect([read('models', 1), read('segment', 1), read('models', 2)]).toEqual([[], undefined, undefined])
  })
})
