import { useEffect } from 'react'
import { searchEvents } from '@vitrine/client/events'
import { tracker } from '../shop/api.ts'
import { formatMoney } from '../shop/market.ts'
import { pictureAt } from '../shop/picture-size.ts'
import { asProducts, shownImage, shownPrice } from '../shop/product.ts'
import { useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'
import type { Choice, InstantAnswer } from './search-choices.ts'

interface PanelProps {
  id: string
  answer: InstantAnswer
  choices: Choice[]
  active: number
  onChoose: (choice: Choice) => void
}

export function SearchPanel({ id, answer, choices, active, onChoose }: PanelProps) {
  const words = useWords()
  useEffect(() => {
    if (answer.query === '') return
    void searchEvents(
      tracker,
      { requestId: answer.requestId, products: asProducts(answer.products) },
      { searchTerm: answer.query, source: 'instant' },
    ).rendered()
  }, [answer])

  const option = (choice: Choice) => {
    const at = choices.indexOf(choice)
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
      <div
        key={choice.key}
        id={`${id}-${at}`}
        role="option"
        tabIndex={-1}
        aria-selected={at === active}
        className={choice.product ? 'choice choice-product' : 'choice'}
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(choice)}
      >
        {choice.product ? <ProductChoice choice={choice} /> : <WordChoice choice={choice} />}
      </div>
    )
  }
  return (
    <div id={id} role="listbox" className="search-panel" aria-label={words.suggestions}>
      {GROUPS.map(([name, kinds]) => {
        const members = choices.filter(({ kind }) => kinds.includes(kind))
        if (members.length === 0) return null
        return (
          // biome-ignore lint/a11y/useSemanticElements: a listbox must not contain a fieldset
          <div
            key={name}
            role="group"
            aria-label={words[name]}
            className={name === 'groupProducts' ? 'choices choices-products' : 'choices'}
          >
            <p aria-hidden="true">{words[name]}</p>
            {members.map(option)}
          </div>
        )
      })}
    </div>
  )
}

const GROUPS: readonly [
  name: 'suggestions' | 'groupTrending' | 'groupCollections' | 'groupProducts' | 'pages',
  Choice['kind'][],
][] = [
  ['suggestions', ['suggestion']],
  ['groupTrending', ['trending']],
  ['groupCollections', ['collection']],
  ['groupProducts', ['product']],
  ['pages', ['page', 'article']],
]

const ICONS = {
  suggestion: 'search',
  trending: 'clock',
  collection: 'grid',
  page: 'page',
  article: 'page',
  product: 'search',
} as const

function WordChoice({ choice }: { choice: Choice }) {
  return (
    <>
      <Icon name={ICONS[choice.kind]} size={17} />
      {choice.html ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped by the service, which adds only <mark>
        <span dangerouslySetInnerHTML={{ __html: choice.html }} />
      ) : (
        <span>{choice.text}</span>
      )}
    </>
  )
}

function ProductChoice({ choice }: { choice: Choice }) {
  const product = choice.product!
  const image = shownImage(product)
  return (
    <>
      {image.url && <img {...pictureAt(image.url, 80)} alt="" width={48} height={48} loading="lazy" />}
      <span>
        {product.title}
        <small>{product.vendor}</small>
      </span>
      <b>{formatMoney(shownPrice(product).now, product.displayCurrency)}</b>
    </>
  )
}
