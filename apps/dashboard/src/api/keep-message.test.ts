import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { describe, expect, it } from 'vitest'
import { keepMessage } from './keep-message.ts'

const KEY = ['a.example', 'latest-events']

/** Observes the query. The test answers each request by calling the next function in `asked`. */
function watched() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const asked: ((events: string[]) => void)[] = []
  const queryFn = () =>
    new Promise((resolve) => asked.push((events) => resolve({ events: events.map((id) => ({ id })), set_aside: [] })))
  const stop = new QueryObserver(client, { queryKey: KEY, queryFn }).subscribe(() => {})
  const shown = () => client.getQueryData<{ events: { id: string }[] }>(KEY)?.events.map(({ id }) => id)
  return { client, asked, shown, stop }
}

describe('messages of the stream', () => {
  it('are added to the cached answer', async () => {
    const { client, asked, shown, stop } = watched()
    asked[0]!(['first'])
    await expect.poll(shown).toEqual(['first'])
    keepMessage(client, 'a.example', 'event', { id: 'second' })
    expect(shown()).toEqual(['second', 'first'])
    expect(asked).toHaveLength(1)
    stop()
  })

  for (const name of ['event', 'set_aside'])
    it(`cause another request if the first answer may be older: ${name}`, async () => {
      const { client, asked, shown, stop } = watched()
      for (const id of ['one', 'two', 'three']) keepMessage(client, 'a.example', name, { id })
      asked[0]!(['old'])
      await expect.poll(() => asked.length).toBe(2)
      asked[1]!(['three', 'two', 'one'])
      await expect.poll(shown).toEqual(['three', 'two', 'one'])
      expect(asked).toHaveLength(2)
      stop()
    })
})
