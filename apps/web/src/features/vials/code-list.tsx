import { Text } from '@mantine/core'
import type { VialState } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { vialStateNames } from '@vialdesk/contract/people/lab-fields'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { type ActionVial, isOfOnePatient } from '#web/features/vials/actions/vial-actions.ts'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import classes from './code-list.module.css'

const meanings: Record<VialState, StatusMeaning> = {
  in_process: 'neutral',
  quarantine: 'waiting',
  released: 'good',
  held: 'bad',
  shipped: 'info',
  disposed: 'neutral',
}

export const VialStateBadge = ({ state }: { state: VialState }) => (
  <StatusBadge meaning={meanings[state]}>{vialStateNames[state]}</StatusBadge>
)

/** The codes of vials. The patient stands above the list if all vials are of one patient, otherwise in each line. */
export function CodeList({ vials }: { vials: readonly ActionVial[] }) {
  const [first] = vials
  const isOnePatient = isOfOnePatient(vials)
  return (
    <section aria-label="These vials">
      {isOnePatient && first && (
        <Text c="dimmed" mb={6}>
          Of <bdi>{patientName(first.patient)}</bdi> (patient {first.patient.id})
        </Text>
      )}
      {/* More codes may scroll, and the keyboard must reach what scrolls. */}
      <ul className={classes.codes} tabIndex={vials.length > 6 ? 0 : undefined}>
        {vials.map(({ id, code, patient }) => (
          <li key={id}>
            <span className={classes.code}>{formatVialCode(code)}</span>
            {!isOnePatient && (
              <Text span c="dimmed" size="sm">
                {' '}
                <bdi>{patientName(patient)}</bdi>
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
