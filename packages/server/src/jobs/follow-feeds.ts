import type { ImportAnswer } from '@vitrine/contract'
import { type FeedValidators, pullFeed } from '../ports/feed-source/pull-feed.ts'
import { IntervalJob } from './interval-job.ts'

export interface FollowedFeed {
  shop: string
  url: string
  everyMs: number
}

export interface FeedFollowerDeps {
  importFeed(feed: FollowedFeed, bytes: AsyncIterable<Uint8Array>): Promise<ImportAnswer>
  onImported(feed: FollowedFeed, answer: ImportAnswer): void
  onError(error: unknown): void
}

export class FeedFollower {
  readonly #deps: FeedFollowerDeps
  readonly #feeds: readonly FollowedFeed[]
  readonly #rounds: readonly IntervalJob[]
  /** Validators of feeds that were read completely. */
  readonly #known = new Map<FollowedFeed, FeedValidators>()

  constructor(feeds: readonly FollowedFeed[], deps: FeedFollowerDeps) {
    this.#deps = deps
    this.#feeds = feeds
    this.#rounds = feeds.map((feed) => new IntervalJob(feed.everyMs, () => this.#follow(feed)))
  }

  start(): void {
    for (const round of this.#rounds) round.start()
    void this.runOnce()
  }

  async runOnce(): Promise<void> {
    for (const feed of this.#feeds) await this.#follow(feed)
  }

  async close(): Promise<void> {
    await Promise.all(this.#rounds.map((round) => round.stop()))
  }

  async #follow(feed: FollowedFeed): Promise<void> {
    try {
      const pulled = await pullFeed(feed.url, this.#known.get(feed))
      if (pulled.kind === 'unchanged') return
      const answer = await this.#deps.importFeed(feed, pulled.bytes)
      this.#known.set(feed, pulled.validators)
      this.#deps.onImported(feed, answer)
    } catch (error) {
      this.#deps.onError(error)
    }
  }
}
