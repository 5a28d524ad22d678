import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { addressLines } from '#web/lib/format/postal-address.ts'
import { Facts } from '#web/ui/layout/facts.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { patientsText } from './label-requests.columns.tsx'

/** Requester, patients and pickup address. */
export function LabelRequestFacts({ request }: { request: LabelRequest }) {
  const doctor = [request.doctor_name, request.doctor_email, request.doctor_phone].filter(Boolean).join(', ')
  return (
    <Facts
      title="Request"
      facts={[
        { label: 'Requested by', value: `${request.harvest_center_representative}, ${request.harvest_center_email}` },
        { label: 'Patients', value: patientsText(request) },
        { label: 'Doctor', value: doctor },
        { label: 'Pickup address', value: addressLines(request).join(', ') },
        { label: 'Label date', value: <DateText value={request.label_date} /> },
      ]}
    />
  )
}
