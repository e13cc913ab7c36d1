import { describe, expect, it } from 'vitest'
import { RateLimited, Refusal, RequestRefused, TooBusy } from '../features/errors.ts'
import { answerError, BodyTooLarge } from './errors.ts'

describe('errors of init and sections', () => {
  const item = { message: '"x" is required', path: ['x'], type: 'any.required', context: { label: 'x', key: 'x' } }
  const failures: [number, unknown][] = [
    [400, new RequestRefused([item])],
    [403, new Refusal(403, 'edge delivery is not turned on')],
    [404, new Refusal(404, 'there is no such page')],
    [413, new BodyTooLarge()],
    [413, new Refusal(413, 'too many items')],
    [415, { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE' }],
    [429, new RateLimited({ name: 'key', quota: 1, windowSeconds: 60 }, 7)],
    [503, new TooBusy(5)],
    [500, new Error('a fault of ours')],
  ]

  it.each(failures)('"Non-success: {error: number, message: string}", also for %i', (status, error) => {
    const answer = answerError(error, 'number-message')
    expect(answer).toMatchObject({ status, body: { error: status, message: expect.any(String) } })
    expect(Object.keys(answer.body)).toEqual(['error', 'message'])
    expect(JSON.stringify(answer.body)).not.toContain('a fault of ours')
  })
})
