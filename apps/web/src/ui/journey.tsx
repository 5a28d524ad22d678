import { type JourneyDays, type JourneyRecord, type JourneyStep, journeyOf } from '#web/lib/journey.ts'
import { stageNames } from '#web/lib/stages.ts'
import { DateText } from './date-text.tsx'
import { Timeline } from './timeline.tsx'

function Detail({ day, expected, note, state }: JourneyStep) {
  if (state === 'unrecorded') return <>Not recorded</>
  if (!day) return note ? note : null
  return (
    <>
      {expected && 'Expected around '}
      <DateText value={day} />
      {note && ` · ${note}`}
    </>
  )
}

const hasDetail = ({ day, note, state }: JourneyStep) => state === 'unrecorded' || day !== undefined || note !== undefined

interface Props {
  record: JourneyRecord
  days?: JourneyDays
  label: string
}

/** From registration to the last vial shipped: what happened when, and what is expected. */
export function Journey({ record, days, label }: Props) {
  const steps = journeyOf(record, days).map((step) => ({
    key: step.stage,
    title: stageNames[step.stage],
    state: step.state === 'unrecorded' ? ('blank' as const) : step.state,
    detail: hasDetail(step) ? <Detail {...step} /> : undefined,
  }))
  return <Timeline steps={steps} label={label} />
}
