import { Divider, Stack } from '@mantine/core'
import type { LabelRequest } from '@vialdesk/contract/care/label-requests'
import { useState } from 'react'
import { CenterLinks } from '#web/entities/center/center-links.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { addressLines } from '#web/lib/format/postal-address.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { CarrierForm } from './carrier-form.tsx'
import { EditLabelForm } from './edit-label-form.tsx'
import { LabelState } from './labels-of-center.tsx'

/** Why the label was requested without completed documents. Undefined if they were not missing. */
function documentsText({ unsigned_confirmed, override_reason }: LabelRequest): string | undefined {
  if (override_reason) return `Not all completed. Override: ${override_reason}`
  return unsigned_confirmed ? 'None was signed. The requester confirmed that.' : undefined
}

/** Requester, patients and pickup address. */
function LabelRequestFacts({ request, headingLevel = 3 }: { request: LabelRequest; headingLevel?: 2 | 3 }) {
  const doctor = [request.doctor_name, request.doctor_email, request.doctor_phone].filter(Boolean).join(', ')
  return (
    <Facts
      title="Request"
      headingLevel={headingLevel}
      facts={[
        { label: 'Requested by', value: `${request.harvest_center_representative}, ${request.harvest_center_email}` },
        { label: 'Center', value: <CenterLinks centers={request.hc_desc} /> },
        { label: 'Patients', value: <PatientLinks tissue={request} /> },
        { label: 'Documents', value: documentsText(request) },
        { label: 'Doctor', value: doctor },
        { label: 'Pickup address', value: addressLines(request).join(', ') },
        { label: 'Lab', value: request.lab ? <UserLink id={request.lab.id} name={request.lab.company} /> : undefined },
        { label: 'Label date', value: <DateText value={request.label_date} /> },
        { label: 'State', value: <LabelState request={request} /> },
        { label: 'Tracking number', value: <TrackingLink {...request} oneLine /> },
      ]}
    />
  )
}

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
  onClose: () => void
}

/** A request with its label, which an admin gets from the carrier or uploads. */
export function LabelContent({ request, form, headingLevel = 3, onClose }: Props) {
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
            <EditLabelForm key={form.key} request={request} onClose={onClose} onSaving={form.keep} />
          </Section>
        </>
      )}
    </Stack>
  )
}
