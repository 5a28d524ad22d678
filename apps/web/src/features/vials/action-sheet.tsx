import { Stack } from '@mantine/core'
import { useRef } from 'react'
import { useLast } from '#web/lib/use-last.ts'
import { countOfVials } from '#web/lib/vial-words.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { ChosenEntryForm } from './chosen-entry-form.tsx'
import { CodeList } from './code-list.tsx'
import { ReasonForm } from './reason-form.tsx'
import { StoreForm } from './store-form.tsx'
import type { ActionFormProps, ActionName, Handled } from './vial-actions.ts'

/** The action with its vials as selected at the start; the list behind may change. */
export interface BegunAction {
  name: Exclude<ActionName, 'quarantine' | 'resume'>
  vials: readonly Handled[]
}

const verbs = { release: 'Release', ship: 'Ship', hold: 'Hold', store: 'Store', dispose: 'Dispose of' }

function ActionForm({ name, ...form }: ActionFormProps & Pick<BegunAction, 'name'>) {
  if (name === 'release') return <ChosenEntryForm {...form} type="added" />
  if (name === 'ship') return <ChosenEntryForm {...form} type="shipped" />
  if (name === 'store') return <StoreForm {...form} />
  return <ReasonForm {...form} to={name === 'hold' ? 'held' : 'disposed'} />
}

interface Props {
  begun: BegunAction | undefined
  onClose: () => void
  onSaved: () => void
}

/** The form of a vial action in a sheet. */
export function ActionSheet({ begun, onClose, onSaved }: Props) {
  const shown = useLast(begun)
  const unsaved = useRef(() => false)
  return (
    <Sheet
      opened={begun !== undefined}
      onClose={onClose}
      title={shown && `${verbs[shown.name]} ${countOfVials(shown.vials.length)}`}
      unsaved={() => unsaved.current()}
    >
      {shown && (
        <Stack gap="lg">
          {shown.name !== 'store' && <CodeList vials={shown.vials} />}
          <ActionForm {...shown} onClose={onClose} onSaved={onSaved} unsaved={unsaved} />
        </Stack>
      )}
    </Sheet>
  )
}
