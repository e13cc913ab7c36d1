import { Sections } from '../components/sections.tsx'
import { Link } from '../router.ts'
import { useTitle } from '../shop/use-title.ts'
import { useWords } from '../shop/words.ts'

/** Returns are handled by the platform; the service only recommends alternatives. */
export function ReturnsPage() {
  const words = useWords()
  useTitle(words.returns)
  return (
    <div className="page">
      <div className="thanks">
        <h1>{words.returns}</h1>
        <p>
          {words.returnsNote} <Link to="/pages/shipping-and-returns">{words.howItWorks}</Link>
        </p>
      </div>
      <Sections request={{ pageType: 'returns' }} />
    </div>
  )
}
