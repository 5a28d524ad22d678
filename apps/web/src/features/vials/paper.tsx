import { useQuery } from '@tanstack/react-query'
import type { VialTrace } from '@vialdesk/contract/care/single-vials'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { formatDateTime } from '#web/lib/format/dates.ts'
import type { Fact } from '#web/ui/layout/facts.tsx'
import classes from './paper.module.css'
import { printedByText } from './vial-text.ts'

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

/** The time of printing, not of loading: a page may be open for days. */
function usePrintedAt(): string {
  const [moment, setMoment] = useState(() => new Date().toISOString())
  useEffect(() => {
    const note = () => flushSync(() => setMoment(new Date().toISOString()))
    window.addEventListener('beforeprint', note)
    return () => window.removeEventListener('beforeprint', note)
  }, [])
  return moment
}

/** A line with domain, time of printing and user. It appears on paper only. */
export function PrintedLine() {
  const moment = usePrintedAt()
  const { data } = useQuery(apiQuery('GET /auth/session/'))
  return (
    <p className={classes.only}>
      {portal().domain.name} · Printed {formatDateTime(moment)}
      {data && (
        <>
          {' '}
          by <bdi>{printedByText(data)}</bdi>
        </>
      )}
    </p>
  )
}
