import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { ArrivalForm, type ShippedEntry } from './arrival-form.tsx'
import { arrivalAction } from './shipment-facts.tsx'

/** The form for the arrival of an entry, over the page. Closed without an entry. */
export function ArrivalDrawer({ entry, onClose }: { entry: ShippedEntry | undefined; onClose: () => void }) {
  const shown = useLatestValue(entry)
  return (
    <Drawer opened={entry !== undefined} onClose={onClose} title={arrivalAction(shown?.arrival)}>
      {shown && <ArrivalForm key={shown.id} entry={shown} onClose={onClose} />}
    </Drawer>
  )
}
