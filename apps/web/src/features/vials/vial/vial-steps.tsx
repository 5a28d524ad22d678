import type { VialStep } from '@vialdesk/contract/single-vials'
import { vialPlaceText } from '#web/features/vials/vial-text.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { Timeline } from '#web/ui/text/timeline.tsx'
import { stateChangeText, stepTitle } from './step-text.ts'

function Detail({ step, before }: { step: VialStep; before: VialStep | undefined }) {
  const change = stateChangeText(step)
  const wasStored = step.from === null && vialPlaceText(step)
  const wasElsewhere = step.from === step.to && before && vialPlaceText(before)
  return (
    <>
      <DateText value={step.at} withTime /> · <bdi>{step.by}</bdi>
      {change && <div>{change}</div>}
      {wasStored && (
        <div>
          At <bdi>{wasStored}</bdi>
        </div>
      )}
      {wasElsewhere && (
        <div>
          From <bdi>{wasElsewhere}</bdi>
        </div>
      )}
      {step.reason && (
        <div>
          Reason: <LongText>{step.reason}</LongText>
        </div>
      )}
    </>
  )
}

/** The steps of a vial, oldest first. */
export function VialSteps({ steps }: { steps: VialStep[] }) {
  const shown = steps.map((step, place) => ({
    key: String(step.id),
    title: stepTitle(step),
    state: place === steps.length - 1 ? ('now' as const) : ('done' as const),
    detail: <Detail step={step} before={steps[place - 1]} />,
  }))
  return <Timeline steps={shown} label="Vial history, oldest first" />
}
