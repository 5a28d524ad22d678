import { SimpleGrid, TagsInput, Textarea, TextInput } from '@mantine/core'
import { findCarrier, NewShipment, type OrderRow } from '@vialdesk/contract/orders'
import { useState } from 'react'
import { noteReachTexts } from '#web/entities/note/note-reach.tsx'
import { ReleaseCheck } from '#web/entities/vial/release-check.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { today } from '#web/lib/format/dates.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { trackLinks, useViewLink } from '#web/lib/session/use-view-link.ts'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'

interface Props {
  order: OrderRow
  onClose: () => void
}

/** Repetitions of one form have one id, so that a parcel whose answer got lost is not sent twice. */
function useShipForm({ order, onClose }: Props) {
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
export function ShipForm(props: Props) {
  const form = useShipForm(props)
  const { order, onClose } = props
  const { shipped_on, tracking_number, vials, quantity } = form.getValues()
  const carrier = findCarrier(tracking_number)
  return (
    <Form {...form.formProps} label="Ship order">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <WholeNumberInput
          label="Quantity"
          withAsterisk
          min={1}
          max={order.quantity - order.shipped_quantity}
          {...form.getInputProps('quantity')}
        />
        <DayInput
          label="Date"
          required
          maxDate={today()}
          {...form.getInputProps('shipped_on')}
          value={shipped_on}
          onChange={(day) => form.setFieldValue('shipped_on', day)}
        />
      </SimpleGrid>
      <TextInput
        label="Tracking number"
        withAsterisk
        autoComplete="off"
        description={carrier && `${carrier.name}. The link is made from the number.`}
        {...form.getInputProps('tracking_number')}
      />
      {!carrier && (
        <TextInput
          label="Tracking link"
          type="url"
          autoComplete="off"
          placeholder="https://"
          description="Optional. Links of FedEx, UPS, USPS and DHL are made from the number."
          {...form.getInputProps('tracking_link')}
        />
      )}
      {order.kind === 'vials' && (
        <TagsInput
          label="Vial codes"
          description="Optional. Scan or enter each code. Without codes, the oldest vials in stock are taken."
          splitChars={[',', ';', ' ']}
          {...form.getInputProps('vials')}
          value={vials}
          onChange={(codes) => form.setFieldValue('vials', codes)}
        />
      )}
      <Textarea label="Note" description={noteReachTexts.internal} autosize minRows={2} {...form.getInputProps('note')} />
      {order.kind === 'vials' && order.patient && (
        <ReleaseCheck patientId={order.patient.id} type="shipped" quantity={quantity} form={form} />
      )}
      <FormFooter form={form} onClose={onClose}>
        Ship
      </FormFooter>
    </Form>
  )
}
