import { Button, Text, TextInput } from '@mantine/core'
import { REQUIRED } from '@vialdesk/contract/base/validation-messages'
import { findCarrier } from '@vialdesk/contract/care/orders'
import type { RuleOverride, VialArrival, VialReceiver } from '@vialdesk/contract/care/release-rules'
import { ArrivalInput, type VialEntry } from '@vialdesk/contract/care/vials'
import { labLabel } from '@vialdesk/contract/people/lab-fields'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { vialCountText } from '#web/features/vials/vial-text.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { today } from '#web/lib/format/dates.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'

const kindNames: Record<VialReceiver['kind'], string> = {
  harvest_center: 'Harvest center',
  referral_center: 'Referral center',
  order: 'Address of the order',
  other: 'Another receiver',
}

const Dimmed = ({ children }: { children: string }) => (
  <Text span c="dimmed" inherit>
    {children}
  </Text>
)

/** The name and address of the day of shipping. */
export function ReceiverText({ receiver }: { receiver: VialReceiver | null | undefined }) {
  if (!receiver) return <Dimmed>{receiver === null ? 'Not recorded' : '—'}</Dimmed>
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
  if (!number) return <Dimmed>—</Dimmed>
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

/** The part of a shipped entry that its arrival needs. */
type ShippedEntry = Pick<VialEntry, 'id' | 'quantity' | 'date' | 'arrival'>

const Correction = ArrivalInput.refine(({ reason }) => reason !== '', { path: ['reason'], message: REQUIRED })

/** Confirms that the vials reached their receiver, or corrects that with a reason. */
export function ArrivalForm({ entry, onClose }: { entry: ShippedEntry; onClose: () => void }) {
  const confirm = useFormCall('POST /api/v1/vials-history/{id}/arrival/')
  const corrects = Boolean(entry.arrival)
  const action = arrivalAction(entry.arrival)
  const form = useClosingForm(corrects ? Correction : ArrivalInput, {
    initialValues: { arrived_on: (entry.arrival ? entry.arrival.arrived_on : today()) as string | null, reason: '' },
    onClose,
    save: async (body) => {
      await confirm({ params: { id: entry.id }, body })
      return corrects ? 'The arrival is corrected.' : 'The arrival is confirmed.'
    },
  })
  return (
    <Form {...form.formProps} label={action} verb={action} onCancel={onClose}>
      <Text c="dimmed">
        {corrects
          ? 'Clear the day if the vials have not arrived. The earlier confirmation stays on record.'
          : `${vialCountText(entry.quantity)} reached the receiver. Your name and the time are kept.`}
      </Text>
      <DayInput
        label="Arrived on"
        required={!corrects}
        minDate={entry.date}
        maxDate={today()}
        {...form.getInputProps('arrived_on')}
      />
      {corrects && (
        <TextInput
          label="Reason of the correction"
          description={noteReachTexts.visible}
          withAsterisk
          {...form.getInputProps('reason')}
        />
      )}
    </Form>
  )
}

/** The form for the arrival of an entry, over the page. Closed without an entry. */
export const ArrivalDrawer = ({ entry, onClose }: { entry: ShippedEntry | undefined; onClose: () => void }) => (
  <DrawerOf of={entry} onClose={onClose} title={({ arrival }) => arrivalAction(arrival)}>
    {(shown) => <ArrivalForm key={shown.id} entry={shown} onClose={onClose} />}
  </DrawerOf>
)
