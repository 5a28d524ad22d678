/**
 * The things that were opened from the palette, newest first. They are kept in the memory of the page only: the names of patients must not
 * stay on a shared computer, and a log-out loads another page (decision 071).
 */
import { session } from '#web/lib/session/session.ts'
import type { PaletteItem } from './palette-items.ts'

const MOST_RECENT = 6
let recent: { user: number | undefined; items: PaletteItem[] } = { user: undefined, items: [] }

/** Another user of this page has things of its own. */
export const recentItems = (): PaletteItem[] => (recent.user === session()?.user.id ? recent.items : [])

export function rememberItem(item: PaletteItem): void {
  const kept = recentItems().filter(({ id }) => id !== item.id)
  recent = { user: session()?.user.id, items: [{ ...item, group: 'Recent' }, ...kept].slice(0, MOST_RECENT) }
}
