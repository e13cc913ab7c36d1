import { Passwords } from '../passwords.ts'

/** Hashes passwords in a millisecond instead of a tenth of a second, for tests that are not about their strength. */
export function cheapPasswords(): Passwords {
  return new Passwords({ N: 2 ** 8, r: 8, p: 1, maxmem: 64 * 1024 * 1024 })
}
