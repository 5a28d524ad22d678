/**
 * The rows next to an opened one. A list whose rows open in a drawer publishes its page here, and the drawer steps through it. At the end
 * of a page the list turns to the next one and opens its first row.
 */
import { createContext, use, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { TablePage } from '#web/lib/url/use-list-page.ts'
import type { ListState } from '../table-types.ts'

type RowKey = string | number

interface PublishedList {
  keys: RowKey[]
  open: (place: number) => void
  /** Undefined without a page in this direction. */
  turn: (direction: -1 | 1) => (() => void) | undefined
}

/** Lists inside a drawer do not publish: their rows are not those of the drawer. */
export const InDrawer = createContext(false)

let lists: readonly PublishedList[] = []
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
function change(next: readonly PublishedList[]): void {
  lists = next
  for (const listener of listeners) listener()
}

interface Published<Row> {
  list: Pick<ListState<Row>, 'data' | 'isPlaceholderData'>
  page: Pick<TablePage, 'offset' | 'limit' | 'onPage'>
  rowKey: (row: Row) => RowKey
  onRow?: ((row: Row) => void) | undefined
}

export function usePublishedRows<Row>({ list, page, rowKey, onRow }: Published<Row>): void {
  const isInDrawer = use(InDrawer)
  const rows = list.isPlaceholderData ? undefined : list.data?.results
  const latest = useRef({ page, rowKey, onRow })
  useEffect(() => {
    latest.current = { page, rowKey, onRow }
  })
  const [turned, setTurned] = useState<{ direction: -1 | 1; offset: number }>()
  const isPublished = onRow !== undefined && !isInDrawer
  const { offset, limit } = page
  const isLast = offset + limit >= (list.data?.count ?? 0)
  useEffect(() => {
    if (!isPublished || !rows) return undefined
    const { rowKey: keyOf } = latest.current
    const open = (place: number) => {
      const row = rows.at(place)
      if (row !== undefined) latest.current.onRow?.(row)
    }
    const turnTo = (direction: -1 | 1) => () => {
      const next = Math.max(0, offset + direction * limit)
      setTurned({ direction, offset: next })
      latest.current.page.onPage(next)
    }
    const isEnd = { [-1]: offset === 0, 1: isLast }
    const own: PublishedList = {
      keys: rows.map(keyOf),
      open,
      turn: (direction) => (isEnd[direction] ? undefined : turnTo(direction)),
    }
    change([...lists, own])
    return () => change(lists.filter((each) => each !== own))
  }, [isPublished, rows, offset, limit, isLast])
  useEffect(() => {
    if (turned?.offset !== offset || !rows) return
    setTurned(undefined)
    const row = rows.at(turned.direction === 1 ? 0 : -1)
    if (row !== undefined) latest.current.onRow?.(row)
  }, [turned, rows, offset])
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

/** The steps from an opened row to the rows next to it. Undefined when no list on the page has this row. */
export function useNeighbours(key: RowKey | undefined): Neighbours | undefined {
  const found = useSyncExternalStore(subscribe, () => lists).findLast(({ keys }) => key !== undefined && keys.includes(key))
  if (!found || key === undefined) return undefined
  const place = found.keys.indexOf(key)
  return {
    previous: place > 0 ? () => found.open(place - 1) : found.turn(-1),
    next: place < found.keys.length - 1 ? () => found.open(place + 1) : found.turn(1),
  }
}
