/** ⌘K: to any screen, or to what a typed query finds. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { navigate, path } from '../router.tsx'
import { useScreens } from '../screens.ts'
import { useWords } from '../words/words.tsx'

interface Command {
  label: string
  kind: string
  to: string
}

export function CommandPalette({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const ref = useRef<HTMLDialogElement>(null)
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const commands = useCommands(text)
  useEffect(() => {
    const dialog = ref.current
    dialog?.showModal()
    return () => dialog?.close()
  }, [])
  const run = (command: Command | undefined) => {
    if (!command) return
    onClose()
    navigate(command.to)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setAt(Math.min(commands.length - 1, at + 1))
    else if (event.key === 'ArrowUp') setAt(Math.max(0, at - 1))
    else if (event.key === 'Enter') run(commands[at])
    else return
    event.preventDefault()
  }
  return (
    <dialog ref={ref} className="palette" aria-label={t('shell.find')} onClose={onClose}>
      <input
        role="combobox"
        aria-label={t('palette.label')}
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`command-${at}`}
        placeholder={t('palette.label')}
        value={text}
        onKeyDown={press}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
      />
      <div className="commands" id="palette-list" role="listbox" aria-label={t('shell.find')}>
        {commands.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are read by the input
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the input
          <div
            key={command.to}
            id={`command-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => run(command)}
            onPointerMove={() => setAt(index)}
          >
            <span>{command.label}</span>
            <span>{command.kind}</span>
          </div>
        ))}
      </div>
    </dialog>
  )
}

function useCommands(text: string): Command[] {
  const { t } = useWords()
  const screens = useScreens()
  const wanted = text.trim().toLowerCase()
  const places = screens
    .map(({ path: to, name }) => ({ label: t(`nav.${name}`), kind: t('palette.screen'), to: `/${to}` }))
    .filter(({ label }) => label.toLowerCase().includes(wanted))
  if (wanted === '') return places
  const asked = screens
    .filter((screen) => screen.forQuery)
    .map((screen) => ({
      label: t('palette.query', { query: text.trim() }),
      kind: t(`nav.${screen.name}`),
      to:
        screen.forQuery === 'path'
          ? path(screen.path, text.trim())
          : `/${screen.path}?${new URLSearchParams({ q: text.trim() })}`,
    }))
  return [...places, ...asked]
}
