import type { ShopProduct, ShopVariant } from '../shop/product.ts'

interface PickerProps {
  product: ShopProduct
  variant: ShopVariant
  onChoose: (variantId: number) => void
}

export function OptionPicker({ product, variant, onChoose }: PickerProps) {
  const chosenOf = (one: ShopVariant, name: string) => one.selectedOptions.find((option) => option.name === name)?.value
  /** The variant with this value that agrees with most of the other choices. */
  const variantWith = (name: string, value: string): ShopVariant | undefined => {
    const agreeing = (one: ShopVariant) =>
      one.selectedOptions.filter((option) => option.value === chosenOf(variant, option.name)).length
    return product.variants
      .filter((one) => chosenOf(one, name) === value)
      .sort((a, b) => Number(b.isInStock) - Number(a.isInStock) || agreeing(b) - agreeing(a))[0]
  }
  return product.options
    .filter((option) => option.values.length > 1)
    .map((option) => (
      <fieldset className="option" key={option.name}>
        <legend>
          {option.name}: <b>{chosenOf(variant, option.name)}</b>
        </legend>
        {option.values.map((value) => {
          const target = variantWith(option.name, value)
          const on = chosenOf(variant, option.name) === value
          return (
            <button
              type="button"
              key={value}
              className={on ? 'option-value option-on' : 'option-value'}
              aria-pressed={on}
              disabled={target === undefined}
              onClick={() => target && onChoose(target.variantId)}
            >
              {value}
            </button>
          )
        })}
      </fieldset>
    ))
}
