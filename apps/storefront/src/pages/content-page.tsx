import { useEffect, useState } from 'react'
import { Sections } from '../components/sections.tsx'
import { shopperMarket } from '../shop/market.ts'
import { useTitle } from '../shop/use-title.ts'
import { NotFoundPage } from './not-found-page.tsx'

type ContentTexts = typeof import('../content/en.json')

export function ContentPage({ handle, kind }: { handle: string; kind: 'page' | 'article' }) {
  const texts = useTexts()
  const found = texts !== null && isHandle(texts, handle) ? texts[handle] : undefined
  useTitle(found?.title)
  if (texts !== null && found === undefined) return <NotFoundPage />
  return (
    <div className="page">
      <article className="content">
        <h1>{found?.title ?? '\u00a0'}</h1>
        {found?.text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </article>
      <Sections request={{ pageType: kind === 'article' ? 'blog' : 'other' }} />
    </div>
  )
}

/** `in` would also accept inherited names, such as `constructor`. */
function isHandle(texts: ContentTexts, handle: string): handle is keyof ContentTexts {
  return Object.hasOwn(texts, handle)
}

function useTexts(): ContentTexts | null {
  const { locale } = shopperMarket.use()
  const [texts, setTexts] = useState<ContentTexts | null>(null)
  useEffect(() => {
    let current = true
    void loadContent(locale).then((loaded) => current && setTexts(loaded))
    return () => {
      current = false
    }
  }, [locale])
  return texts
}

const LOADERS: Record<string, () => Promise<ContentTexts>> = {
  en: () => import('../content/en.json', { with: { type: 'json' } }).then((en) => en.default),
  de: () => import('../content/de.json', { with: { type: 'json' } }).then((de) => de.default),
  fr: () => import('../content/fr.json', { with: { type: 'json' } }).then((fr) => fr.default),
}

function loadContent(locale: string): Promise<ContentTexts> {
  return (LOADERS[locale] ?? LOADERS.en)!()
}
