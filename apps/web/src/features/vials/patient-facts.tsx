import type { VialTrace } from '@vialdesk/contract/single-vials'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import type { Fact } from '#web/ui/layout/facts.tsx'

const company = (center: { id: number; company: string } | null) => center && <UserLink id={center.id} name={center.company} />

/** The patient of the vials, with centers and lab. */
export const patientFactsOf = ({
  patient,
  harvest_center,
  referral_center,
  lab,
}: Pick<VialTrace, 'patient' | 'harvest_center' | 'referral_center' | 'lab'>): Fact[] => [
  { label: 'Patient', value: <PatientLink patient={patient} /> },
  { label: 'Patient ID', value: <span className="figures">{patient.id}</span> },
  { label: 'Harvest center', value: company(harvest_center) },
  { label: 'Referral center', value: company(referral_center) },
  { label: 'Lab', value: company(lab) },
]
