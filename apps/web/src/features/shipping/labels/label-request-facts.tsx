import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { CenterLinks } from '#web/entities/center/center-links.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { addressLines } from '#web/lib/format/postal-address.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LabelState } from './label-state.tsx'

/** Why the label was requested without completed documents. Undefined if they were not missing. */
function documentsText({ unsigned_confirmed, override_reason }: LabelRequest): string | undefined {
  if (override_reason) return `Not all completed. Override: ${override_reason}`
  return unsigned_confirmed ? 'None was signed. The requester confirmed that.' : undefined
}

/** Requester, patients and pickup address. */
export function LabelRequestFacts({ request, headingLevel = 3 }: { request: LabelRequest; headingLevel?: 2 | 3 }) {
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
