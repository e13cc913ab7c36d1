import { MAX_DELETED_SHARE } from '../features/catalog/import/delete-absent.ts'
import { importFile } from '../features/catalog/manage-products.ts'
import { FeedFollower } from '../jobs/follow-feeds.ts'
import type { Events } from './events.ts'
import type { Assembly } from './parts.ts'
import type { Store } from './store.ts'

/** Follows feeds as `vitrine sync feed` does, without a second process. */
export function composeFeeds(
  { config, clock, log, onError, onClose }: Assembly,
  { records }: Store,
  events: Events['events'],
): FeedFollower {
  const catalog = { store: records, aside: events.store, clock, whenFindable: async () => {} }
  const follower = new FeedFollower(config.feeds, {
    importFeed: ({ shop }, bytes) => {
      const feed = { name: 'feed', maxDeletedShare: MAX_DELETED_SHARE }
      return importFile(catalog, shop, bytes, { answerWhen: 'stored', feed })
    },
    onImported: ({ shop, url }, { created, updated, deleted, rejected, notes }) =>
      log.info({ shop, url, created, updated, deleted, rejected, notes: notes.slice(0, 10) }, 'feed imported'),
    onError: (error) => onError(error, 'following a feed'),
  })
  onClose(() => follower.close())
  return follower
}
