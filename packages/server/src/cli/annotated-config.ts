import { Document, isMap, isSeq, type Node, type Pair } from 'yaml'

export interface EffectiveDocument {
  derived?: { filters: { key: string; reason: string }[]; sections: { id: number; reason: string }[] }
}

/** Writes a configuration as YAML that can be applied unchanged: the reasons for derived parts become comments. */
export function withReasons({ derived, ...config }: EffectiveDocument): string {
  const document = new Document(config)
  comment(document, 'filters', derived?.filters.map(({ reason }) => reason) ?? [])
  comment(document, 'sections', derived?.sections.map(({ reason }) => reason) ?? [])
  return document.toString({ lineWidth: 0 })
}

function comment(document: Document, part: string, reasons: readonly string[]): void {
  const list = document.get(part)
  if (!isSeq(list)) return
  reasons.forEach((reason, i) => {
    const entry = list.items[i]
    if (isMap(entry)) (entry.items[0] as Pair<Node>).key.commentBefore = ` ${reason}`
  })
}
