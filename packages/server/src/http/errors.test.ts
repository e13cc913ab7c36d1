import { describe, expect, it } from 'vitest'
import { ConfigConflict, RateLimited, Refusal, RequestRefused, TooBusy, Unauthorized } from '../features/errors.ts'
import { answerError, BodyTooLarge, BodyUnreadable, ExpectationUnknown, HostUnusable, PageKeyNeeded } from './errors.ts'

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

describe('every error', () => {
  const failures: [unknown, number, string][] = [
    [new ConfigConflict('somebody was faster', { version: 2 }), 412, 'somebody was faster'],
    [new Unauthorized(), 401, ''],
    [new PageKeyNeeded('give the key'), 401, 'give the key'],
    [new BodyUnreadable('body must be valid JSON'), 400, 'valid JSON'],
    [new BodyTooLarge(), 413, 'body is too large'],
    [new HostUnusable('Host is missing'), 400, 'Host is missing'],
    [new ExpectationUnknown(), 417, '100-continue'],
    [Object.assign(new Error('full'), { name: 'StorageFull' }), 503, 'disk is full'],
  ]

  it.each(failures)('%o has its status and message', (error, status, words) => {
    const answer = answerError(error, 'admin')
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).toContain(words)
  })

  it('has a `retry-after` header if a retry may succeed, and asks for a password if one is needed', () => {
    expect(answerError(new TooBusy(5), 'admin').headers).toEqual({ 'retry-after': '5' })
    const policy = { name: 'key', quota: 10, windowSeconds: 60 }
    expect(answerError(new RateLimited(policy, 7), 'admin').headers).toMatchObject({
      'retry-after': '7',
      'ratelimit-policy': '"key";q=10;w=60',
    })
    expect(answerError(new PageKeyNeeded(), 'admin').headers).toHaveProperty('www-authenticate')
    expect(answerError(new Unauthorized(), 'admin').headers).toBeUndefined()
  })
})
