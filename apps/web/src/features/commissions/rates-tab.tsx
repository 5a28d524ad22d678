import { Group, MultiSelect, NumberInput, Radio, SegmentedControl, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CommissionRate, CommissionRateInput } from '@vialdesk/contract/money/commissions'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { useAction, useFormCall } from '#web/lib/api/use-call.ts'
import { today } from '#web/lib/format/dates.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { DayInput } from '#web/ui/forms/day-input.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { AddButton } from '#web/ui/layout/add-button.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import { PersonSelect, roleFilter } from './commission-filters.tsx'
import { earnerOf, earners, personText, rateText } from './commission-text.ts'

const nothing = () => ({
  membership: 3 as number,
  user_id: null as number | null,
  product_id: null as number | null,
  /** Text while a number is typed, such as `1.0` of `1.05`. */
  percent: null as number | string | null,
  flat: null as number | string | null,
  valid_from: today(),
})

type Unit = 'percent' | 'flat'
const units: { value: Unit; label: string }[] = [
  { value: 'percent', label: 'Percent of the sale' },
  { value: 'flat', label: 'Amount for each sale' },
]

/** Adds a rate. Rates are never changed, so that a past commission can be explained. */
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
  const { membership } = form.getValues()
  const amount = form.getInputProps(unit)
  const choose = (next: Unit) => {
    setUnit(next)
    form.setValues({ percent: null, flat: null })
  }
  return (
    <Form {...form.formProps} label="Add rate" verb="Add rate" onCancel={onClose}>
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
      />
      <ChoiceSelect label="Product" placeholder="All products" {...products} {...form.getInputProps('product_id')} />
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
    </Form>
  )
}

const turnOff = {
  title: 'Turn commissions off?',
  consequence: 'New sales earn no commissions, also after you turn them on again. Sales from before keep theirs.',
  verb: 'Turn off',
  danger: true,
}

function Switches({ settings }: { settings: Answer<'GET /api/v1/commissions/settings/'> }) {
  const { choices } = useProductChoices()
  const change = useAction('PATCH /api/v1/commissions/settings/')
  const toggle = async (enabled: boolean) => {
    if (enabled || (await confirm(turnOff))) change.mutate({ body: { enabled } })
  }
  return (
    <Stack gap="md" maw={560}>
      <Switch
        label="Sales earn commissions"
        description="Only sales that are made while this is on."
        checked={settings.enabled}
        disabled={change.isPending}
        onChange={(event) => void toggle(event.currentTarget.checked)}
      />
      <MultiSelect
        label="Products without percentages"
        description="Nobody gets a part of the price of these products. Amounts for each sale still apply."
        placeholder={settings.flat_only_products.length === 0 ? 'None' : ''}
        data={choices.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={settings.flat_only_products.map(String)}
        disabled={change.isPending}
        onChange={(ids) => change.mutate({ body: { flat_only_products: ids.map(Number) } })}
        comboboxProps={{ shadow: 'md' }}
        clearButtonProps={{ 'aria-label': 'Clear products without percentages' }}
      />
    </Stack>
  )
}

/** Turns commissions, and percentages of products, on and off. */
function CommissionSwitches() {
  const query = useQuery(apiQuery('GET /api/v1/commissions/settings/'))
  return (
    <Section title="Settings">
      <Loaded query={query}>{(settings) => <Switches settings={settings} />}</Loaded>
    </Section>
  )
}

const states: Record<CommissionRate['state'], { meaning: StatusMeaning; text: string }> = {
  current: { meaning: 'good', text: 'Applies now' },
  next: { meaning: 'info', text: 'Applies later' },
  past: { meaning: 'neutral', text: 'Replaced' },
}
const forWhom = ({ person, membership }: CommissionRate) => (person ? personText(person) : earnerOf(membership).all)

const columns: Column<CommissionRate>[] = [
  { key: 'person', header: 'For', main: true, cell: forWhom },
  { key: 'membership', header: 'Role', cell: ({ membership }) => earnerOf(membership).one },
  { key: 'product', header: 'Product', cell: ({ product }) => product?.name ?? 'All products' },
  { key: 'rate', header: 'Rate', align: 'right', cell: rateText },
  { key: 'valid_from', header: 'Valid from', cell: ({ valid_from }) => <DateText value={valid_from} /> },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge meaning={states[state].meaning}>{states[state].text}</StatusBadge>,
  },
  { key: 'created_by', header: 'Added by', cell: ({ created_by }) => created_by || '—', optional: true },
]

const LEAD =
  'The most specific rate applies: of the person and product, of the person, of the role and product, of the role. A new rate replaces the old one from its first day on. Past sales keep theirs.'

const rates = defineList('GET /api/v1/commissions/rates/', {
  name: 'commission-rates',
  label: 'Rates',
  pageSize: 10,
  views: 'rates',
  columns,
  filters: [roleFilter({ all: 'All roles', width: 180 })],
  rowName: (rate) => `${forWhom(rate)}, ${rateText(rate)}`,
  empty: 'Without a rate, sales earn no commissions.',
})

/** The rates and switches of commissions, for admins. */
export function RatesTab() {
  const [adding, setAdding] = useState(false)
  const close = () => setAdding(false)
  const add = <AddButton onClick={() => setAdding(true)}>Add rate</AddButton>
  return (
    <Stack gap="xl">
      <CommissionSwitches />
      <Section title="Rates" lead={LEAD} action={<Group>{add}</Group>}>
        <List of={rates} />
      </Section>
      <Drawer opened={adding} onClose={close} title="Add rate" size="md">
        {adding && <RateForm onClose={close} />}
      </Drawer>
    </Stack>
  )
}
