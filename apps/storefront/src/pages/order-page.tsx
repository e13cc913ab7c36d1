import { Sections } from '../components/sections.tsx'
import { Link } from '../router.tsx'
import { useWords } from '../shop/words.ts'

export function OrderPage({ number }: { number: string }) {
  const words = useWords()
  return (
    <div className="page">
      <div className="thanks">
        <h1>{words.thanks}</h1>
        <p>
          Order <b>{number}</b> is complete. The analytics of the admin API now show it, with what led to it.
        </p>
        <Link to="/" className="button">
          Keep looking
        </Link>
      </div>
      <Sections request={{ pageType: 'order_status' }} />
    </div>
  )
}
