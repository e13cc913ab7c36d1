/** Explains a product's rank: the parts of its score as bars, or the reason for a recommendation in words. */
import { useId, useState } from 'react'
import { barsOf } from '../shop/explanation.ts'
import type { ShopProduct } from '../shop/product.ts'
import { fill, useWords } from '../shop/words.ts'

export function Why({ product }: { product: ShopProduct }) {
  const words = useWords()
  const id = useId()
  const [open, setOpen] = useState(false)
  if (!product.explanation) return null
  return (
    <div className="why">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label={`${words.why} ${product.title}`}
        onClick={() => setOpen(!open)}
      >
        {words.why}
      </button>
      <div id={id} hidden={!open}>
        {open && <Reasons explanation={product.explanation} title={product.title} />}
      </div>
    </div>
  )
}

function Reasons({ explanation, title }: { explanation: Record<string, unknown>; title: string }) {
  const words = useWords()
  const { reason, rule, matchedFields } = explanation
  const bars = barsOf(explanation)
  return (
    <>
      {typeof reason === 'string' && <p>{reason}</p>}
      {bars.length > 0 && (
        <dl className="bars" aria-label={fill(words.whyTitle, title)}>
          {bars.map(({ name, value, share }) => (
            <div key={name}>
              <dt>{words[name]}</dt>
              <dd>
                <meter min={0} max={1} value={share} aria-label={words[name]} />
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {Array.isArray(matchedFields) && matchedFields.length > 0 && (
        <p>
          {words.whyFields}: {matchedFields.join(', ')}
        </p>
      )}
      {typeof rule === 'string' && <p>{fill(words.whyRule, rule)}</p>}
    </>
  )
}
