import { UserLink } from '#web/entities/user/user-link.tsx'
import { patientName } from './patient-name.ts'

/** The name of a patient, or its number if the name is hidden, with a link to its page. */
export const PatientLink = ({ patient }: { patient: Parameters<typeof patientName>[0] }) => (
  <UserLink id={patient.id} name={patientName(patient)} />
)
