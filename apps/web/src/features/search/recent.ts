/**
 * The things that were opened from the palette, newest first. They are kept in the memory of the page only: the names of patients must not
 * stay on a shared computer, and a log-out loads another page (decision 071).
 */
import type { PaletteItem } from './palette-items.ts'

const MOST_RECENT = 6
let recent: PaletteItem[] = []

export const recentItems = (): PaletteItem[] => recent

export function rememberItem(item: PaletteItem): void {
  const kept = recent.filter(({ id }) => id !== item.id)
  recent = [{ ...item, group: 'Recent' }, ...kept].slice(0, MOST_RECENT)
}
