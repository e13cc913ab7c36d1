import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { visualModel } from '../../packages/embedder/src/local/visual-model.ts'
import { CAPACITY_PAGE, capacityPage } from '../../scripts/capacity.ts'
import { measurementsPage, PAGE } from '../../scripts/measurements.ts'
import { REPOSITORY } from './code-blocks.ts'

it('the page of measurements is what npm run measurements writes', () => {
  expect(readFileSync(PAGE, 'utf8')).toBe(measurementsPage())
})

it('the page of capacity is what npm run measurements writes', () => {
  const page = existsSync(CAPACITY_PAGE) ? readFileSync(CAPACITY_PAGE, 'utf8') : undefined
  expect(page).toBe(capacityPage())
})

it('the figures of image search are those of the encoder that is served', () => {
  expect(readFileSync(PAGE, 'utf8')).toContain(`| ${visualModel.space} `)
})

it('every figure in the README’s table is on that page', () => {
  const readme = readFileSync(join(REPOSITORY, 'README.md'), 'utf8')
  const table = readme.slice(readme.indexOf('| What'), readme.indexOf('## What it does not have'))
  const figures = [...table.matchAll(/\*\*([\d.,]+)\*\*/g)].map(([, figure = '']) => figure)
  expect(figures.length).toBeGreaterThan(6)
  const page = readFileSync(PAGE, 'utf8')
  expect(figures.filter((figure) => !page.includes(` ${figure} `))).toEqual([])
})
