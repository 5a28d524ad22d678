import type { LabelRequest } from '@vialdesk/contract/labels'
import { DateText } from '#web/ui/date-text.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { patientsOf } from './requests.columns.tsx'

/** Who asks, for whom, and where the parcel is picked up. */
export function RequestFacts({ request }: { request: LabelRequest }) {
  const { address1, address2, city, state_desc, zip_code, country_desc } = request
  const place = [address1, address2, city, [state_desc, zip_code].filter(Boolean).join(' '), country_desc]
    .filter(Boolean)
    .join(', ')
  const doctor = [request.doctor_name, request.doctor_email, request.doctor_phone].filter(Boolean).join(', ')
  return (
    <Facts
      title="Request"
      facts={[
        { label: 'Asked for by', value: `${request.harvest_center_representative}, ${request.harvest_center_email}` },
        { label: 'Patients', value: patientsOf(request) },
        { label: 'Doctor', value: doctor },
        { label: 'Picked up at', value: place },
        { label: 'Label date', value: <DateText value={request.label_date} /> },
      ]}
    />
  )
}
