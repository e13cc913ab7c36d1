import { analyzerFor } from '../../packages/engine/src/text/analysis/analyzer.ts'
import { searchText } from '../../packages/engine/src/text/search-text.ts'
import { type TextIndex, textIndex } from '../../packages/engine/src/text/text-index.ts'
import { buildTextSegment } from '../../packages/engine/src/text/text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../../packages/engine/src/text/text-settings.ts'
import type { Contender } from './contenders.ts'

export function createVitrine(): Contender {
  let index: TextIndex
  return {
    async build(docs) {
      index = textIndex([buildTextSegment(docs, analyzerFor('en'))], 'en')
    },
    search(text, workload) {
      const prefixLast = workload === 'typing'
      return Array.from(searchText(index, { text, prefixLast, settings: DEFAULT_TEXT_SETTINGS, limit: 20 }).docs)
    },
  }
}
