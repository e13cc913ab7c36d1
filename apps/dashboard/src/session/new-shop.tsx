/** Asks only for settings that cannot be derived from the catalog. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ShopSettings } from '@vitrine/client/admin'
import { type FormEvent, useEffect } from 'react'
import { admin } from '../api/admin.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Mark } from '../ui/icons.tsx'
import { Fault } from '../ui/loaded.tsx'
import { useWords } from '../messages/messages.tsx'

interface NewShopProps {
  onMade: (shop: string) => void
}

/** Shown if the deployment has no shop yet. */
export function FirstShop({ onMade }: NewShopProps) {
  const { t } = useWords()
  useEffect(() => {
    document.title = `${t('shops.first')} · Vitrine`
  }, [t])
  return (
    <main className="sign-in">
      <div className="sign-in-card">
        <div className="row">
          <Mark size={32} />
          <h1>{t('shops.first')}</h1>
        </div>
        <p className="soft">{t('shops.firstAbout')}</p>
        <NewShop onMade={onMade} />
      </div>
    </main>
  )
}

export function NewShop({ onMade }: NewShopProps) {
  const { t, language } = useWords()
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: ({ shop, ...settings }: ShopSettings & { shop: string }) => admin.shop(shop).save(settings),
    onSuccess: async ({ shop }) => {
      await client.invalidateQueries({ queryKey: ['shops'] })
      onMade(shop)
    },
    onError: undefined,
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { shop = '', ...settings } = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>
    make.mutate({ shop: shop.trim().toLowerCase(), ...settings })
  }
  return (
    <form className="stack" onSubmit={submit}>
      {make.isError && <Fault text={make.error.message} />}
      <Field label={t('shops.name')}>
        <input className="input" name="name" required maxLength={200} />
      </Field>
      <Field label={t('shops.domain')} hint={t('shops.domainHint')}>
        <input className="input" name="shop" required placeholder="my-shop.example" autoCapitalize="none" />
      </Field>
      <div className="fields">
        <Known label={t('shops.currency')} name="currency" start="EUR" values={Intl.supportedValuesOf('currency')} />
        <Field label={t('shops.language')}>
          <input className="input" name="primary_locale" required defaultValue={language} />
        </Field>
      </div>
      <Known
        label={t('shops.timezone')}
        name="timezone"
        start={Intl.DateTimeFormat().resolvedOptions().timeZone}
        values={Intl.supportedValuesOf('timeZone')}
      />
      <Button kind="primary" type="submit" disabled={make.isPending}>
        {t('shops.make')}
      </Button>
    </form>
  )
}

interface KnownProps {
  label: string
  name: string
  start: string
  values: readonly string[]
}

/** Text field with suggestions, for lists that are too long for a select box. */
function Known({ label, name, start, values }: KnownProps) {
  return (
    <Field label={label}>
      <input className="input" name={name} required defaultValue={start} list={`known-${name}`} />
      <datalist id={`known-${name}`}>
        {values.map((value) => (
          <option key={value} value={value} />
        ))}
      </datalist>
    </Field>
  )
}
