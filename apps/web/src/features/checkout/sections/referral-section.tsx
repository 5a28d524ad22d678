import { Alert, Group, Radio, Title } from '@mantine/core'
import { HARVEST_FEE_CENTS } from '@vialdesk/contract/checkout'
import { toDollars } from '@vialdesk/contract/primitives'
import classes from '#web/features/checkout/checkout.module.css'
import type { CheckoutData } from '#web/features/checkout/form/use-checkout-data.ts'
import type { CheckoutFormState } from '#web/features/checkout/form/use-checkout-form.ts'
import { formatMoney } from '#web/lib/format/format-money.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'

/** Of a referral center: the harvest center that harvests, and whether its fee is paid here. */
export function ReferralSection({ form, centers }: { form: CheckoutFormState; centers: CheckoutData['centers'] }) {
  return (
    <section className={classes.part}>
      <Title order={2}>Harvest</Title>
      {centers.length === 0 && (
        <Alert role="note" color="yellow">
          No harvest center works with you yet. Please contact your admin.
        </Alert>
      )}
      <ChoiceSelect
        label="Harvest center"
        placeholder="Choose a harvest center"
        choices={centers.map(({ id, company }) => ({ id, name: company }))}
        state="loaded"
        required
        {...form.getInputProps('harvest_center_temporal_id')}
      />
      <Radio.Group
        label="Harvest Fee"
        description={`Yes adds ${formatMoney(toDollars(HARVEST_FEE_CENTS))}`}
        {...form.getInputProps('harvest_fee')}
      >
        <Group gap="xl" mt="xs">
          <Radio value="yes" label="Yes" />
          <Radio value="no" label="No" />
        </Group>
      </Radio.Group>
    </section>
  )
}
