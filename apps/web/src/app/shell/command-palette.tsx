import '@mantine/spotlight/styles.css'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { IconLogout, IconSearch, IconTestPipe2 } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/screens'
import { formatVialCode, parseVialCode } from '@vialdesk/contract/vial-codes'
import { useState } from 'react'
import { logOut } from '#web/lib/session/log-out.ts'
import { useSession } from '#web/lib/session/session.ts'
import { menuGroups } from './menu.ts'

export const openCommandPalette = () => spotlight.open()

/** Opens the vial of a typed or scanned code, if this role may open vials. The typed text is its search keyword. */
function useVialAction(typed: string): SpotlightActionGroupData[] {
  const router = useRouter()
  const mayLook = mayOpenScreen('/vials/{code}', useSession()?.role)
  const code = parseVialCode(typed)
  if (!(code && mayLook)) return []
  const action = {
    id: 'vial',
    label: `Vial ${formatVialCode(code)}`,
    keywords: [typed],
    leftSection: <IconTestPipe2 size={20} stroke={1.5} />,
    onClick: () => router.history.push(`/vials/${code}`),
  }
  return [{ group: 'Vial', actions: [action] }]
}

/** All screens of the role and global actions, by name: ⌘K or Ctrl K. */
export function CommandPalette() {
  const router = useRouter()
  const viewer = useSession()
  const [typed, setTyped] = useState('')
  const vial = useVialAction(typed)
  const screens = menuGroups(viewer).map(
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
      actions={[...vial, ...screens, session]}
      query={typed}
      onQueryChange={setTyped}
      shortcut={['mod + K']}
      nothingFound="No results"
      highlightQuery
      scrollable
      attributes={{ content: { 'aria-label': 'Go to' } }}
      maxHeight={420}
      searchProps={{ leftSection: <IconSearch size={20} stroke={1.5} />, placeholder: 'Go to…', 'aria-label': 'Go to' }}
    />
  )
}
