import type { VialTrace } from '@vialdesk/contract/single-vials'
import { patientName } from '#web/entities/patient/patient-name.ts'
import type { Fact } from '#web/ui/layout/facts.tsx'

const company = (center: { company: string } | null) => center && <bdi>{center.company}</bdi>

/** The patient of the vials, with centers and lab. */
export const patientFactsOf = ({
  patient,
  harvest_center,
  referral_center,
  lab,
}: Pick<VialTrace, 'patient' | 'harvest_center' | 'referral_center' | 'lab'>): Fact[] => [
  { label: 'Patient', value: <bdi>{patientName(patient)}</bdi> },
  { label: 'Patient ID', value: <span className="figures">{patient.id}</span> },
  { label: 'Harvest center', value: company(harvest_center) },
  { label: 'Referral center', value: company(referral_center) },
  { label: 'Lab', value: company(lab) },
]
