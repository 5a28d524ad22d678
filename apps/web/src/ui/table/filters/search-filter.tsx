import { CloseButton, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { useShortcut } from '#web/lib/browser/shortcuts.ts'
import { keyFilter } from '#web/lib/url/list-filter.tsx'
import { asText } from '#web/lib/url/search-params.ts'
import { searchTimer } from '../../forms/search-timer.ts'
import classes from '../table.module.css'

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

/** The text of the box, which starts its searches. */
function useSearchText({ value, onSearch, shortTexts, refusalOf }: Props) {
  const [text, setText] = useState(value ?? '')
  const [refusal, setRefusal] = useState<string>()
  /** The present search and the later ones of this box, which may not have arrived in `value` yet. */
  const sent = useRef([value])
  const apply = (next: string) => {
    const refused = refusalOf?.(next)
    setRefusal(refused)
    if (refused !== undefined) return
    const wanted = next.trim() || undefined
    if (wanted === value && wanted === sent.current.at(-1)) return
    sent.current.push(wanted)
    onSearch(wanted)
  }
  const latest = useRef(apply)
  latest.current = apply
  const [timer] = useState(() => searchTimer((next) => latest.current(next)))
  useEffect(() => timer.cancel, [timer])
  const typed = (next: string) => {
    setText(next)
    setRefusal(undefined)
    timer.typed(next, shortTexts)
  }
  const now = (next: string) => {
    timer.cancel()
    setText(next)
    apply(next)
  }

  // Back or a removed filter also changes the search text. An own search does not: the text may have gone on meanwhile.
  useEffect(() => {
    const place = sent.current.indexOf(value)
    sent.current = place < 0 ? [value] : sent.current.slice(place)
    if (place >= 0) return
    timer.cancel()
    setText(value ?? '')
  }, [value, timer])
  return { text, typed, now, refusal: refusal ?? refusalOf?.(value ?? '') }
}

function SearchInput(props: Props) {
  const { label, placeholder = label } = props
  const { text, typed, now, refusal } = useSearchText(props)
  const input = useRef<HTMLInputElement>(null)
  useShortcut(
    'searchList',
    () => {
      input.current?.focus()
      input.current?.select()
    },
    input,
  )

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
      error={refusal}
      className={classes.search}
    />
  )
}

interface Options extends Omit<ComponentProps<typeof SearchInput>, 'value' | 'onSearch'> {
  /** A hook. Whether a text opens a record and starts no search. */
  useOpens?: () => (text: string) => boolean
}

const useNoOpening = () => () => false

/** A box that searches a list. `chip` is in front of the text in the chip. */
export const textFilter = <Key extends string>(key: Key, { chip, useOpens = useNoOpening, ...box }: Options & { chip: string }) =>
  keyFilter(key, {
    read: asText,
    useChip: (text) => text && `${chip}: ${text}`,
    Field: ({ value, onChange }) => {
      const opens = useOpens()
      const search = (next: string | undefined) => {
        if (next === undefined || !opens(next)) onChange(next)
      }
      return <SearchInput {...box} value={value} onSearch={search} />
    },
  })

/** The box that most lists have. */
export const searchFilter = (options: Options) => textFilter('search', { ...options, chip: 'Search' })
