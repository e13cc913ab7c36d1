import { Passwords } from '../passwords.ts'

/** Passwords that are hashed in a millisecond instead of a tenth of a second, where their strength is not what is tested. */
export function cheapPasswords(): Passwords {
  return new Passwords({ N: 2 ** 8, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })
}
