/** The `context` of an event, from the page. Has wire names and is sent unchanged. */
export interface WireContext {
  navigator: { user_agent: string; language?: string; cookie_enabled?: boolean }
  document?: Record<string, unknown>
  window?: Record<string, unknown>
}

export function browserContext(): WireContext {
  if (typeof document === 'undefined') return { navigator: { user_agent: serverUserAgent() } }
  const { href, pathname, search, hash, host, hostname, origin, port, protocol } = location
  return {
    navigator: {
      user_agent: navigator.userAgent,
      language: navigator.language,
      cookie_enabled: navigator.cookieEnabled,
    },
    document: {
      location: { href, pathname, search, hash, host, hostname, origin, port, protocol },
      title: document.title,
      referrer: document.referrer,
      character_set: document.characterSet,
    },
    window: { screen: { width: screen.width, height: screen.height } },
  }
}

function serverUserAgent(): string {
  return (typeof navigator === 'undefined' ? undefined : navigator.userAgent) ?? 'vitrine-client'
}
