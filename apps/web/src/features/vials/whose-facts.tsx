import type { VialTrace } from '@vialdesk/contract/traced-vials'
import { patientName } from '#web/lib/patient-words.ts'
import type { Fact } from '#web/ui/facts.tsx'

const company = (center: { company: string } | null) => center && <bdi>{center.company}</bdi>

/** The patient of the vials, with centers and lab. */
export const whoseOf = ({
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
