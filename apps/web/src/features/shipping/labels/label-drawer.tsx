import { Divider, Stack } from '@mantine/core'
import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { useRef, useState } from 'react'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { CarrierForm } from './carrier-form.tsx'
import { EditLabelForm } from './edit-label-form.tsx'
import { LabelRequestFacts } from './label-request-facts.tsx'
import { requestName } from './label-requests.columns.tsx'

/** Resets the form for another label, but not for its own save: the success message must stay. */
function useFormKey(request: LabelRequest | undefined) {
  const [kept, setKept] = useState<string>()
  const now = request && `${request.id} ${request.tracking_number} ${request.pdf_file}`
  return { key: kept ?? now, keep: (saving: boolean) => setKept((before) => (saving ? (before ?? now) : undefined)) }
}

interface Props {
  request: LabelRequest | undefined
  onOpen: (id: number) => void
  onClose: () => void
}

/** A request with its label: made by the carrier or uploaded. */
export function LabelDrawer({ request, onOpen, onClose }: Props) {
  const shown = useLatestValue(request)
  const unsaved = useRef(() => false)
  const form = useFormKey(shown)
  const close = () => {
    form.keep(false)
    onClose()
  }
  return (
    <Drawer
      opened={request !== undefined}
      onClose={close}
      title={shown && `Label for ${requestName(shown)}`}
      unsaved={() => unsaved.current()}
    >
      {shown && (
        <Stack gap="lg">
          <LabelRequestFacts request={shown} />
          <Section title="Made by carrier">
            <CarrierForm key={`${shown.id} ${shown.carrier_state}`} request={shown} />
          </Section>
          {shown.can.edit_label && (
            <>
              <Divider />
              <Section title="Upload">
                <EditLabelForm
                  key={form.key}
                  request={shown}
                  onOpen={onOpen}
                  onClose={close}
                  onSaving={form.keep}
                  unsaved={unsaved}
                />
              </Section>
            </>
          )}
        </Stack>
      )}
    </Drawer>
  )
}
