import type { Client } from '@vitrine/client'
import { Link } from '../router.tsx'

type Content = Awaited<ReturnType<Client['search']>>['searchMetadata']['content']

export function Banners({ content }: { content: Content }) {
  return content.map(({ rule, slot, title, text, imageUrl, url }) => {
    const banner = (
      <>
        {imageUrl && <img src={imageUrl} alt="" />}
        <div>
          {title && <b>{title}</b>}
          {text && <p>{text}</p>}
        </div>
      </>
    )
    return (
      <aside key={rule + slot} className="banner" aria-label={title ?? slot}>
        {url === null ? banner : url.startsWith('/') ? <Link to={url}>{banner}</Link> : <a href={url}>{banner}</a>}
      </aside>
    )
  })
}
