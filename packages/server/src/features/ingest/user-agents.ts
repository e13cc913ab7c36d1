import bowser from 'bowser'
import { isbot } from 'isbot'
import type { EventDevice } from '../../ports/event-log/shop-event.ts'

export interface UserAgent {
  browser: string
  os: string
  device: EventDevice
  bot: boolean
}

/** Remembers this many distinct user agents: parsing one takes some 26 µs, and a shop sees the same few hundred all day. */
const REMEMBERED = 2000

/** Longer ones are cut before parsing: the patterns must not meet a megabyte. */
const MAX_LENGTH = 1000

export function userAgentReader(): (userAgent: string) => UserAgent {
  const known = new Map<string, UserAgent>()
  return (userAgent) => {
    const key = userAgent.slice(0, MAX_LENGTH)
    const hit = known.get(key)
    if (hit !== undefined) {
      // Moved to the end: a Map iterates in insertion order, so the first key is the least recently used.
      known.delete(key)
      known.set(key, hit)
      return hit
    }
    const read = readUserAgent(key)
    known.set(key, read)
    if (known.size > REMEMBERED) known.delete(known.keys().next().value as string)
    return read
  }
}

const DEVICES: Record<string, EventDevice> = {
  desktop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
  tv: 'tv',
}

/**
 * What says of itself that nobody sits behind it. A strange or short user agent alone does not: apps send the name of their
 * HTTP library, and their shoppers' views and orders count.
 */
const SELF_DECLARED =
  /bot\b|bot[^a-z]|crawl|spider|slurp|headless|lighthouse|externalhit|preview|monitor|archiver|scan/i

function readUserAgent(userAgent: string): UserAgent {
  const bot = SELF_DECLARED.test(userAgent) && isbot(userAgent)
  const parsed = bowser.parse(userAgent)
  const device = bot ? 'bot' : (DEVICES[parsed.platform.type ?? ''] ?? 'other')
  return { browser: parsed.browser.name || 'other', os: parsed.os.name || 'other', device, bot }
}
