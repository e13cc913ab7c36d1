import { Sections } from '../components/sections.tsx'
import { Link } from '../router.ts'
import { useTitle } from '../shop/use-title.ts'
import { useWords } from '../shop/words.ts'

export function NotFoundPage() {
  const words = useWords()
  useTitle(words.notFoundTitle)
  return (
    <div className="page">
      <div className="thanks">
        <h1>{words.notFound}</h1>
        <p>
          {words.notFoundNote} <Link to="/">{words.backToStart}</Link>
        </p>
      </div>
      <Sections request={{ pageType: '404' }} />
    </div>
  )
}
