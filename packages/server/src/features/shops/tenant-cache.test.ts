import { describe, expect, it } from 'vitest'
import { TenantCache } from './tenant-cache.ts'

function world(most: number, patienceMs?: number) {
  const open = new Set<string>()
  const reported: string[] = []
  const errors: unknown[] = []
  let held = Promise.resolve()
  let fails = false
  const part = {
    loading: 'loading the part',
    async open(shop: string) {
      reported.push(`open ${shop}`)
      await held
      if (fails) throw new Error('cannot be read')
      open.add(shop)
    },
    async leave(shop: string) {
      reported.push(`leave ${shop}`)
      await held
      open.delete(shop)
    },
  }
  const residents = new TenantCache({ parts: [part], most, patienceMs, onError: (error) => errors.push(error) })
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return () => {
      held = Promise.resolve()
      resolve()
    }
  }
  const failing = (isFailing: boolean) => {
    fails = isFailing
  }
  const isOpen = (shop: string) => open.has(shop)
  const visit = (shop: string) => residents.during(shop, () => isOpen(shop))
  return { residents, open, reported, errors, hold, failing, visit, isOpen }
}

describe('shops in memory', () => {
  it('are opened once for all who need them, and stay', async () => {
    const { reported, visit } = world(2)
    expect(await Promise.all([visit('a'), visit('a'), visit('a')])).toEqual([true, true, true])
    expect(await visit('a')).toBe(true)
    expect(reported).toEqual(['open a'])
  })

  it('are released beyond the cap, the least recently used first, and opened again on the next use', async () => {
    const { residents, open, reported, visit } = world(2)
    for (const shop of ['a', 'b', 'a', 'c']) await visit(shop)
    await residents.settle()
    expect([...open]).toEqual(['a', 'c'])
    expect(await visit('b')).toBe(true)
    await residents.settle()
    expect([...open]).toEqual(['c', 'b'])
    expect(reported.filter((one) => one.startsWith('leave'))).toEqual(['leave b', 'leave a'])
    expect([residents.size, residents.opened, residents.left]).toEqual([2, 4, 2])
  })

  it('are opened again only after they were released, when their state is stored', async () => {
    const { residents, reported, hold, visit } = world(1)
    const [a, b] = [residents.enter('a'), residents.enter('b')]
    await Promise.all([a.ready, b.ready])
    const letGo = hold()
    residents.exit(a)
    const back = visit('a')
    await new Promise(setImmediate)
    expect(reported).toEqual(['open a', 'open b', 'leave a'])
    letGo()
    expect(await back).toBe(true)
    expect(reported.slice(0, 4)).toEqual(['open a', 'open b', 'leave a', 'open a'])
  })

  it('are not released while a request uses them, even beyond the cap', async () => {
    const { residents, open, visit } = world(1)
    const using = residents.enter('a')
    await using.ready
    expect(await visit('b')).toBe(true)
    await residents.settle()
    expect([...open]).toEqual(['a'])
    const other = residents.enter('c')
    await other.ready
    expect([...open]).toEqual(['a', 'c'])
    residents.exit(using)
    await residents.settle()
    expect([...open]).toEqual(['c'])
  })

  it('are opened after their release if they are requested during it', async () => {
    const { residents, reported, hold, visit, open } = world(1)
    await visit('a')
    const letGo = hold()
    // There is room for one shop, so opening b releases a.
    const coming = visit('b')
    letGo()
    await coming
    const release = hold()
    const again = visit('a')
    release()
    expect(await again).toBe(true)
    await residents.settle()
    expect([...open]).toEqual(['a'])
    expect(reported).toEqual(['open a', 'open b', 'leave a', 'open a', 'leave b'])
  })

  it('delay a request only for the patience of a request, and are used once they are open', async () => {
    const { residents, hold, visit, isOpen } = world(1, 0)
    const letGo = hold()
    expect(await visit('a')).toBe(false)
    letGo()
    await residents.forget('b')
    while (!isOpen('a')) await Promise.resolve()
    expect(await visit('a')).toBe(true)
  })

  it('are tried again if they cannot be opened, and requests are answered without them', async () => {
    const { failing, errors, visit } = world(1)
    failing(true)
    expect(await visit('a')).toBe(false)
    expect(errors).toHaveLength(1)
    failing(false)
    expect(await visit('a')).toBe(true)
  })

  it('are opened by an event if there is room, and displace no other shop', async () => {
    const { residents, reported } = world(2)
    for (const shop of ['a', 'b', 'c', 'a']) residents.requestLoad(shop)
    await residents.during('a', () => {})
    expect(reported).toEqual(['open a', 'open b'])
  })

  it('are opened at the start part by part; those named first are released last', async () => {
    const { residents, reported, visit } = world(2)
    const steps: string[] = []
    await residents.warm(['a', 'b'], (step, work) => {
      steps.push(step)
      return work()
    })
    expect([steps, reported]).toEqual([['loading the part'], ['open a', 'open b']])
    await visit('c')
    await residents.settle()
    expect(reported.slice(2)).toEqual(['open c', 'leave b'])
  })

  it('are forgotten after a deletion, once their opening has ended', async () => {
    const { residents, hold, reported } = world(1)
    const letGo = hold()
    residents.requestLoad('a')
    const forgotten = residents.forget('a')
    letGo()
    await forgotten
    expect([residents.has('a'), reported]).toEqual([false, ['open a']])
  })
})
