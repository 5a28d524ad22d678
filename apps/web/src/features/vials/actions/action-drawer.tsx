import { Stack } from '@mantine/core'
import { CodeList } from '#web/features/vials/code-list.tsx'
import { vialCountText } from '#web/features/vials/vial-text.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { ReasonForm } from './reason-form.tsx'
import { ReleaseOrShipForm } from './release-or-ship-form.tsx'
import { StoreForm } from './store-form.tsx'
import type { ActionFormProps, ActionName, ActionVial } from './vial-actions.ts'

/** The action with its vials as selected at the start; the list behind may change. */
export interface StartedAction {
  name: Exclude<ActionName, 'quarantine' | 'resume'>
  vials: readonly ActionVial[]
}

const verbs = { release: 'Release', ship: 'Ship', hold: 'Hold', store: 'Store', dispose: 'Dispose of' }

function ActionForm({ name, ...form }: ActionFormProps & Pick<StartedAction, 'name'>) {
  if (name === 'release') return <ReleaseOrShipForm {...form} type="added" />
  if (name === 'ship') return <ReleaseOrShipForm {...form} type="shipped" />
  if (name === 'store') return <StoreForm {...form} />
  return <ReasonForm {...form} to={name === 'hold' ? 'held' : 'disposed'} />
}

interface Props {
  started: StartedAction | undefined
  onClose: () => void
  onSaved: () => void
}

/** The form of a vial action in a drawer. */
export function ActionDrawer({ started, onClose, onSaved }: Props) {
  const shown = useLatestValue(started)
  return (
    <Drawer
      opened={started !== undefined}
      onClose={onClose}
      title={shown && `${verbs[shown.name]} ${vialCountText(shown.vials.length)}`}
      asks
    >
      {shown && (
        <Stack gap="lg">
          {shown.name !== 'store' && <CodeList vials={shown.vials} />}
          <ActionForm {...shown} onClose={onClose} onSaved={onSaved} />
        </Stack>
      )}
    </Drawer>
  )
}
