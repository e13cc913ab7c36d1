import bowser from 'bowser'
import { isbot } from 'isbot'
import type { EventDevice } from '../../ports/event-log/shop-event.ts'

export interface UserAgent {
  browser: string
  os: string
  device: EventDevice
  bot: boolean
}

/** Parsing a user agent takes about 26 µs, and most repeat. */
const REMEMBERED = 2000

/** Longer user agents are cut before parsing, so that no pattern runs over a megabyte. */
const MAX_LENGTH = 1000

export function userAgentReader(): (userAgent: string) => UserAgent {
  // When the newer generation is full, it replaces the older one. Moving entries on every hit would be slower.
  let newer = new Map<string, UserAgent>()
  let older = new Map<string, UserAgent>()
  return (userAgent) => {
    const key = userAgent.length > MAX_LENGTH ? userAgent.slice(0, MAX_LENGTH) : userAgent
    const hit = newer.get(key)
    if (hit !== undefined) return hit
    const read = older.get(key) ?? readUserAgent(key)
    if (newer.size >= REMEMBERED) {
      older = newer
      newer = new Map()
    }
    newer.set(key, read)
    return read
  }
}

const DEVICES: Record<string, EventDevice> = {
  desktop: 'desktop',
  mobile: 'mobile',
  tablet: 'tablet',
  tv: 'tv',
}

/** Matches only user agents that declare to be automated, because an app may send the name of its HTTP library. */
const SELF_DECLARED =
  /bot\b|bot[^a-z]|crawl|spider|slurp|headless|lighthouse|externalhit|preview|monitor|archiver|scan/i

function readUserAgent(userAgent: string): UserAgent {
  const bot = SELF_DECLARED.test(userAgent) && isbot(userAgent)
  const parsed = bowser.parse(userAgent)
  const device = bot ? 'bot' : (DEVICES[parsed.platform.type ?? ''] ?? 'other')
  return { browser: parsed.browser.name || 'other', os: parsed.os.name || 'other', device, bot }
}
