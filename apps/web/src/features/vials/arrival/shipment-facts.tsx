import { Button, Text } from '@mantine/core'
import { labLabel } from '@vialdesk/contract/lab-fields'
import { findCarrier } from '@vialdesk/contract/orders'
import type { RuleOverride, VialArrival, VialReceiver } from '@vialdesk/contract/release-rules'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'

const kindNames: Record<VialReceiver['kind'], string> = {
  harvest_center: 'Harvest center',
  referral_center: 'Referral center',
  order: 'Address of the order',
  other: 'Another receiver',
}

/** The name and address of the day of shipping. */
export function ReceiverText({ receiver }: { receiver: VialReceiver | null | undefined }) {
  if (!receiver)
    return (
      <Text span c="dimmed" inherit>
        {receiver === null ? 'Not recorded' : '—'}
      </Text>
    )
  return (
    <>
      <LongText>{receiver.name || kindNames[receiver.kind]}</LongText>
      <Text size="sm" c="dimmed">
        {receiver.name && `${kindNames[receiver.kind]} · `}
        <LongText>{receiver.address}</LongText>
      </Text>
    </>
  )
}

/** The number with the page of its carrier, and the carrier's name. */
export function TrackingText({ number, link }: { number: string; link: string }) {
  if (!number)
    return (
      <Text span c="dimmed" inherit>
        —
      </Text>
    )
  const carrier = findCarrier(number)
  return (
    <>
      {carrier && `${carrier.name} `}
      <TrackingLink tracking_number={number} tracking_link={link || (carrier?.link ?? '')} />
    </>
  )
}

export const arrivalAction = (arrival: VialArrival | null | undefined) => (arrival ? 'Correct arrival' : 'Confirm arrival')

interface ArrivalProps {
  /** Undefined for readers without access to it. */
  arrival: VialArrival | null | undefined
  mayConfirm: boolean | undefined
  /** The name of the shipment, for the buttons. */
  name: string
  onConfirm: () => void
  /** In a table: without the person and the reason. */
  compact?: boolean
}

function ConfirmedText({ arrival, compact }: { arrival: VialArrival; compact: boolean | undefined }) {
  return (
    <>
      {arrival.arrived_on && (
        <>
          {compact && 'Arrived '}
          <DateText value={arrival.arrived_on} />
        </>
      )}
      {!compact && (
        <Text size="sm" c="dimmed">
          {arrival.reason ? 'Corrected' : 'Confirmed'} by <bdi>{arrival.by}</bdi>, <DateText value={arrival.at} withTime />
          {arrival.reason && (
            <>
              . <LongText>{arrival.reason}</LongText>
            </>
          )}
        </Text>
      )}
    </>
  )
}

/** The day of arrival and the person who confirmed it, with the button to confirm or to correct it. */
export function ArrivalText({ arrival, mayConfirm, name, onConfirm, compact }: ArrivalProps) {
  if (arrival === undefined) return null
  return (
    <>
      {!arrival?.arrived_on && (
        <Text c="dimmed" inherit>
          Arrival not confirmed
        </Text>
      )}
      {arrival && <ConfirmedText arrival={arrival} compact={compact} />}
      {mayConfirm && (
        <div className="no-print">
          <Button
            variant="default"
            size="compact-sm"
            mt={4}
            aria-label={`${arrivalAction(arrival)}, ${name}`}
            onClick={onConfirm}
          >
            {arrival ? 'Correct' : 'Confirm arrival'}
          </Button>
        </div>
      )}
    </>
  )
}

const ruleNames: Record<RuleOverride['rules'][number], string> = {
  plating: 'Plating',
  quality_checks: labLabel('number_times_qc_done'),
  infectious_testing: 'Infectious disease testing',
  quarantine: 'Quarantine',
}

/** The overridden rules, each with its reason and the person. For labs and admins only. */
export function OverridesText({ overrides }: { overrides: RuleOverride[] | undefined }) {
  return overrides?.map(({ rules, reason, at, by }) => (
    <Text key={at} size="sm" component="div">
      <strong>Override:</strong> {rules.map((rule) => ruleNames[rule]).join(', ')}. <LongText>{reason}</LongText>
      <Text size="sm" c="dimmed">
        <bdi>{by}</bdi> <DateText value={at} withTime />
      </Text>
    </Text>
  ))
}
