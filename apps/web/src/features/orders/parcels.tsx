import { Button, Card, Group, Stack, Text, TextInput } from '@mantine/core'
import { findCarrier, type OrderRow, type OrderShipment, TrackingEdit } from '@vialdesk/contract/orders'
import { useState } from 'react'
import { NoteMark } from '#web/entities/note/note-reach.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'

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
    <Form {...form.formProps} label="Tracking number">
      <TextInput
        label="Tracking number"
        withAsterisk
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('tracking_number')}
      />
      <TextInput
        label="Tracking link"
        type="url"
        autoComplete="off"
        placeholder="https://"
        description="Optional. Links of FedEx, UPS, USPS and DHL are made from the number."
        {...form.getInputProps('tracking_link')}
      />
      <FormFooter form={form} onClose={onClose}>
        Save
      </FormFooter>
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
export function Parcels({ order }: { order: OrderRow }) {
  return (
    <Section title="Shipped">
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {order.shipments.map((parcel) => (
          <Parcel key={parcel.id} parcel={parcel} />
        ))}
      </Stack>
    </Section>
  )
}
