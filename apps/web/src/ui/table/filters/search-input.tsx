import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcut } from '#web/lib/browser/shortcuts.ts'
import classes from '../table.module.css'

/** Milliseconds after the last key before a search starts. */
export const SEARCH_DELAY_MS = 700
/** Longer texts start a search automatically; shorter ones need Enter. */
export const AUTO_SEARCH_ABOVE = 3
/** Milliseconds after the last digit before a search for a number starts. */
const NUMBER_DELAY_MS = 250
/** `98`, `#98`, `Patient 98` and phone numbers. */
const isNumberText = (text: string) => /^\s*(?:patient\s*)?#?\s*[(+]*\d[\d ().+/-]*$/i.test(text)

interface Props {
  label: string
  /** The current search text. */
  value: string | undefined
  onSearch: (text: string | undefined) => void
  placeholder?: string
  /** For a short list: every text starts a search automatically. */
  shortTexts?: boolean
  /** Why the server refuses a text, for example a short one in a very long list. The reason is shown, and nothing is searched. */
  refusalOf?: (text: string) => string | undefined
}

export function SearchInput({ label, value, onSearch, placeholder = label, shortTexts, refusalOf }: Props) {
  const [text, setText] = useState(value ?? '')
  const [refusal, setRefusal] = useState<string>()
  const apply = (next: string) => {
    const refused = refusalOf?.(next)
    setRefusal(refused)
    if (refused !== undefined) return
    const wanted = next.trim() || undefined
    if (wanted !== value) onSearch(wanted)
  }
  // A number needs no minimum of letters.
  const soon = useDebouncedCallback(apply, NUMBER_DELAY_MS)
  const later = useDebouncedCallback((next: string) => {
    if (shortTexts || next.trim().length > AUTO_SEARCH_ABOVE || next.trim() === '') apply(next)
  }, SEARCH_DELAY_MS)
  const typed = (next: string) => {
    setText(next)
    setRefusal(undefined)
    later.cancel()
    soon.cancel()
    if (isNumberText(next)) soon(next)
    else later(next)
  }
  const now = (next: string) => {
    later.cancel()
    soon.cancel()
    setText(next)
    apply(next)
  }

  const input = useRef<HTMLInputElement>(null)
  useShortcut(
    'searchList',
    () => {
      input.current?.focus()
      input.current?.select()
    },
    input,
  )

  // Back or a removed filter also changes the search text.
  useEffect(() => setText(value ?? ''), [value])

  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => typed(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && now(text)}
      leftSection={<IconSearch size={16} />}
      rightSection={text ? <CloseButton size="sm" aria-label="Clear the search" onClick={() => now('')} /> : null}
      maxLength={100}
      error={refusal ?? refusalOf?.(value ?? '')}
      className={classes.search}
    />
  )
}
