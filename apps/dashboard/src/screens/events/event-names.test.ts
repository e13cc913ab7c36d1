import { EVENT_NAMES } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { EVENT_GROUPS } from './event-names.ts'

describe('the checklist of events', () => {
  it('has every event name that the service accepts, once, and no other', () => {
    const names = EVENT_GROUPS.flatMap(({ events }) => events.map(({ name }) => name))
    expect(names.toSorted()).toEqual([...EVENT_NAMES].sort())
  })
})
