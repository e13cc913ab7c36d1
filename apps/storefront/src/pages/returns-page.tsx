import { Sections } from '../components/sections.tsx'
import { Link } from '../router.tsx'
import { useTitle } from '../shop/use-title.ts'

/** Sending back is the platform's; what to offer instead is the service's. */
export function ReturnsPage() {
  useTitle('Returns')
  return (
    <div className="page">
      <div className="thanks">
        <h1>Returns</h1>
        <p>
          Anything may come back within 60 days: <Link to="/pages/shipping-and-returns">how it works</Link>.
        </p>
      </div>
      <Sections request={{ pageType: 'returns' }} />
    </div>
  )
}
