import { Sections } from '../components/sections.tsx'
import { Link } from '../router.tsx'
import { useTitle } from '../shop/use-title.ts'

export function NotFoundPage() {
  useTitle('Not found')
  return (
    <div className="page">
      <div className="thanks">
        <h1>There is nothing here</h1>
        <p>
          The page may have moved, or the product is gone. <Link to="/">Back to the start</Link>
        </p>
      </div>
      <Sections request={{ pageType: '404' }} />
    </div>
  )
}
