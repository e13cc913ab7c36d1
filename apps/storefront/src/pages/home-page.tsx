import { HeroPictures } from '../components/hero-pictures.tsx'
import { Sections } from '../components/sections.tsx'
import { Link } from '../router.tsx'
import { useTitle } from '../shop/use-title.ts'

const DOORS = [
  ['slow-mornings', 'Slow mornings', 'Coffee, linen and nowhere to be.'],
  ['the-reading-corner', 'The reading corner', 'A chair, a lamp, a place for the cup.'],
  ['weekend-away', 'Weekend away', 'Packed in ten minutes.'],
] as const

export function HomePage() {
  useTitle()
  return (
    <div className="page">
      <section className="hero">
        <div>
          <h1>Good things for slow days</h1>
          <p>Seven hundred pieces for the home and the people in it. Search the way you talk, or show us a picture.</p>
          <Link to="/collections/new-in" className="button">
            See what is new
          </Link>
        </div>
        <HeroPictures />
      </section>
      <div className="doors">
        {DOORS.map(([handle, title, text], at) => (
          <Link key={handle} to={`/collections/${handle}`} className={`door door-${at}`}>
            <b>{title}</b>
            <span>{text}</span>
          </Link>
        ))}
      </div>
      <Sections request={{ pageType: 'home' }} />
    </div>
  )
}
