import type { TablePage } from '#web/lib/url/use-list-page.ts'
import type { ExportProps, TableExport } from './export-slot.ts'

/** The list as the table shows it, for its export: on all pages. */
export function exportOf(exported: TableExport, page: TablePage, count: number | undefined): ExportProps {
  const all: Record<string, string> = { ...page.settings, ...(page.sort && { sort: page.sort }) }
  const { limit: _, ...settings } = all
  const fixed = Object.entries(exported.query ?? {}).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, String(value)]],
  )
  return {
    ...exported,
    query: { ...settings, ...Object.fromEntries(fixed) },
    count: exported.uncounted ? undefined : count,
    offset: page.offset,
  }
}
