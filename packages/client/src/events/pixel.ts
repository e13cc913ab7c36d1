/** Maps the platform's web-pixel events to Vitrine's envelope. */
import { STANDARD_NAMES } from './standard-names.ts'
import type { WireContext } from './browser-context.ts'
import type { Tracker } from './tracker.ts'

export interface PixelEvent {
  id: string
  name: string
  timestamp: string
  type?: string
  clientId?: string
  context?: {
    document?: { location?: object; title?: string; referrer?: string; characterSet?: string }
    navigator?: { userAgent?: string; language?: string; cookieEnabled?: boolean }
    window?: { screen?: { width?: number; height?: number } }
  }
  data?: object
}

export interface PixelAnalytics {
  subscribe(name: string, callback: (event: PixelEvent) => unknown): unknown
}

/** Forwards every standard event. The pixel's event id is kept, so that an event delivered twice counts once. */
export function connectPixel(analytics: PixelAnalytics, tracker: Tracker): void {
  analytics.subscribe('all_standard_events', (event) => forwardPixelEvent(event, tracker))
}

export async function forwardPixelEvent(event: PixelEvent, tracker: Tracker): Promise<void> {
  const name = STANDARD_NAMES.find((known) => known === event.name)
  if (name === undefined) return
  // Data from the platform has the shape that the name requires.
  await tracker.standard(name, (event.data ?? {}) as never, {
    // Some ids have letters before their UUID. Without a UUID, the tracker creates one.
    id: /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(event.id)?.[0],
    timestamp: event.timestamp,
    ...(event.context ? { context: wireContext(event.context) } : {}),
  })
}

function wireContext(context: NonNullable<PixelEvent['context']>): WireContext {
  const { document: page, navigator: device, window: frame } = context
  return {
    navigator: {
      user_agent: device?.userAgent ?? 'unknown',
      ...(device?.language === undefined ? {} : { language: device.language }),
      ...(device?.cookieEnabled === undefined ? {} : { cookie_enabled: device.cookieEnabled }),
    },
    document: {
      location: page?.location,
      title: page?.title,
      referrer: page?.referrer,
      character_set: page?.characterSet,
    },
    window: { screen: { width: frame?.screen?.width, height: frame?.screen?.height } },
  }
}
