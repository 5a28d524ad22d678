import { Divider, Stack } from '@mantine/core'
import type { LabelRequest } from '@vialdesk/contract/labels'
import { useRef, useState } from 'react'
import { useLast } from '#web/lib/use-last.ts'
import { Section } from '#web/ui/section.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { isAwaited } from './awaited.ts'
import { CarrierForm } from './carrier-form.tsx'
import { EditLabelForm } from './edit-label-form.tsx'
import { RequestFacts } from './request-facts.tsx'
import { nameOfRequest } from './requests.columns.tsx'

/** Another label makes the form begin anew, but not the one that it has just saved: its success is still to be read. */
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

/** A request and its label: by the carrier, or by hand. */
export function LabelSheet({ request, onOpen, onClose }: Props) {
  const shown = useLast(request)
  const unsaved = useRef(() => false)
  const form = useFormKey(shown)
  const close = () => {
    form.keep(false)
    onClose()
  }
  return (
    <Sheet
      opened={request !== undefined}
      onClose={close}
      title={shown && `Label for ${nameOfRequest(shown)}`}
      unsaved={() => unsaved.current()}
    >
      {shown && (
        <Stack gap="lg">
          <RequestFacts request={shown} />
          <Section title="Made by carrier">
            <CarrierForm key={`${shown.id} ${shown.carrier_state}`} request={shown} />
          </Section>
          {!isAwaited(shown) && (
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
    </Sheet>
  )
}
