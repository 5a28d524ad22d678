import type { LabelRequest } from '@vialdesk/contract/label-requests'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'

/** The patients of a request, and the name of one without an account. */
export function PatientLinks({ request: { patients, other_patient_name } }: { request: LabelRequest }) {
  if (patients.length === 0 && !other_patient_name) return '—'
  return (
    <>
      {patients.map((patient, place) => (
        <span key={patient.id}>
          {place > 0 && ', '}
          <PatientLink patient={patient} />
        </span>
      ))}
      {other_patient_name && (
        <bdi>
          {patients.length > 0 && ', '}
          {other_patient_name}
        </bdi>
      )}
    </>
  )
}
