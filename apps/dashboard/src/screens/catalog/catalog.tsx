import { KeySnippets } from '../../setup/key-snippets.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { CONNECT_SNIPPETS } from '../../messages/snippets.ts'
import { useWords } from '../../messages/messages.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { usePlace } from '../../router.ts'
import { useShop } from '../../session/session.tsx'
import { NoProducts } from '../../ui/no-products.tsx'
import { Imports } from './imports.tsx'
import { ProductPage } from './product-page.tsx'
import { Products } from './products.tsx'
import { Quality } from './quality.tsx'

const TABS = { products: Products, quality: Quality, imports: Imports, connect: Connect }
type Tab = keyof typeof TABS

export function Catalog() {
  const { t } = useWords()
  const names = Object.keys(TABS) as Tab[]
  const tab = useTab(names)
  const View = TABS[tab]
  const isEmpty = useShop().product_count === 0
  const id = Number(usePlace().parts[1])
  if (id > 0) return <ProductPage id={id} />
  return (
    <Page title={t('nav.catalog')} about={t('catalog.about')}>
      <Tabs
        label={t('nav.catalog')}
        current={tab}
        tabs={names.map((key) => ({ key, label: t(`catalog.tab.${key}`) }))}
      />
      {isEmpty && (tab === 'products' || tab === 'quality') ? <NoProducts /> : <View />}
    </Page>
  )
}

function Connect() {
  const { t } = useWords()
  return (
    <Card title={t('connect.title')} about={t('connect.about')}>
      <KeySnippets
        snippets={CONNECT_SNIPPETS}
        title={(name) => t(`connect.${name}`)}
        about={(name) => t(`connect.${name}.about`)}
      />
    </Card>
  )
}
