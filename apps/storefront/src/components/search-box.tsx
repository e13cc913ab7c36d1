import { useInstantSearch } from '@vitrine/client/react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { navigate, usePlace } from '../router.ts'
import { visitorId } from '../shop/api.ts'
import { searchContext, shopperMarket } from '../shop/market.ts'
import { fill, useWords } from '../shop/words.ts'
import { Icon } from './icons.tsx'
import { ImageSearchDialog } from './image-search-dialog.tsx'
import { type Choice, readChoices } from './search-choices.ts'
import { SearchPanel } from './search-panel.tsx'

export function SearchBox() {
  const words = useWords()
  const place = usePlace()
  const listId = useId()
  shopperMarket.use()
  const [text, setText] = useState(place.query.get('q') ?? '')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const [picture, setPicture] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { data } = useInstantSearch(
    { query: text, limit: 6, visitorId, ...searchContext() },
    { enabled: open, debounceMs: 60 },
  )
  const choices = open && data ? readChoices(data) : []

  useEffect(() => setText(place.query.get('q') ?? ''), [place])
  useEffect(() => {
    const close = (event: PointerEvent) => !form.current?.contains(event.target as Node) && setOpen(false)
    addEventListener('pointerdown', close)
    return () => removeEventListener('pointerdown', close)
  }, [])

  const choose = (choice: Choice) => {
    setOpen(false)
    setActive(-1)
    choice.onChoose?.()
    navigate(choice.to)
  }
  const submit = () => {
    setOpen(false)
    navigate(`/search?q=${encodeURIComponent(text.trim())}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open && choices.length > 0) {
      // The first Escape closes the list and keeps the text. The second clears the box, as browsers do.
      event.preventDefault()
      setOpen(false)
      setActive(-1)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    setOpen(true)
    const step = event.key === 'ArrowDown' ? 1 : -1
    setActive((former) => Math.max(-1, Math.min(choices.length - 1, former + step)))
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the form itself is the landmark, because it handles the submit event
    <form
      ref={form}
      role="search"
      className="search-box"
      onSubmit={(event) => {
        event.preventDefault()
        const choice = choices[active]
        if (open && choice) choose(choice)
        else submit()
      }}
    >
      <Icon name="search" />
      <input
        type="search"
        role="combobox"
        aria-expanded={open && choices.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        aria-label={words.search}
        placeholder={words.search}
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(-1)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className="icon-button" aria-label={words.imageSearch} onClick={() => setPicture(true)}>
        <Icon name="camera" />
      </button>
      {open && data && choices.length > 0 && (
        <SearchPanel id={listId} answer={data} choices={choices} active={active} onChoose={choose} />
      )}
      <span className="sr-only" role="status">
        {open && data ? fill(words.suggestionCount, choices.length) : ''}
      </span>
      {picture && <ImageSearchDialog onClose={() => setPicture(false)} />}
    </form>
  )
}
