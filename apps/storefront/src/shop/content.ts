import type { ContentTexts } from '../content/en.ts'

const LOADERS: Record<string, () => Promise<ContentTexts>> = {
  en: () => import('../content/en.ts').then(({ en }) => en),
  de: () => import('../content/de.ts').then(({ de }) => de),
  fr: () => import('../content/fr.ts').then(({ fr }) => fr),
}

export function loadContent(locale: string): Promise<ContentTexts> {
  return (LOADERS[locale] ?? LOADERS.en)!()
}
