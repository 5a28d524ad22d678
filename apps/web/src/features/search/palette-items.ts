/** The lines of the palette: recent things, actions and screens that match a text, and the results of the server. */
import {
  type Icon,
  IconBuildingHospital,
  IconDna2,
  IconFlask,
  IconPackage,
  IconReceipt2,
  IconTag,
  IconTestPipe2,
  IconUser,
  IconUserHeart,
} from '@tabler/icons-react'
import type { Role } from '@vialdesk/contract/base/roles'
import { mayOpenScreen, type ScreenPath } from '@vialdesk/contract/base/screens'
import type { SearchKind, SearchResult } from '@vialdesk/contract/people/search'
import type { UserTab } from '#web/entities/user/user-tabs.ts'

export interface PaletteItem {
  id: string
  /** The heading above the line. */
  group: string
  title: string
  context?: string
  icon: Icon
  /** Where the line leads. Without it the line acts. */
  path?: string
  act?: () => void
  /** A result of the server: it is offered again among the recent things. */
  isResult?: true
}

interface KindOfResult {
  group: string
  icon: Icon
  screen: ScreenPath
  /** The tab of the screen that has the result. */
  tab?: UserTab
}

const kinds: Record<SearchKind, KindOfResult> = {
  patient: { group: 'People', icon: IconUserHeart, screen: '/users/{id}' },
  person: { group: 'People', icon: IconUser, screen: '/users/{id}' },
  center: { group: 'Centers and labs', icon: IconBuildingHospital, screen: '/users/{id}' },
  lab: { group: 'Centers and labs', icon: IconFlask, screen: '/users/{id}' },
  sale: { group: 'Money', icon: IconReceipt2, screen: '/receipt/{id}' },
  order: { group: 'Parcels', icon: IconPackage, screen: '/orders/{id}' },
  label: { group: 'Parcels', icon: IconTag, screen: '/labels/{id}' },
  vial_entry: { group: 'Parcels', icon: IconDna2, screen: '/users/{id}', tab: 'vials' },
  vial: { group: 'Vials', icon: IconTestPipe2, screen: '/vials/{code}' },
}

/** The results that this role may open. */
export const resultItems = (results: readonly SearchResult[], role: Role | undefined): PaletteItem[] =>
  results.flatMap(({ kind, key, title, context }) => {
    const { group, icon, screen, tab } = kinds[kind]
    if (!mayOpenScreen(screen, role)) return []
    const page = screen.replace(/\{\w+\}/, encodeURIComponent(key))
    const path = tab ? `${page}?tab=${tab}` : page
    return [{ id: `${kind} ${key}`, group, title, context, icon, path, isResult: true }]
  })

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Whether each word of the text begins a word of the title. */
export function matchesTitle(title: string, text: string): boolean {
  const words = wordsOf(title)
  return wordsOf(text).every((typed) => words.some((word) => word.startsWith(typed)))
}

/** The lines in groups, in their order. */
export function groupItems(items: readonly PaletteItem[]): { group: string; items: PaletteItem[] }[] {
  const groups = [...new Set(items.map(({ group }) => group))]
  return groups.map((group) => ({ group, items: items.filter((item) => item.group === group) }))
}
