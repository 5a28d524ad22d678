import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { showError } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { formatCount } from '#web/lib/format/format-count.ts'

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
export function SelectAll<Row>({ count, selected, max, rows, readPage, onSelect }: Props<Row>) {
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
