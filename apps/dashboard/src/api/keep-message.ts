import type { QueryClient } from '@tanstack/react-query'
import type { EventOutcome, LatestEvents } from '@vitrine/client/admin'

const MAX_EVENTS = 100

export function keepMessage(client: QueryClient, shop: string, name: string, data: unknown): void {
  const message = data as Record<string, unknown[]>
  if (name === 'imports') {
    client.setQueryData([shop, 'imports'], (before: { id: string }[] | undefined) =>
      merged(before, message.imports ?? []),
    )
    // An import changes the product counts in the list of shops too.
    void client.invalidateQueries({ queryKey: ['shops'] })
  }
  if (name === 'alerts') client.setQueryData([shop, 'alerts'], message.alerts)
  else if (name === 'drafts') void client.invalidateQueries({ queryKey: [shop, 'drafts-of-all'] })
  else if (name === 'embedding') void client.invalidateQueries({ queryKey: [shop, 'embedding'] })
  else if (name === 'set_aside') void readAfterwards(client, [shop, 'latest-events'])
  else if (name === 'event') {
    const queryKey = [shop, 'latest-events']
    client.setQueryData(
      queryKey,
      (before: LatestEvents | undefined) =>
        before && { ...before, events: [data as EventOutcome, ...before.events].slice(0, MAX_EVENTS) },
    )
    if (client.isFetching({ queryKey }) > 0) void readAfterwards(client, queryKey)
  }
}

/** Waits for the current request and repeats the query, because the response may be older than the message. */
async function readAfterwards(client: QueryClient, queryKey: string[]): Promise<void> {
  await client
    .getQueryCache()
    .find({ queryKey })
    ?.promise?.catch(() => {})
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false })
}

/** The stream sends only the newest imports, so imports that are missing from a message stay in the list. */
function merged(before: { id: string }[] | undefined, incoming: unknown[]): unknown[] {
  const fresh = new Set((incoming as { id: string }[]).map(({ id }) => id))
  return [...incoming, ...(before ?? []).filter(({ id }) => !fresh.has(id))]
}
