import { Anchor, CloseButton, Kbd, Loader, Modal, VisuallyHidden } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react'
import { keyTexts } from '#web/lib/browser/shortcuts.ts'
import type { PaletteProps } from '#web/lib/session/palette.ts'
import classes from './palette.module.css'
import type { PaletteItem } from './palette-items.ts'
import { optionId, PaletteList } from './palette-list.tsx'
import { rememberItem } from './recent.ts'
import { usePaletteItems } from './use-palette-items.ts'

const opensNewTab = ({ metaKey, ctrlKey, shiftKey }: Pick<KeyboardEvent | MouseEvent, 'metaKey' | 'ctrlKey' | 'shiftKey'>) =>
  metaKey || ctrlKey || shiftKey

interface ContentProps extends Pick<PaletteProps, 'onClose' | 'screens'> {
  /** Another screen opens, so the focus does not return. */
  onLeave: () => void
}

/** Whether a line leads away from the open screen, or opens a form on it. Both take the focus. */
const takesFocus = (path: string, group: string, open: string) =>
  path.split('?')[0] !== open || (group === 'Actions' && path.includes('?'))

/** Opens a line: its address, in a new tab with ⌘ or Ctrl, or its action. */
function useChoose({ onClose, onLeave }: Omit<ContentProps, 'screens'>) {
  const router = useRouter()
  return (item: PaletteItem, inNewTab: boolean) => {
    const { pathname, href } = router.history.location
    if (item.isResult) rememberItem(item)
    if (item.path && inNewTab) return void window.open(item.path, '_blank', 'noopener')
    if (item.path && takesFocus(item.path, item.group, pathname)) onLeave()
    onClose()
    if (item.path && item.path !== href) router.history.push(item.path)
    item.act?.()
  }
}

function countText(count: number, isWaiting: boolean, typed: string): string {
  if (typed.trim() === '') return ''
  if (isWaiting) return 'Searching'
  return count === 1 ? '1 result' : `${count} results`
}

function Keys() {
  const open = keyTexts('Enter')
  return (
    <div className={classes.keys} aria-hidden>
      <span>
        <Kbd size="xs">↑</Kbd> <Kbd size="xs">↓</Kbd> to move
      </span>
      <span>
        <Kbd size="xs">{open[0]}</Kbd> to open
      </span>
      <span>
        {keyTexts('mod+Enter').map((key) => (
          <Kbd key={key} size="xs" mr={4}>
            {key}
          </Kbd>
        ))}
        in a new tab
      </span>
    </div>
  )
}

/** The text, its lines, and the line that Enter opens. */
function usePalette({ screens, ...closing }: ContentProps) {
  const [typed, setTyped] = useState('')
  const [activeId, setActiveId] = useState<string>()
  /** Enter was pressed before the results came. */
  const [mustOpen, setMustOpen] = useState(false)
  const { items, isWaiting, ...state } = usePaletteItems(screens, typed)
  const choose = useChoose(closing)
  const active = items.find(({ id }) => id === activeId) ?? items[0]

  useEffect(() => {
    if (!mustOpen || isWaiting) return
    setMustOpen(false)
    if (active) choose(active, false)
  })
  useEffect(() => {
    if (activeId !== undefined && active) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [activeId, active])

  const type = (text: string) => {
    setTyped(text)
    setActiveId(undefined)
    setMustOpen(false)
  }
  const move = (by: number) => {
    const place = active ? items.indexOf(active) : -1
    setActiveId(items.at((place + by) % Math.max(items.length, 1))?.id)
  }
  const enter = (event: KeyboardEvent) =>
    active && !isWaiting ? choose(active, opensNewTab(event)) : setMustOpen(typed.trim() !== '')
  return { ...state, typed, type, items, isWaiting, active, setActiveId, choose, move, enter }
}
type PaletteState = ReturnType<typeof usePalette>

function Field({
  typed,
  type,
  items,
  active,
  isWaiting,
  setActiveId,
  move,
  enter,
  onClose,
}: PaletteState & { onClose: () => void }) {
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const moves: Record<string, () => void> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      PageDown: () => setActiveId(items.at(-1)?.id),
      PageUp: () => setActiveId(items[0]?.id),
      Enter: () => enter(event),
    }
    const act = moves[event.key]
    if (!act) return
    event.preventDefault()
    act()
  }
  return (
    <div className={classes.field}>
      <IconSearch size={20} stroke={1.5} aria-hidden />
      <input
        className={classes.input}
        type="search"
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls={items.length > 0 ? 'palette-lines' : undefined}
        aria-activedescendant={active && optionId(active)}
        aria-autocomplete="list"
        aria-label="Find"
        placeholder="Name, email, phone, number, code, screen or action"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={100}
        data-autofocus
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
      />
      {isWaiting && <Loader size="xs" aria-hidden />}
      {/* A phone has no Escape key. */}
      <CloseButton hiddenFrom="sm" size={44} mr={-12} aria-label="Close" onClick={onClose} />
    </div>
  )
}

function Content(props: ContentProps) {
  const palette = usePalette(props)
  const { items, active, isWaiting, failed, retry, typed, choose, setActiveId } = palette
  return (
    <>
      <Field {...palette} onClose={props.onClose} />
      <PaletteList
        items={items}
        active={active}
        onActive={({ id }) => setActiveId(id)}
        onChoose={(item, event) => {
          if (item.path && opensNewTab(event)) return
          event.preventDefault()
          choose(item, false)
        }}
      />
      {failed && (
        <div className={classes.note} role="alert">
          The search failed.{' '}
          <Anchor component="button" type="button" onClick={() => void retry()}>
            Try again
          </Anchor>
        </div>
      )}
      {items.length === 0 && !isWaiting && !failed && <div className={classes.note}>No results for “{typed.trim()}”</div>}
      <VisuallyHidden role="status">{countText(items.length, isWaiting, typed)}</VisuallyHidden>
      <Keys />
    </>
  )
}

/** Finds people, records, screens and actions: ⌘K or Ctrl K. */
export function Palette({ opened, onClose, screens }: PaletteProps) {
  const [leaves, setLeaves] = useState(false)
  if (opened && leaves) setLeaves(false)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      returnFocus={!leaves}
      withCloseButton={false}
      size={640}
      padding={0}
      yOffset="10vh"
      transitionProps={{ duration: 100 }}
      attributes={{ content: { 'aria-label': 'Find' } }}
    >
      <Content onClose={onClose} onLeave={() => setLeaves(true)} screens={screens} />
    </Modal>
  )
}
