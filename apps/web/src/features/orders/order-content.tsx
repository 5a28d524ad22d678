import { Button, Card, Group, SimpleGrid, Stack, TagsInput, Text, Textarea, TextInput, type TextInputProps } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { findCarrier, NewShipment, type OrderRow, type OrderShipment, TrackingEdit } from '@vialdesk/contract/care/orders'
import { useReducer, useState } from 'react'
import { CenterLinks } from '#web/entities/center/center-links.tsx'
import { NoteMark, noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { SaleLink } from '#web/entities/payment/sale-link.tsx'
import { ReleaseCheck } from '#web/entities/vial/release-check.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { isMissing } from '#web/lib/errors/api-error.ts'
import { today } from '#web/lib/format/dates.ts'
import { addressLines } from '#web/lib/format/postal-address.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { trackLinks, useViewLink } from '#web/lib/session/use-view-link.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'
import { type Fact, Facts } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { MissingRecord } from '#web/ui/layout/missing-record.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'

const TrackingLinkInput = (field: TextInputProps) => (
  <TextInput
    label="Tracking link"
    type="url"
    autoComplete="off"
    placeholder="https://"
    description="Optional. Links of FedEx, UPS, USPS and DHL are made from the number."
    {...field}
  />
)

interface ShipProps {
  order: OrderRow
  onClose: () => void
}

/** Repetitions of one form have one id, so that a parcel whose answer got lost is not sent twice. */
function useShipForm({ order, onClose }: ShipProps) {
  const [request_id] = useState(() => crypto.randomUUID())
  const ship = useFormCall('POST /api/v1/orders/{id}/ship/')
  const viewOrder = useViewLink('/orders/{id}')
  return useClosingForm(NewShipment, {
    initialValues: {
      request_id,
      quantity: (order.quantity - order.shipped_quantity) as number | string,
      shipped_on: today() as string | null,
      tracking_number: '',
      tracking_link: '',
      note: '',
      vials: [] as string[],
      override_reason: '',
    },
    onClose,
    save: async (body) => {
      const { id, message, shipments } = await ship({ params: { id: order.id }, body })
      const sent = shipments.find(({ tracking_number }) => tracking_number === body.tracking_number)
      return { message, links: [...viewOrder('View order', id), ...trackLinks(sent?.tracking_link)] }
    },
  })
}

/** Sends all that is left of an order, or a part of it. */
function ShipForm(props: ShipProps) {
  const form = useShipForm(props)
  const { order, onClose } = props
  const { tracking_number, quantity } = form.getValues()
  const carrier = findCarrier(tracking_number)
  return (
    <Form {...form.formProps} label="Ship order" verb="Ship" onCancel={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <WholeNumberInput
          label="Quantity"
          withAsterisk
          min={1}
          max={order.quantity - order.shipped_quantity}
          {...form.getInputProps('quantity')}
        />
        <DayInput label="Date" required maxDate={today()} {...form.getInputProps('shipped_on')} />
      </SimpleGrid>
      <TextInput
        label="Tracking number"
        withAsterisk
        autoComplete="off"
        description={carrier && `${carrier.name}. The link is made from the number.`}
        {...form.getInputProps('tracking_number')}
      />
      {!carrier && <TrackingLinkInput {...form.getInputProps('tracking_link')} />}
      {order.kind === 'vials' && (
        <TagsInput
          label="Vial codes"
          description="Optional. Scan or enter each code. Without codes, the oldest vials in stock are taken."
          splitChars={[',', ';', ' ']}
          {...form.getInputProps('vials')}
        />
      )}
      <Textarea label="Note" description={noteReachTexts.internal} {...form.getInputProps('note')} />
      {order.kind === 'vials' && order.patient && (
        <ReleaseCheck patientId={order.patient.id} type="shipped" quantity={quantity} form={form} />
      )}
    </Form>
  )
}

/** What was ordered, such as `3 × Vials, 2 left to ship`. */
export function orderedText({ quantity, shipped_quantity, product }: OrderRow): string {
  const rest = quantity - shipped_quantity
  return shipped_quantity > 0 && rest > 0 ? `${quantity} × ${product}, ${rest} left to ship` : `${quantity} × ${product}`
}

function TrackingForm({ parcel, onClose }: { parcel: OrderShipment; onClose: () => void }) {
  const correct = useFormCall('PATCH /api/v1/shipments/{id}/')
  const madeLink = findCarrier(parcel.tracking_number)?.link
  const form = useClosingForm(TrackingEdit, {
    initialValues: {
      tracking_number: parcel.tracking_number,
      tracking_link: parcel.tracking_link === madeLink ? '' : parcel.tracking_link,
    },
    onClose,
    save: async (body) => (await correct({ params: { id: parcel.id }, body })).message,
  })
  return (
    <Form {...form.formProps} label="Tracking number" verb="Save" onCancel={onClose}>
      <TextInput
        label="Tracking number"
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('tracking_number')}
      />
      <TrackingLinkInput {...form.getInputProps('tracking_link')} />
    </Form>
  )
}

function Parcel({ parcel }: { parcel: OrderShipment }) {
  const [editing, setEditing] = useState(false)
  return (
    <Card withBorder padding="sm" component="li">
      <Group justify="space-between" gap="xs">
        <Text span>
          {parcel.quantity} · <DateText value={parcel.shipped_on} /> · <TrackingLink {...parcel} />
          {parcel.corrected && (
            <Text span c="dimmed" size="sm">
              {' '}
              (corrected)
            </Text>
          )}
        </Text>
        {!editing && (
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Correct tracking number ${parcel.tracking_number}`}
            onClick={() => setEditing(true)}
          >
            Correct
          </Button>
        )}
      </Group>
      {parcel.note && (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line' }}>
          {parcel.note}
        </Text>
      )}
      {parcel.note && <NoteMark reach="internal" />}
      {editing && <TrackingForm parcel={parcel} onClose={() => setEditing(false)} />}
    </Card>
  )
}

/** What was sent of an order. */
function Parcels({ order }: { order: OrderRow }) {
  return (
    <Section title="Shipped">
      <Stack gap="xs" component="ul">
        {order.shipments.map((parcel) => (
          <Parcel key={parcel.id} parcel={parcel} />
        ))}
      </Stack>
    </Section>
  )
}

function ShipTo({ order: { ship_to } }: { order: OrderRow }) {
  const lines = [ship_to.company, ...addressLines({ ...ship_to, state_desc: ship_to.state })].filter(Boolean)
  if (lines.length === 0) return '—'
  return (
    <address style={{ fontStyle: 'normal' }}>
      {lines.map((line) => (
        <bdi key={line} style={{ display: 'block' }}>
          {line}
        </bdi>
      ))}
    </address>
  )
}

function OrderFacts({ order, headingLevel }: { order: OrderRow; headingLevel: 2 | 3 }) {
  const { id, invoice_id, patient, center, phone, shipping_date, date } = order
  const facts: Fact[] = [
    { label: 'Invoice', value: <SaleLink id={id} invoice={invoice_id} /> },
    { label: 'Product', value: orderedText(order) },
    { label: 'Ordered', value: <DateText value={date} withTime /> },
    { label: 'Requested for', value: shipping_date ? <DateText value={shipping_date} /> : 'Any day' },
    { label: 'Patient', value: patient ? <PatientLink patient={patient} /> : undefined },
    { label: 'Center', value: center && <CenterLinks centers={[center]} /> },
    { label: 'Ship to', value: <ShipTo order={order} /> },
    { label: 'Phone', value: phone },
  ]
  return <Facts title="Order" facts={facts} headingLevel={headingLevel} />
}

interface Props {
  order: OrderRow
  headingLevel?: 2 | 3
  /** Runs when the form for the next parcel is closed. */
  onClose: () => void
}

/** An order with its parcels, and the form for the next parcel. */
export function OrderContent({ order, headingLevel = 3, onClose }: Props) {
  return (
    <Stack gap="lg">
      <OrderFacts order={order} headingLevel={headingLevel} />
      {order.shipments.length > 0 && <Parcels order={order} />}
      {order.state === 'to_ship' && (
        <Section title={order.shipped_quantity > 0 ? 'Next parcel' : 'Ship'}>
          <ShipForm key={order.id} order={order} onClose={onClose} />
        </Section>
      )}
    </Stack>
  )
}

/** One order on a page of its own. */
export function OrderScreen({ id }: { id: number }) {
  const query = useQuery(apiQuery('GET /api/v1/orders/{id}/', { params: { id } }))
  // After a parcel the form begins again, with what is left.
  const [parcel, startNextParcel] = useReducer((done: number) => done + 1, 0)
  const name = query.data && `Order ${query.data.invoice_id}`
  usePageTitle(name)
  if (isMissing(query.error)) return <MissingRecord screen="Order" icon={IconPackage} title="No order found" />
  return (
    <Screen narrow title={name ?? 'Order'} breadcrumbs={[{ label: 'Orders to Ship', to: '/orders-to-ship' }]}>
      <Loaded query={query} skeleton={[220]}>
        {(order) => <OrderContent key={parcel} order={order} headingLevel={2} onClose={startNextParcel} />}
      </Loaded>
    </Screen>
  )
}
