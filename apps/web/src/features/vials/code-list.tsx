import { Text } from '@mantine/core'
import { formatVialCode } from '@vialdesk/contract/vial-codes'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { type ActionVial, isOfOnePatient } from './actions/vial-actions.ts'
import classes from './code-list.module.css'

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
