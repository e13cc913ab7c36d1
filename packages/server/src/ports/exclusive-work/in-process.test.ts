import { describe, expect, it } from 'vitest'
import { inProcessExclusiveWork } from './in-process.ts'

describe('inProcessExclusiveWork', () => {
  it('starts work of a key only after the previous work has ended, even by an error', async () => {
    const exclusively = inProcessExclusiveWork()
    const said: string[] = []
    const first = Promise.withResolvers<void>()
    const work = (name: string, until: Promise<void>) =>
      exclusively('a', async () => {
        said.push(`${name} begins`)
        await until.finally(() => said.push(`${name} ends`))
        return name
      })
    const results = [work('one', first.promise), work('two', Promise.reject(new Error('two failed')))]
    const last = work('three', Promise.resolve())
    await exclusively('b', async () => said.push('another key'))
    expect(said).toEqual(['one begins', 'another key'])
    first.resolve()
    expect(await results[0]).toBe('one')
    await expect(results[1]).rejects.toThrow('two failed')
    expect(await last).toBe('three')
    expect(said.slice(2)).toEqual(['one ends', 'two begins', 'two ends', 'three begins', 'three ends'])
  })
})
