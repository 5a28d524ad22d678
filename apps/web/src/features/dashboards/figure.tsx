/** The figures of dashboards, and the link of each to the list that it counts. */
import type { LinkProps } from '@tanstack/react-router'
import { type FigureContext, type FigureList, figurePath, type NoList } from '@vialdesk/contract/dashboard-links'
import type { ReactNode } from 'react'
import { today } from '#web/lib/format/dates.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Stat } from '#web/ui/layout/stat.tsx'

/** The contract knows the screens and their filters, so the addresses are not checked again here. */
const linkOf = (list: FigureList): LinkProps =>
  ({ to: figurePath(list), ...(list.filter && { search: list.filter }), ...(list.hash && { hash: list.hash }) }) as LinkProps

export type Entry<Row> = NoList | ((context: FigureContext, row: Row) => FigureList)

/** Answers the link of a single figure, or of one row of several. */
export function useFigureLink() {
  const userId = useSession()?.user.id ?? 0
  return <Row = undefined>(entry: Entry<Row>, ...[row]: Row extends undefined ? [] : [Row]): LinkProps | undefined =>
    typeof entry === 'function' ? linkOf(entry({ userId, today: today() }, row as Row)) : undefined
}

interface Props<Row> {
  /** The list that the figure counts. */
  of: Entry<Row>
  /** The row of several figures. */
  row?: Row
  label: string
  count: number
  note?: ReactNode
}

/** A number of a dashboard that links to what it counts. Use several in a `StatRow`. */
export function Figure<Row = undefined>({ of, row, count, ...rest }: Props<Row>) {
  const link = useFigureLink() as (entry: Entry<Row>, row: Row | undefined) => LinkProps | undefined
  return <Stat {...rest} value={formatCount(count)} link={link(of, row)} />
}
