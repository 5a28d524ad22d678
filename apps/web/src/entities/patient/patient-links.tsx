import { PatientLink } from './patient-link.tsx'
import type { Tissue } from './patient-name.ts'

/** The patients of a parcel or of its label, and the name of one without an account. */
export function PatientLinks({ tissue: { patients, other_patient_name } }: { tissue: Tissue }) {
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
