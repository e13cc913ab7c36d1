// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyScreen } from '../screens.ts'
import { probe, watchedFetch, whenConnected } from './connection.ts'

let status: number | 'away' = 200
let asked = 0
beforeEach(() => {
  asked = 0
  vi.useFakeTimers({ now: 1_000_000 })
  onlineManager.setOnline(true)
  sessionStorage.clear()
  vi.stubGlobal('fetch', async () => {
    asked++
    if (status === 'away') throw new TypeError('fetch failed')
    return new Response(null, { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('the connection', () => {
  it.each([
    [200, true],
    [401, true],
    [499, true],
    [500, false],
    [503, false],
    ['away', false],
  ] as const)('to a server that answers %s is there: %s', async (answer, isOnline) => {
    status = answer
    await probe()
    expect(onlineManager.isOnline()).toBe(isOnline)
  })

  it('is probed every 1.5 seconds from its loss to its return', async () => {
    status = 'away'
    await expect(watchedFetch('/x')).rejects.toThrow('fetch failed')
    expect(onlineManager.isOnline()).toBe(false)
    await expect(watchedFetch('/x')).rejects.toThrow('fetch failed')
    asked = 0
    await vi.advanceTimersByTimeAsync(1499)
    expect(asked).toBe(0)
    await vi.advanceTimersByTimeAsync(1501)
    expect(asked).toBe(2)
    status = 200
    await vi.advanceTimersByTimeAsync(60_000)
    expect([asked, onlineManager.isOnline()]).toEqual([3, true])
  })

  it('does not count as lost when the page aborts a request', async () => {
    status = 'away'
    await expect(watchedFetch('/x', { signal: AbortSignal.abort() })).rejects.toThrow()
    expect(onlineManager.isOnline()).toBe(true)
  })

  it('makes callers of whenConnected wait only while it is lost', async () => {
    let waited = 0
    await whenConnected()
    onlineManager.setOnline(false)
    void whenConnected().then(() => waited++)
    await vi.advanceTimersByTimeAsync(10)
    expect(waited).toBe(0)
    onlineManager.setOnline(true)
    await vi.advanceTimersByTimeAsync(0)
    expect(waited).toBe(1)
  })
})

describe('a screen whose code no longer exists on the server', () => {
  /** Starts loading the screen and returns the promise that React would wait for. */
  const load = () => {
    const screen = lazyScreen(() => Promise.reject(new Error('no chunk')))
    const { _init: init, _payload: payload } = screen as unknown as {
      _init: (of: unknown) => unknown
      _payload: unknown
    }
    try {
      init(payload)
    } catch (thrown) {
      return thrown as Promise<unknown>
    }
    throw new Error('lazyScreen did not start loading')
  }

  it('reloads the page, at most once in half a minute', async () => {
    status = 200
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    void load()
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(29_999)
    await expect(load()).rejects.toThrow('no chunk')
    expect(reload).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(1)
    void load()
    await vi.advanceTimersByTimeAsync(0)
    expect(reload).toHaveBeenCalledTimes(2)
  })
})
