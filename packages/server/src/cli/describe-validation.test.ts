import { createKeyRoute, putShopRoute, createUserRoute, ShopConfigInput } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { describeItem, PATTERN_DESCRIPTIONS } from './describe-validation.ts'

function patternsIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const own = 'pattern' in schema && typeof schema.pattern === 'string' ? [schema.pattern] : []
  return [...own, ...Object.values(schema).flatMap(patternsIn)]
}

describe('validation errors on the command line', () => {
  it('describe every pattern in the requests of the commands', () => {
    const sent = [ShopConfigInput, putShopRoute.request, createKeyRoute.request, createUserRoute.request]
    const patterns = new Set(sent.flatMap(patternsIn))
    expect(patterns.size).toBeGreaterThan(2)
    expect([...patterns].filter((pattern) => !(pattern in PATTERN_DESCRIPTIONS))).toEqual([])
  })

  it('describe what a value must look like instead of showing a regular expression', () => {
    const message = '"id" with value "x" fails to match the required pattern: /^[0-9]+$/'
    expect(describeItem({ message })).toBe('"id" must have digits only, not "x"')
    expect(describeItem({ message: '"name" must be a string' })).toBe('"name" must be a string')
  })
})
