import { NumberInput, Radio, SegmentedControl, Stack, Text } from '@mantine/core'
import { CommissionRateInput } from '@vialdesk/contract/commissions'
import { useState } from 'react'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { today } from '#web/lib/format/dates.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { earnerOf, earners } from './commission-text.ts'
import { PersonSelect } from './person-select.tsx'

interface Start extends Record<string, unknown> {
  membership: number
  user_id: number | null
  product_id: number | null
  /** Text while a number is typed, such as `1.0` of `1.05`. */
  percent: number | string | null
  flat: number | string | null
  valid_from: string
}

const nothing = (): Start => ({ membership: 3, user_id: null, product_id: null, percent: null, flat: null, valid_from: today() })

type Unit = 'percent' | 'flat'
const units: { value: Unit; label: string }[] = [
  { value: 'percent', label: 'Percent of the sale' },
  { value: 'flat', label: 'Amount for each sale' },
]

function RateForm({ onClose }: { onClose: () => void }) {
  const [unit, setUnit] = useState<Unit>('percent')
  const products = useProductChoices()
  const add = useFormCall('POST /api/v1/commissions/rates/')
  const form = useClosingForm(CommissionRateInput, {
    initialValues: nothing(),
    onClose,
    save: async (body) => {
      await add({ body })
      return 'The rate has been added.'
    },
  })
  const { membership, user_id, product_id } = form.getValues()
  const amount = form.getInputProps(unit)
  const choose = (next: Unit) => {
    setUnit(next)
    form.setValues({ percent: null, flat: null })
  }
  return (
    <Form {...form.formProps} label="Add rate">
      <Radio.Group
        label="Role in the sale"
        value={String(membership)}
        onChange={(next) => form.setValues({ membership: Number(next), user_id: null })}
      >
        <Stack gap="xs" mt={6}>
          {earners.map((each) => (
            <Radio key={each.membership} value={String(each.membership)} label={each.one} />
          ))}
        </Stack>
      </Radio.Group>
      <PersonSelect
        membership={membership}
        label="Person"
        placeholder={earnerOf(membership).all}
        {...form.getInputProps('user_id')}
        value={user_id}
      />
      <ChoiceSelect
        label="Product"
        placeholder="All products"
        {...products}
        {...form.getInputProps('product_id')}
        value={product_id}
      />
      <SegmentedControl aria-label="Kind of rate" data={units} value={unit} onChange={(next) => choose(next as Unit)} />
      <NumberInput
        key={unit}
        label={unit === 'percent' ? 'Percent' : 'Amount'}
        withAsterisk
        min={0}
        max={unit === 'percent' ? 100 : 1_000_000}
        decimalScale={2}
        hideControls
        {...(unit === 'percent' ? { suffix: '%' } : { prefix: '$' })}
        data-path={unit}
        value={amount.value ?? ''}
        error={amount.error ?? form.errors.percent}
        onBlur={amount.onBlur}
        onChange={(next) => form.setFieldValue(unit, next === '' ? null : next)}
      />
      <DayInput label="Valid from" required minDate={today()} {...form.getInputProps('valid_from')} />
      <Text size="sm" c="dimmed">
        A percentage is of the amount of the sale without shipping and harvest fee, after the discount and less refunds. Enter 0
        to end a rate.
      </Text>
      <FormFooter form={form} onClose={onClose}>
        Add rate
      </FormFooter>
    </Form>
  )
}

/** Adds a rate. Rates are never changed, so that a past commission can be explained. */
export function RateDrawer({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Add rate" size="md">
      {opened && <RateForm onClose={onClose} />}
    </Drawer>
  )
}
