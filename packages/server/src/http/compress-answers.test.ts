import { describe, expect, it } from 'vitest'
import { takesGzip } from './compress-answers.ts'

describe('an offer of encodings', () => {
  it.each(['gzip', 'gzip, deflate, br', 'br;q=1.0, gzip;q=0.8', 'deflate,GZIP ; q=1'])('takes gzip: %s', (offer) => {
    expect(takesGzip(offer)).toBe(true)
  })
  it.each([undefined, '', 'identity', 'br', 'gzip;q=0', 'gzip;q=0.000', 'x-gzip'])(
    'does not take gzip: %s',
    (offer) => {
      expect(takesGzip(offer)).toBe(false)
    },
  )
})
