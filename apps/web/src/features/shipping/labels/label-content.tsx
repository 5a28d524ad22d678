import { Divider, Stack } from '@mantine/core'
import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { useState } from 'react'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { CarrierForm } from './carrier-form.tsx'
import { EditLabelForm } from './edit-label-form.tsx'
import { LabelRequestFacts } from './label-request-facts.tsx'

/** Resets the form for another label, but not after its own save: its message must stay, and what was typed if the save is refused. */
export function useLabelForm(request: LabelRequest | undefined) {
  const [kept, setKept] = useState<{ id: number; key: string }>()
  const now = request && { id: request.id, key: `${request.id} ${request.tracking_number} ${request.pdf_file}` }
  const isKept = kept !== undefined && kept.id === request?.id
  return { key: isKept ? kept.key : now?.key, isKept, keep: () => !isKept && setKept(now), release: () => setKept(undefined) }
}

interface Props {
  request: LabelRequest
  form: ReturnType<typeof useLabelForm>
  headingLevel?: 2 | 3
  onOpen: (id: number) => void
  onClose: () => void
}

/** A request with its label, which an admin gets from the carrier or uploads. */
export function LabelContent({ request, form, headingLevel = 3, onOpen, onClose }: Props) {
  const makesLabels = useMayCall('POST /api/v1/fedex-requests/{id}/make-label/')
  return (
    <Stack gap="lg">
      <LabelRequestFacts request={request} headingLevel={headingLevel} />
      {makesLabels && (
        <Section title="Made by carrier">
          <CarrierForm key={request.id} request={request} />
        </Section>
      )}
      {(request.can.edit_label || form.isKept) && (
        <>
          <Divider />
          <Section title="Upload">
            <EditLabelForm key={form.key} request={request} onOpen={onOpen} onClose={onClose} onSaving={form.keep} />
          </Section>
        </>
      )}
    </Stack>
  )
}
