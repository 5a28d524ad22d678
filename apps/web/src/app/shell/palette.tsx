import '@mantine/spotlight/styles.css'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { IconLogout, IconSearch, IconTestPipe2 } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { mayOpen } from '@vialdesk/contract/screens'
import { codeIn, inGroups } from '@vialdesk/contract/vial-codes'
import { useState } from 'react'
import { logOut } from '#web/lib/log-out.ts'
import { useSession } from '#web/lib/session.ts'
import { menuOf } from './menu.ts'

export const openPalette = () => spotlight.open()

/** The vial whose code is typed or scanned, for who may open it; found under the very text that was typed. */
function useVialAction(typed: string): SpotlightActionGroupData[] {
  const router = useRouter()
  const mayLook = mayOpen('/vials/{code}', useSession()?.role)
  const code = codeIn(typed)
  if (!(code && mayLook)) return []
  const action = {
    id: 'vial',
    label: `Vial ${inGroups(code)}`,
    keywords: [typed],
    leftSection: <IconTestPipe2 size={20} stroke={1.5} />,
    onClick: () => router.history.push(`/vials/${code}`),
  }
  return [{ group: 'Vial', actions: [action] }]
}

/** Every screen of the role and what can be done from anywhere, by name: ⌘K or Ctrl K. */
export function Palette() {
  const router = useRouter()
  const who = useSession()
  const [typed, setTyped] = useState('')
  const vial = useVialAction(typed)
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
