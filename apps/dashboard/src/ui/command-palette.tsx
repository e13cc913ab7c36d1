/** Opens with ⌘K. Finds screens, products, collections, rules and settings, and searches the shop. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { navigate } from '../router.ts'
import { useWords } from '../messages/messages.tsx'
import { type Command, useCommands } from './use-commands.ts'

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
        {commands.length === 0 && <p className="soft padded-text">{t('palette.nothing')}</p>}
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
