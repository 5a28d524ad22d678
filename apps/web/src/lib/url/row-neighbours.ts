/**
 * The rows next to an opened one. A list whose rows open in a drawer publishes its page here, and the drawer steps through it. At the end
 * of a page the list turns to the next one and opens its first row.
 */
import { createContext, use, useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/browser/listeners.ts'
import type { TablePage } from './use-list-page.ts'

type RowKey = string | number

export interface PublishedList {
  id: string
  keys: RowKey[]
  open: (place: number) => void
  /** Undefined without a page in this direction. */
  turn: (direction: -1 | 1) => (() => void) | undefined
}

/** The list whose row the drawer shows, and the page to which the list turns now. */
interface OpenedList {
  id: string
  turning?: { direction: -1 | 1; offset: number }
}

export interface Steps {
  lists: readonly PublishedList[]
  opened: OpenedList | undefined
}

/** Lists inside a drawer do not publish: their rows are not those of the drawer. */
export const InDrawer = createContext(false)

let steps: Steps = { lists: [], opened: undefined }
const { subscribe, notify } = createListeners()

function change(part: Partial<Steps>): void {
  steps = { ...steps, ...part }
  notify()
}

/** For a drawer that closes: a page that still loads must not open it again. */
export const forgetOpenedList = (): void => change({ opened: undefined })

interface Published<Row> {
  /** Of the list's query. */
  list: { data: { count: number; results: Row[] } | undefined; isPlaceholderData: boolean }
  page: Pick<TablePage, 'offset' | 'limit' | 'onPage' | 'isNumbered'>
  rowKey: (row: Row) => RowKey
  onRow?: ((row: Row) => void) | undefined
}

/** Answers `onRow` for the rows of the table: it also remembers the list. */
export function usePublishedRows<Row>({ list, page, rowKey, onRow }: Published<Row>): ((row: Row) => void) | undefined {
  const id = useId()
  const isInDrawer = use(InDrawer)
  const rows = list.isPlaceholderData ? undefined : list.data?.results
  const latest = useRef({ page, rowKey, onRow })
  useEffect(() => {
    latest.current = { page, rowKey, onRow }
  })
  const isPublished = onRow !== undefined && !isInDrawer
  const { offset, limit, isNumbered = true } = page
  const isLast = offset + limit >= (list.data?.count ?? 0)
  useEffect(() => {
    if (!isPublished || !rows) return undefined
    const { rowKey: keyOf } = latest.current
    const open = (place: number) => {
      const row = rows.at(place)
      if (row === undefined) return
      change({ opened: { id } })
      latest.current.onRow?.(row)
    }
    const turnTo = (direction: -1 | 1) => () => {
      const next = Math.max(0, offset + direction * limit)
      change({ opened: { id, turning: { direction, offset: next } } })
      latest.current.page.onPage(next)
    }
    const isEnd = { [-1]: !isNumbered || offset === 0, 1: !isNumbered || isLast }
    const own: PublishedList = {
      id,
      keys: rows.map(keyOf),
      open,
      turn: (direction) => (isEnd[direction] ? undefined : turnTo(direction)),
    }
    change({ lists: [...steps.lists, own] })
    const { opened } = steps
    if (opened?.id === id && opened.turning?.offset === offset) open(opened.turning.direction === 1 ? 0 : -1)
    return () => change({ lists: steps.lists.filter((each) => each !== own) })
  }, [id, isPublished, rows, offset, limit, isNumbered, isLast])
  if (!isPublished) return onRow
  return (row) => {
    change({ opened: { id } })
    onRow(row)
  }
}

/** All rows of a list without pages. */
export const usePublishedShortList = <Row>(rows: Row[], { rowKey, onRow }: Pick<Published<Row>, 'rowKey' | 'onRow'>) =>
  usePublishedRows({
    list: { data: { count: rows.length, results: rows }, isPlaceholderData: false },
    page: { offset: 0, limit: rows.length, onPage: () => undefined },
    rowKey,
    onRow,
  })

export interface Neighbours {
  previous: (() => void) | undefined
  next: (() => void) | undefined
}

/** The steps from an opened row to the rows next to it. Two lists may have it; the one in which it was opened decides. */
export function neighboursOf({ lists, opened }: Steps, key: RowKey | undefined): Neighbours | undefined {
  if (key === undefined) return undefined
  const having = lists.filter(({ keys }) => keys.includes(key))
  const found = having.find(({ id }) => id === opened?.id) ?? having.at(-1)
  if (!found) return undefined
  const place = found.keys.indexOf(key)
  return {
    previous: place > 0 ? () => found.open(place - 1) : found.turn(-1),
    next: place < found.keys.length - 1 ? () => found.open(place + 1) : found.turn(1),
  }
}

/** Undefined when no list on the page has this row. */
export const useNeighbours = (key: RowKey | undefined): Neighbours | undefined =>
  neighboursOf(
    useSyncExternalStore(subscribe, () => steps),
    key,
  )
