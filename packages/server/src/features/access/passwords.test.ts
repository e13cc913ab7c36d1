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

  it('W2: nobody signs in where no password is stored, or what is stored is no hash', async () => {
    const passwords = new Passwords()
    expect(await passwords.matches('', null)).toBe(false)
    expect(await passwords.matches('x', null)).toBe(false)
    expect(await passwords.matches('', '')).toBe(false)
    expect(await passwords.matches('x', 'scrypt$AAAA$')).toBe(false)
  })

  it('W3: the same letters however the keyboard composes them', async () => {
    const passwords = new Passwords()
    expect(await passwords.matches('cafe\u0301', await passwords.hash('caf\u00e9'))).toBe(true)
  })

  it('W4: two are checked at once, fifty wait, and the next is sent away; all that waited are answered', async () => {
    const passwords = cheapPasswords()
    const asked = Array.from({ length: 53 }, () => passwords.matches('x', null))
    const settled = await Promise.allSettled(asked)
    expect(settled.map(({ status }) => status)).toEqual([...Array(52).fill('fulfilled'), 'rejected'])
    expect(settled.at(-1)).toMatchObject({ reason: { retryAfterSeconds: 5 } })
    expect(await passwords.matches('x', null)).toBe(false)
  })
})
