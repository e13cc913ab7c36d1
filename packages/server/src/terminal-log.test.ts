import { pino } from 'pino'
import { expect, it } from 'vitest'
import { terminalLog } from './terminal-log.ts'

function said(speak: (log: ReturnType<typeof pino>) => void): string[] {
  const lines: string[] = []
  speak(pino({ base: undefined }, terminalLog({ write: (text) => lines.push(text.trimEnd()) })))
  return lines.map((line) => line.replace(/^\d\d:\d\d:\d\d {2}/, ''))
}

it('prints one sentence per line', () => {
  const lines = said((log) => {
    log.info({ step: 'creating the demo shop', ms: 4005 }, 'start-up step done')
    log.info('stopped')
  })
  expect(lines).toEqual(['creating the demo shop: 4.0 s', 'stopped'])
})

it('prints the addresses to open at the end of a start, one per line', () => {
  const [banner = ''] = said((log) => {
    log.info({ demo: 'http://127.0.0.1:4000/demo/', api: 'http://127.0.0.1:4000/docs/' }, 'ready')
  })
  expect(banner).toContain('Vitrine is ready.')
  expect(banner).toMatch(/^ +Demo shop +http:\/\/127\.0\.0\.1:4000\/demo\/$/m)
  expect(banner).not.toContain('Dashboard')
})

it('prints failed requests only, and none to /ready', () => {
  const request = { method: 'POST', route: '/search', ms: 3 }
  const lines = said((log) => {
    log.info({ ...request, status: 200 }, 'request')
    log.info({ ...request, status: 401 }, 'request')
    log.info({ method: 'GET', route: '/ready', status: 503, ms: 1 }, 'request')
  })
  expect(lines).toEqual(['POST /search answered 401 in 3 ms'])
})

it('leaves out the line in which the web framework says that it listens', () => {
  expect(said((log) => log.info('Server listening at http://127.0.0.1:4000'))).toEqual([])
})

it('prints an error with its stack', () => {
  const [line = ''] = said((log) => log.error({ err: new Error('no room') }, 'drawing failed'))
  expect(line).toMatch(/^! drawing failed\nError: no room\n +at /)
})
