import type { Icon } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'
import { Screen } from './screen.tsx'

interface Props {
  /** The title of the screen. */
  screen: string
  icon: Icon
  title: string
  reason?: string
}

/** In place of a record that is not there, or that the reader may not see: the two look the same. */
export const MissingRecord = ({ screen, icon, title, reason = 'You do not have access to it.' }: Props) => (
  <Screen title={screen}>
    <EmptyState icon={icon} title={title} hint={`${reason} Check that you are logged in with the right account.`} />
  </Screen>
)
