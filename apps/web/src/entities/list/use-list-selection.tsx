import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReadingCall } from '#web/lib/api/call-types.ts'
import { showError } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSelection } from '#web/ui/table/selection/use-selection.ts'
import { type OpenList, pageQuery } from './use-list.ts'

/** The server's largest page. */
const PAGE = 100

type ReadPage<Row> = (paging: { limit: number; offset: number }) => Promise<{ results: Row[] }>

interface Props<Row> {
  /** Of all rows that match. Undefined while it is not known. */
  count: number | undefined
  selected: number
  /** One call changes at most this many rows. */
  max: number
  /** Several rows in words. */
  rows: string
  readPage: ReadPage<Row>
  onSelect: (rows: Row[]) => void
}

async function readRows<Row>(count: number, readPage: ReadPage<Row>): Promise<Row[]> {
  const rows: Row[] = []
  for (let offset = 0; offset < count; offset += PAGE) rows.push(...(await readPage({ limit: PAGE, offset })).results)
  return rows
}

/**
 * Selects the rows of all pages. They are read first, so that an action changes exactly the rows that were counted, and never one that
 * matches later.
 */
function SelectAll<Row>({ count, selected, max, rows, readPage, onSelect }: Props<Row>) {
  const [isReading, setReading] = useState(false)
  if (count === undefined || selected === 0 || count <= selected) return null
  if (count > max)
    return (
      <Text size="sm" c="dimmed">
        Filter the list to at most {max} {rows} to select all.
      </Text>
    )
  const select = async () => {
    setReading(true)
    try {
      onSelect(await readRows(count, readPage))
    } catch (error) {
      showError(errorMessage(error))
    } finally {
      setReading(false)
    }
  }
  return (
    <Button variant="subtle" size="compact-md" className="figures" loading={isReading} onClick={() => void select()}>
      Select all {formatCount(count)} that match
    </Button>
  )
}

/** The chosen rows of a list, and the button that chooses those of all pages. One call changes at most `max` of the `rows`. */
export function useListSelection<A extends ReadingCall, Filter extends object, Row extends { id: number }>(
  { definition, input, page, list }: OpenList<A, Filter, Row>,
  { max, rows }: { max: number; rows: string },
) {
  const client = useQueryClient()
  const { selected, selection, clear } = useSelection(JSON.stringify(page.filter), list.data?.results)
  const readPage = (paging: object) =>
    client.fetchQuery(pageQuery(definition.call, input, { ...page.query, ...paging })) as unknown as Promise<{ results: Row[] }>
  const selectAll = (
    <SelectAll
      count={list.data?.count}
      selected={selected.length}
      max={max}
      rows={rows}
      readPage={readPage}
      onSelect={(all) => selection.set(all, true)}
    />
  )
  return { selected, selection, clear, selectAll }
}
