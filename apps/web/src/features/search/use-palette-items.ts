import { IconKeyboard, IconLogout } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { logOut } from '#web/lib/account/log-out.ts'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useValueAfterPause } from '#web/lib/browser/pauses.ts'
import { type PaletteScreen, showShellDialog } from '#web/lib/session/palette.ts'
import { useSession } from '#web/lib/session/session.ts'
import { actionsOf, addressOf } from './actions.ts'
import { matchesTitle, type PaletteItem, resultItems } from './palette-items.ts'
import { recentItems } from './recent.ts'

/** Milliseconds after the last key before the server is asked. */
const SEARCH_DELAY = 150
/** The number of screens and actions that an empty palette shows. */
const MOST_ACTIONS = 8

const commands: PaletteItem[] = [
  { id: 'keys', group: 'Actions', title: 'Keyboard shortcuts', icon: IconKeyboard, act: () => showShellDialog('keys') },
  { id: 'log-out', group: 'Actions', title: 'Log out', icon: IconLogout, act: () => void logOut() },
]

function useLocalItems(screens: PaletteScreen[], text: string): PaletteItem[] {
  const role = useSession()?.role
  const actions = actionsOf(role).map((action) => {
    const path = addressOf(action)
    return { id: path, group: 'Actions', title: action.title, icon: action.icon, path }
  })
  const places = screens.map(({ path, label, icon, group }) => ({
    ...{ id: `screen ${path}`, group: 'Screens', title: label, icon, path },
    ...(group !== label && { context: group }),
  }))
  const own = [...actions, ...commands]
  if (text === '') return [...recentItems(), ...own.slice(0, MOST_ACTIONS), ...places]
  return [...own, ...places].filter(({ title }) => matchesTitle(title, text))
}

/** The lines for a text. Those of the earlier text stay while the server is asked. */
export function usePaletteItems(screens: PaletteScreen[], typed: string) {
  const text = typed.trim()
  const asked = useValueAfterPause(text, SEARCH_DELAY)
  const role = useSession()?.role
  const mayAsk = useMayCall('GET /api/v1/search/')
  const local = useLocalItems(screens, text)
  const query = useQuery({
    ...apiQuery('GET /api/v1/search/', { query: { search: asked } }),
    enabled: mayAsk && asked !== '' && text !== '',
    placeholderData: keepPreviousData,
    // A failed search is tried again by the reader, or with the next letter.
    retry: false,
    // Names of patients leave the memory soon.
    gcTime: 60_000,
  })
  const found = text === '' ? [] : resultItems(query.data?.results ?? [], role)
  const isWaiting = mayAsk && text !== '' && (text !== asked || query.isFetching)
  return { items: [...local, ...found], isWaiting, failed: text !== '' && query.isError && !isWaiting, retry: query.refetch }
}
