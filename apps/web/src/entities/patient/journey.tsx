import { IconCheck } from '@tabler/icons-react'
import { stageNames } from '@vialdesk/contract/people/lab-fields'
import { today } from '#web/lib/format/dates.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import classes from './journey.module.css'
import { type JourneyDays, type JourneyRecord, type JourneyStep, journeySteps } from './journey-steps.ts'

const spoken = { done: 'done', now: 'now', ahead: 'still to come', unrecorded: 'passed' }

function Detail({ day, expected, note, state }: JourneyStep) {
  if (state === 'unrecorded') return <p className={classes.detail}>{note ?? 'Not recorded'}</p>
  return (
    <>
      {day && (
        <p className={classes.detail}>
          {expected && (day < today() ? 'Was expected around ' : 'Expected around ')}
          <DateText value={day} />
        </p>
      )}
      {note && <p className={classes.detail}>{note}</p>}
    </>
  )
}

interface Props {
  record: JourneyRecord
  days?: JourneyDays
  label: string
  /** Runs from left to right on wide screens. */
  across?: boolean
  /** Patients do not see steps that were skipped. The lab sees that they were not recorded. */
  forPatient?: boolean
}

/** The steps from registration to the last vial shipped, with recorded and expected days. */
export function Journey({ record, days, label, across, forPatient }: Props) {
  const steps = journeySteps(record, days).filter(({ state, note }) => !forPatient || state !== 'unrecorded' || note)
  return (
    <ol className={classes.journey} data-across={across || undefined} aria-label={label}>
      {steps.map((step) => (
        <li
          key={step.stage}
          className={classes.step}
          data-state={step.state}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          <span className={classes.bullet} aria-hidden>
            {step.state === 'done' && <IconCheck size={14} stroke={2.5} />}
          </span>
          <div className={classes.words}>
            <p className={classes.title}>
              {stageNames[step.stage]}
              <span className="visually-hidden">, {spoken[step.state]}</span>
            </p>
            <Detail {...step} />
          </div>
        </li>
      ))}
    </ol>
  )
}
