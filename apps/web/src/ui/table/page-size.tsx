import { NativeSelect } from '@mantine/core'
import type { TablePage } from '#web/lib/url/use-list-page.ts'

const SIZES = [10, 20, 50, 100]

interface Props {
  /** The number of rows on all pages, where it is known. */
  count?: number
  page: Pick<TablePage, 'limit' | 'ownLimit' | 'onLimit'>
}

/** The number of rows on a page: the size that the list has by itself, and the usual ones. */
export function PageSize({ count = Number.POSITIVE_INFINITY, page: { limit, ownLimit = limit, onLimit } }: Props) {
  const sizes = [...new Set([...SIZES, ownLimit, limit])].toSorted((a, b) => a - b)
  // All rows fit on a page of the smallest size: there is nothing to choose.
  if (!onLimit || count <= Math.min(...sizes)) return null
  return (
    <NativeSelect
      aria-label="Rows per page"
      size="sm"
      data={sizes.map((size) => ({ value: String(size), label: `${size} per page` }))}
      value={String(limit)}
      onChange={(event) => onLimit(Number(event.currentTarget.value))}
    />
  )
}
