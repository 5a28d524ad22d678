import { Group, UnstyledButton } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, type RefObject, useEffect } from 'react'
import classes from '../table.module.css'
import type { RowProps } from '../table-types.ts'

/** A click that the browser answers itself, by a new tab or window. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

type Opening<Row> = Pick<RowProps<Row>, 'onRow' | 'rowHref'>

/** The page of a row that was opened last, and the entry of its list in the history. */
let lastOpened: { entry: string | undefined; href: string } | undefined

/** After Back, the focus is on the row that was opened: the keyboard goes on there, and the eyes find it. */
export function useFocusOpenedRow(frame: RefObject<HTMLElement | null>, isShown: boolean): void {
  const { history } = useRouter()
  useEffect(() => {
    if (!isShown || lastOpened === undefined || lastOpened.entry !== history.location.state.__TSR_key) return
    const { href } = lastOpened
    lastOpened = undefined
    const links = frame.current?.querySelectorAll<HTMLElement>('a[data-row]') ?? []
    const link = [...links].find((each) => each.getAttribute('href') === href)
    link?.focus({ preventScroll: true })
  }, [frame, isShown, history])
}

/** Opens a row by a click: its drawer where there is one, else its page. Undefined for rows that open nothing. */
export function useOpenRow<Row>({ onRow, rowHref }: Opening<Row>): ((row: Row) => (() => void) | undefined) | undefined {
  const { history } = useRouter()
  if (onRow) return (row) => () => onRow(row)
  if (!rowHref) return undefined
  return (row) => {
    const href = rowHref(row)
    if (href === undefined) return undefined
    return () => {
      lastOpened = { entry: history.location.state.__TSR_key, href }
      history.push(href)
    }
  }
}

interface Props {
  href: string | undefined
  open: (() => void) | undefined
  children: ReactNode
}

/** The name of a row with its badge. */
export function RowName({ badge, ...link }: Props & { badge: ReactNode }) {
  if (!badge) return <RowLink {...link} />
  return (
    <Group gap="xs" component="span" display="inline-flex">
      <RowLink {...link} />
      {badge}
    </Group>
  )
}

/** The name of a row. A row with a page is a link to it, which also opens in a new tab; a plain click opens the row as a click on it does. */
function RowLink({ href, open, children }: Props) {
  if (!open) return children
  const click = (event: MouseEvent) => {
    if (href !== undefined) {
      if (isForBrowser(event)) return
      event.preventDefault()
    }
    open()
  }
  if (href === undefined) {
    return (
      <UnstyledButton className={classes.open} onClick={click}>
        {children}
      </UnstyledButton>
    )
  }
  return (
    <a data-row className={classes.open} href={href} onClick={click}>
      {children}
    </a>
  )
}
