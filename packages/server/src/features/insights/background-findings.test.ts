import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { BackgroundFindings } from './background-findings.ts'

const shop = { id: 'a.example', version: 1, config: completeConfig({}) } as unknown as Shop

/** The check runs until `endLook` is called. */
function open() {
  const world = { basis: 'first', nowMs: 1_000_000, looks: 0, errors: [] as unknown[] }
  const ends: ((error?: Error) => void)[] = []
  const findings = new BackgroundFindings<string>({
    look: () => {
      world.looks++
      const found = [world.basis]
      return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve(found))))
    },
    basisOf: async () => world.basis,
    maxAgeMs: 60_000,
    clock: () => world.nowMs,
    onError: (error) => world.errors.push(error),
    patienceMs: 0,
  })
  const endLook = async (error?: Error) => {
    ends.shift()?.(error)
    await new Promise(setImmediate)
  }
  return { world, findings, endLook }
}

describe('findings that take longer than a request', () => {
  it('are empty and without an age while the first check is running', async () => {
    const { findings, endLook } = open()
    expect(await findings.of(shop)).toEqual({ found: [], atMs: null, isCurrent: false })
    await endLook()
    expect(await findings.of(shop)).toEqual({ found: ['first'], atMs: 1_000_000, isCurrent: true })
  })

  it('are checked once, however many callers ask', async () => {
    const { world, findings, endLook } = open()
    await Promise.all([findings.of(shop), findings.of(shop), findings.of(shop)])
    expect(world.looks).toBe(1)
    await endLook()
    await findings.of(shop)
    expect(world.looks).toBe(1)
  })

  it('are the previous ones, marked as outdated, while a check after a change is running', async () => {
    const { world, findings, endLook } = open()
    await findings.of(shop)
    await endLook()
    world.basis = 'second'
    world.nowMs += 1000
    expect(await findings.of(shop)).toEqual({ found: ['first'], atMs: 1_000_000, isCurrent: false })
    await endLook()
    expect(await findings.of(shop)).toEqual({ found: ['second'], atMs: 1_001_000, isCurrent: true })
  })

  it('are checked again when they are old, even if nothing changed', async () => {
    const { world, findings, endLook } = open()
    await findings.of(shop)
    await endLook()
    world.nowMs += 60_000
    expect((await findings.of(shop)).isCurrent).toBe(false)
    expect(world.looks).toBe(2)
  })

  it('rest for a while after a long check, however often the shop changes', async () => {
    const { world, findings, endLook } = open()
    await findings.of(shop)
    world.nowMs += 3000
    await endLook()
    world.basis = 'second'
    world.nowMs += 56_000
    expect((await findings.of(shop)).isCurrent).toBe(false)
    expect(world.looks).toBe(1)
    world.nowMs += 1000
    await findings.of(shop)
    expect(world.looks).toBe(2)
  })

  it('are outdated if their check began before the change', async () => {
    const { world, findings, endLook } = open()
    await findings.of(shop)
    world.basis = 'second'
    await endLook()
    expect((await findings.of(shop)).isCurrent).toBe(false)
  })

  it('are waited for by callers that want current ones', async () => {
    const { world, findings, endLook } = open()
    await findings.of(shop)
    world.basis = 'second'
    const asked = findings.current(shop)
    await endLook()
    await endLook()
    expect(await asked).toMatchObject({ found: ['second'], isCurrent: true })
    expect(world.looks).toBe(2)
  })

  it('are checked again after a check failed', async () => {
    const { world, findings, endLook } = open()
    await findings.of(shop)
    await endLook(new Error('no'))
    expect(world.errors).toHaveLength(1)
    await findings.of(shop)
    await endLook()
    expect(await findings.of(shop)).toMatchObject({ found: ['first'], isCurrent: true })
  })
})
