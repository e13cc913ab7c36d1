import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { navigate } from '../../router.ts'
import { NewShop } from '../../session/new-shop.tsx'
import { mayMakeShops, useSigned } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'

export function Shops() {
  const { t } = useWords()
  const format = useFormat()
  const { session, shops, shop: current, chooseShop } = useSigned()
  const [isMaking, setMaking] = useState(false)
  const open = (shop: string) => {
    chooseShop(shop)
    navigate('/')
  }
  return (
    <>
      <Card
        flush
        title={t('settings.tab.shops')}
        actions={
          mayMakeShops(session) && (
            <Button icon="plus" kind="primary" onClick={() => setMaking(true)}>
              {t('shops.new')}
            </Button>
          )
        }
      >
        <DataTable
          caption={t('settings.tab.shops')}
          rows={shops}
          rowKey={({ shop }) => shop}
          columns={[
            {
              title: t('shops.name'),
              cell: ({ shop, name }) => (
                <>
                  {name} {shop === current.shop && <span className="badge accent">{t('shops.open')}</span>}
                </>
              ),
            },
            { title: t('shops.domain'), lessImportant: true, cell: ({ shop }) => <code>{shop}</code> },
            {
              title: t('collections.kind'),
              number: true,
              cell: ({ product_count: products }) => format.number(products),
            },
          ]}
          actions={({ shop, name }) =>
            shop !== current.shop && (
              <Button small aria-label={t('shops.goNamed', { name })} onClick={() => open(shop)}>
                {t('shops.go')}
              </Button>
            )
          }
        />
      </Card>
      {isMaking && (
        <Dialog title={t('shops.new')} onClose={() => setMaking(false)}>
          <NewShop onMade={open} />
        </Dialog>
      )}
    </>
  )
}
