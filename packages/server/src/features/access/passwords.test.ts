import { describe, expect, it } from 'vitest'
import { Passwords } from './passwords.ts'
import { cheapPasswords } from './testing/cheap-passwords.ts'

describe('passwords', () => {
  it('W1: match their own hash and no other, and one password never has the same hash twice', async () => {
    const passwords = new Passwords()
    const [one, other] = [await passwords.hash('correct horse'), await passwords.hash('correct horse')]
    expect(one).toMatch(/^scrypt\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toBe(other)
    expect(await passwords.matches('correct horse', one)).toBe(true)
    expect(await passwords.matches('correct horsf', one)).toBe(false)
    expect(await passwords.matches('', one)).toBe(false)
  })

  it('W2: match nothing if no password is stored, or the stored text is no hash', async () => {
    const passwords = new Passwords()
    expect(await passwords.matches('', null)).toBe(false)
    expect(await passwords.matches('x', null)).toBe(false)
    expect(await passwords.matches('', '')).toBe(false)
    expect(await passwords.matches('x', 'scrypt$AAAA$')).toBe(false)
  })

  it('W3: match in every Unicode form of the same letters', async () => {
    const passwords = new Passwords()
    expect(await passwords.matches('cafe\u0301', await passwords.hash('caf\u00e9'))).toBe(true)
  })

  it('W4: are checked two at a time; fifty wait and are answered, and the next is refused', async () => {
    const passwords = cheapPasswords()
    const asked = Array.from({ length: 53 }, () => passwords.matches('x', null))
    const settled = await Promise.allSettled(asked)
    expect(settled.map(({ status }) => status)).toEqual([...Array(52).fill('fulfilled'), 'rejected'])
    expect(settled.at(-1)).toMatchObject({ reason: { retryAfterSeconds: 5 } })
    expect(await passwords.matches('x', null)).toBe(false)
  })
})
