import { analyzerFor } from '../../packages/engine/src/text/analysis/analyzer.ts'
import { matchText } from '../../packages/engine/src/text/match-text.ts'
import { buildTextSegment, type TextSegment } from '../../packages/engine/src/text/text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../../packages/engine/src/text/text-settings.ts'
import type { Contender } from './contenders.ts'

export function createVitrine(): Contender {
  let segment: TextSegment
  return {
    async build(docs) {
      segment = buildTextSegment(docs, analyzerFor('en'))
    },
    search(text, workload) {
      const query = {
        text,
        locale: 'en',
        prefixLast: workload === 'typing',
        settings: DEFAULT_TEXT_SETTINGS,
        limit: 20,
      }
      return Array.from(matchText([segment], query).docs)
    },
  }
}
