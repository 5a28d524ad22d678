import { Divider, Stack } from '@mantine/core'
import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { useState } from 'react'
import { useMayCall } from '#web/lib/session/use-may-call.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { CarrierForm } from './carrier-form.tsx'
import { EditLabelForm } from './edit-label-form.tsx'
import { LabelRequestFacts } from './label-request-facts.tsx'

/** Resets the form for another label, but not for its own save: the success message must stay. */
export function useLabelForm(request: LabelRequest | undefined) {
  const [kept, setKept] = useState<string>()
  const now = request && `${request.id} ${request.tracking_number} ${request.pdf_file}`
  return { key: kept ?? now, keep: (saving: boolean) => setKept((before) => (saving ? (before ?? now) : undefined)) }
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
          <CarrierForm key={`${request.id} ${request.carrier_state}`} request={request} />
        </Section>
      )}
      {request.can.edit_label && (
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
