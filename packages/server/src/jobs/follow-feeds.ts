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

/** A server might never stop sending. */
const MAX_PULL_MS = 3 * 3_600_000

export class FeedFollower {
  readonly #deps: FeedFollowerDeps
  readonly #rounds: readonly IntervalJob[]
  /** Validators of feeds that were read completely. */
  readonly #known = new Map<FollowedFeed, FeedValidators>()
  readonly #closing = new AbortController()

  constructor(feeds: readonly FollowedFeed[], deps: FeedFollowerDeps) {
    this.#deps = deps
    this.#rounds = feeds.map((feed) => new IntervalJob(feed.everyMs, () => this.#follow(feed)))
  }

  start(): void {
    for (const round of this.#rounds) round.start()
    void this.runOnce()
  }

  /** Reads all feeds at the same time, because a slow server must not delay other feeds. */
  async runOnce(): Promise<void> {
    await Promise.all(this.#rounds.map((round) => round.runOnce()))
  }

  /** Aborts feeds that are being read. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#rounds.map((round) => round.stop()))
  }

  async #follow(feed: FollowedFeed): Promise<void> {
    try {
      const pulled = await pullFeed(
        feed.url,
        this.#known.get(feed),
        AbortSignal.any([this.#closing.signal, AbortSignal.timeout(MAX_PULL_MS)]),
      )
      if (pulled.kind === 'unchanged') return
      const answer = await this.#deps.importFeed(feed, pulled.bytes)
      this.#known.set(feed, pulled.validators)
      this.#deps.onImported(feed, answer)
    } catch (error) {
      this.#deps.onError(error)
    }
  }
}
