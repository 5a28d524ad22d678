import '@mantine/spotlight/styles.css'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { IconLogout, IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { logOut } from '#web/lib/log-out.ts'
import { useSession } from '#web/lib/session.ts'
import { menuOf } from './menu.ts'

export const openPalette = () => spotlight.open()

/** Every screen of the role and what can be done from anywhere, by name: ⌘K or Ctrl K. */
export function Palette() {
  const router = useRouter()
  const who = useSession()
  const screens = menuOf(who).map(
    ({ name, entries }): SpotlightActionGroupData => ({
      group: name,
      actions: entries.map(({ path, label, icon: Shown }) => ({
        id: path,
        label,
        leftSection: <Shown size={20} stroke={1.5} />,
        onClick: () => router.history.push(path),
      })),
    }),
  )
  const session: SpotlightActionGroupData = {
    group: 'Session',
    actions: [
      { id: 'log-out', label: 'Log Out', leftSection: <IconLogout size={20} stroke={1.5} />, onClick: () => void logOut() },
    ],
  }
  return (
    <Spotlight
      actions={[...screens, session]}
      shortcut={['mod + K']}
      nothingFound="Nothing goes by that name."
      highlightQuery
      scrollable
      attributes={{ content: { 'aria-label': 'Go to' } }}
      maxHeight={420}
      searchProps={{ leftSection: <IconSearch size={20} stroke={1.5} />, placeholder: 'Go to…', 'aria-label': 'Go to' }}
    />
  )
}
