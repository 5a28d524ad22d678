import { Text } from '@mantine/core'
import { formatVialCode } from '@vialdesk/contract/vial-codes'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { type ActionVial, isOfOnePatient } from './actions/vial-actions.ts'
import classes from './code-list.module.css'

/** A list of vials by code; vials of several patients show the patient in each line. */
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
