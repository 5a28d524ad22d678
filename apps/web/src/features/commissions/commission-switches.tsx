import { MultiSelect, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useProductChoices } from '#web/entities/product/product-choices.ts'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'

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
export function CommissionSwitches() {
  const query = useQuery(apiQuery('GET /api/v1/commissions/settings/'))
  return (
    <Section title="Settings">
      <Loaded query={query}>{(settings) => <Switches settings={settings} />}</Loaded>
    </Section>
  )
}
