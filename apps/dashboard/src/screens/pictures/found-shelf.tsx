import { small } from '../../products/product-name.tsx'
import { Link, path } from '../../router.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWords } from '../../messages/messages.tsx'

interface Found {
  product_id: number
  title: string
  picture: string | null
  note?: string
}

export function FoundShelf({ products }: { products: readonly Found[] }) {
  const { t } = useWords()
  if (products.length === 0) return <EmptyState title={t('workbench.nothing')} />
  return (
    <div className="shelf">
      {products.map(({ product_id: id, title, picture, note }) => (
        <Link key={id} to={path('catalog', id)} className="small">
          {picture ? <img src={small(picture)} alt="" loading="lazy" /> : <span className="thumb" />}
          <span>{title}</span>
          {note && <span className="soft">{note}</span>}
        </Link>
      ))}
    </div>
  )
}
