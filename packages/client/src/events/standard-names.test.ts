import { STANDARD_EVENT_NAMES } from '@vitrine/contract'
import { expect, it } from 'vitest'
import { STANDARD_NAMES } from './standard-names.ts'

it("lists the contract's standard events", () => {
  expect(STANDARD_NAMES).toEqual(STANDARD_EVENT_NAMES)
})
