import { HeroPictures } from '../components/hero-pictures.tsx'
import { Sections } from '../components/sections.tsx'
import { Link } from '../router.ts'
import { shopName, target } from '../shop/target.ts'
import { useTitle } from '../shop/use-title.ts'
import { collectionTitle, useWords } from '../shop/words.ts'

const DOORS = [
  ['slow-mornings', 'slowMornings'],
  ['the-reading-corner', 'readingCorner'],
  ['weekend-away', 'weekendAway'],
] as const

export function HomePage() {
  const words = useWords()
  useTitle()
  return (
    <div className="page">
      <section className="hero">
        <div>
          <h1>{target.isDemo ? words.heroTitle : shopName()}</h1>
          <p>{target.isDemo ? words.heroText : words.ownHeroText}</p>
          <Link to={target.isDemo ? '/collections/new-in' : '/search'} className="button">
            {target.isDemo ? words.heroButton : words.ownHeroButton}
          </Link>
        </div>
        <HeroPictures />
      </section>
      {target.isDemo && (
        <div className="doors">
          {DOORS.map(([handle, text], at) => (
            <Link key={handle} to={`/collections/${handle}`} className={`door door-${at}`}>
              <b>{collectionTitle(words, handle)}</b>
              <span>{words[text]}</span>
            </Link>
          ))}
        </div>
      )}
      <Sections request={{ pageType: 'home' }} />
    </div>
  )
}
