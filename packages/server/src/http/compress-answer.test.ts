import { describe, expect, it } from 'vitest'
import { acceptsGzip } from './compress-answer.ts'

describe('a caller accepts gzip', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, GZIP;q=0.2', '*', 'identity;q=0.5, *;q=0.1'])(
    'with %s',
    (header) => {
      expect(acceptsGzip(header)).toBe(true)
    },
  )

  it.each([undefined, '', 'br', 'gzip;q=0', 'gzip; q=0.000, *', '*;q=0', 'gzip;q=x'])('but not with %s', (header) => {
    expect(acceptsGzip(header)).toBe(false)
  })
})
