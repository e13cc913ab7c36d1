import { useFilters } from '../shop/filters.ts'
import { optionWords } from '../shop/option-words.ts'
import type { ShopProduct, ShopVariant } from '../shop/product.ts'

interface PickerProps {
  product: ShopProduct
  variant: ShopVariant
  onChoose: (variantId: number) => void
}

export function OptionPicker({ product, variant, onChoose }: PickerProps) {
  const { filters } = useFilters('search')
  const chosenOf = (one: ShopVariant, name: string) => one.selectedOptions.find((option) => option.name === name)?.value
  /** Chooses a variant with this value: one in stock if possible, then the one that keeps most of the other choices. */
  const variantWith = (name: string, value: string): ShopVariant | undefined => {
    const agreeing = (one: ShopVariant) =>
      one.selectedOptions.filter((option) => option.value === chosenOf(variant, option.name)).length
    return product.variants
      .filter((one) => chosenOf(one, name) === value)
      .sort((a, b) => Number(b.isInStock) - Number(a.isInStock) || agreeing(b) - agreeing(a))[0]
  }
  return product.options
    .filter((option) => option.values.length > 1)
    .map((option) => {
      const { name, labelOf, hexOf } = optionWords(filters ?? [], option)
      const chosen = chosenOf(variant, option.name)
      return (
        <fieldset className="option" key={option.name}>
          <legend>
            {name}: <b>{chosen && labelOf(chosen)}</b>
          </legend>
          {option.values.map((value) => {
            const target = variantWith(option.name, value)
            const hex = hexOf(value)
            return (
              <button
                type="button"
                key={value}
                className={chosen === value ? 'option-value option-on' : 'option-value'}
                aria-pressed={chosen === value}
                disabled={target === undefined}
                onClick={() => target && onChoose(target.variantId)}
              >
                {hex && <span className="swatch" style={{ background: hex }} />}
                {labelOf(value)}
              </button>
            )
          })}
        </fieldset>
      )
    })
}
