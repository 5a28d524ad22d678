/** The link of a figure to the list that it counts. */
import type { LinkProps } from '@tanstack/react-router'
import { type FigureContext, type FigureList, figurePath, type NoList } from '@vialdesk/contract/dashboard-links'
import { today } from '#web/lib/format/dates.ts'
import { useSession } from '#web/lib/session/session.ts'

/** The contract knows the screens and their filters, so the addresses are not checked again here. */
const linkOf = (list: FigureList): LinkProps =>
  ({ to: figurePath(list), ...(list.filter && { search: list.filter }), ...(list.hash && { hash: list.hash }) }) as LinkProps

type Entry<Row> = NoList | ((context: FigureContext, row: Row) => FigureList)

/** Answers the link of a single figure, or of one row of several. */
export function useFigureLink() {
  const userId = useSession()?.user.id ?? 0
  return <Row = undefined>(entry: Entry<Row>, ...[row]: Row extends undefined ? [] : [Row]): LinkProps | undefined =>
    typeof entry === 'function' ? linkOf(entry({ userId, today: today() }, row as Row)) : undefined
}
