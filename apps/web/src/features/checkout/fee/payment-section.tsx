import { Text, Title } from '@mantine/core'
import { CardFields } from '#web/entities/payment/card-fields.tsx'
import { SavedCards } from '#web/features/checkout/card/saved-cards.tsx'
import classes from '#web/features/checkout/checkout.module.css'
import { NEW_CARD } from './fee-form.ts'
import type { FeeData } from './use-fee-data.ts'
import type { FeeFormState } from './use-fee-form.ts'

const NO_CARDS = 'There are no payment methods saved in your account. You can add them on: Account > Payment Options'
const CARDS_FAILED = 'Your saved payment methods could not be loaded. You can still enter a card here.'

export function PaymentSection({ form, data }: { form: FeeFormState; data: FeeData }) {
  const { cards, cardsFailed } = data
  return (
    <section className={classes.part}>
      <Title order={2}>Payment</Title>
      <div className={classes.fields}>
        {cards.length === 0 && <Text c="dimmed">{cardsFailed ? CARDS_FAILED : NO_CARDS}</Text>}
        <SavedCards cards={cards} value={form.values.card} onChange={(card) => form.setFieldValue('card', card)} />
        {form.values.card === NEW_CARD && (
          <CardFields
            holder={form.getInputProps('credit_card.full_name')}
            number={form.getInputProps('credit_card.card_number')}
            expiry={form.getInputProps('credit_card.expiration_date')}
            code={form.getInputProps('credit_card.cvc')}
          />
        )}
      </div>
    </section>
  )
}
