import type { ProfileSource } from '../features/agents/agent-profiles.ts'
import { guardedHttpSource } from '../ports/image-source/guarded-http.ts'
import type { Assembly } from './parts.ts'

/** As the Universal Commerce Protocol asks: over TLS, without redirects, small and soon. Only public addresses are reached. */
export function webProfiles({ onClose }: Assembly): ProfileSource {
  const source = guardedHttpSource({
    accept: 'application/json',
    timeoutMs: 3000,
    maxBytes: 64 * 1024,
    maxRedirects: 0,
    isAllowedPort: (port) => port === 443,
  })
  onClose(() => source.close())
  return source
}
