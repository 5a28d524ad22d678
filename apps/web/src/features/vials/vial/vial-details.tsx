import { Alert, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { FOR_AUTOLOGOUS_USE, NOT_EVALUATED, type VialStep, type VialTrace } from '@vialdesk/contract/single-vials'
import { formatVialCode } from '@vialdesk/contract/vial-codes'
import { useState } from 'react'
import { ArrivalDrawer } from '#web/features/vials/arrival/arrival-form.tsx'
import { ArrivalText, OverridesText, ReceiverText, TrackingText } from '#web/features/vials/arrival/shipment-facts.tsx'
import { VialStateBadge } from '#web/features/vials/code-list.tsx'
import paper from '#web/features/vials/paper.module.css'
import { patientFactsOf } from '#web/features/vials/patient-facts.tsx'
import { PrintedLine } from '#web/features/vials/trace/printed-line.tsx'
import { stateChangeText, stepTitle, vialPlaceText } from '#web/features/vials/vial-text.ts'
import { formatDay } from '#web/lib/format/dates.ts'
import { type Fact, FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { QrCode } from '#web/ui/text/qr-code.tsx'
import { Timeline } from '#web/ui/text/timeline.tsx'
import classes from './vial-details.module.css'

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
function VialSteps({ steps }: { steps: VialStep[] }) {
  const shown = steps.map((step, place) => ({
    key: String(step.id),
    title: stepTitle(step),
    state: place === steps.length - 1 ? ('now' as const) : ('done' as const),
    detail: <Detail step={step} before={steps[place - 1]} />,
  }))
  return <Timeline steps={shown} label="Vial history, oldest first" />
}

/** The warnings on the label of the vial. */
function LabelWarnings({ evaluated }: Pick<VialTrace, 'evaluated'>) {
  return (
    <ul className={classes.marks} aria-label="On the label">
      <li>{FOR_AUTOLOGOUS_USE}</li>
      {!evaluated && <li data-warning>{NOT_EVALUATED}</li>}
    </ul>
  )
}

function LabelSection({ vial }: { vial: VialTrace }) {
  const { code, state, since, reason, evaluated } = vial
  return (
    <section className={classes.head} aria-label="Label">
      <div className={classes.about}>
        <p className={classes.code}>{formatVialCode(code)}</p>
        <Group gap="xs">
          <VialStateBadge state={state} />
          <Text c="dimmed">
            since <DateText value={since} withTime />
          </Text>
        </Group>
        {reason && (
          <Alert color={state === 'held' ? 'red' : 'gray'} icon={<IconAlertTriangle size={18} />} py="xs">
            {state === 'held' ? 'On hold: ' : 'Disposed of: '}
            <LongText>{reason}</LongText>
          </Alert>
        )}
        <LabelWarnings evaluated={evaluated} />
      </div>
      <QrCode value={`${location.origin}/vials/${code}`} label={`QR code of the vial ${formatVialCode(code)}`} size={132} />
    </section>
  )
}

const entryDate = (entry: VialTrace['added_entry']) =>
  entry && (
    <>
      <DateText value={entry.date} /> {entry.quantity > 1 && `(entry of ${entry.quantity} vials)`}
    </>
  )

function historyFactsOf(vial: VialTrace, onConfirm: () => void): Fact[] {
  const { made_at, added_entry, shipped_entry, tracking_id, place, position } = vial
  return [
    { label: 'Registered', value: <DateText value={made_at} /> },
    { label: 'Added', value: entryDate(added_entry) },
    { label: 'Shipped', value: entryDate(shipped_entry) },
    {
      label: 'Tracking number',
      value: shipped_entry ? <TrackingText number={tracking_id} link={shipped_entry.tracking_link} /> : undefined,
    },
    { label: 'Receiver', value: shipped_entry ? <ReceiverText receiver={shipped_entry.receiver} /> : undefined },
    {
      label: 'Arrival',
      value: shipped_entry ? (
        <ArrivalText
          arrival={shipped_entry.arrival}
          mayConfirm={shipped_entry.may_confirm_arrival}
          name={`shipped ${formatDay(shipped_entry.date)}`}
          onConfirm={onConfirm}
        />
      ) : undefined,
    },
    { label: 'Place', value: place && <bdi>{place}</bdi> },
    { label: 'Position', value: position && <bdi>{position}</bdi> },
  ]
}

/** One vial, with the fields that the reader may see. */
export function VialDetails({ vial }: { vial: VialTrace }) {
  const [confirming, setConfirming] = useState(false)
  const { added_entry, shipped_entry } = vial
  const overrides = [...(added_entry?.overrides ?? []), ...(shipped_entry?.overrides ?? [])]
  return (
    <Stack gap="xl" className={paper.sheet}>
      <PrintedLine />
      <LabelSection vial={vial} />
      <FactGroups>
        <Facts title="Patient" facts={patientFactsOf(vial)} headingLevel={2} />
        <Facts title="Dates" facts={historyFactsOf(vial, () => setConfirming(true))} headingLevel={2} />
      </FactGroups>
      {vial.steps && (
        <Section title="History">
          <VialSteps steps={vial.steps} />
        </Section>
      )}
      {overrides.length > 0 && (
        <Section title="Overrides" lead="Released or shipped although a rule was not met.">
          <Stack gap="sm">
            <OverridesText overrides={overrides} />
          </Stack>
        </Section>
      )}
      <ArrivalDrawer entry={(confirming && shipped_entry) || undefined} onClose={() => setConfirming(false)} />
    </Stack>
  )
}
