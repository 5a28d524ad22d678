import { Alert, Text, Title } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { CardFields } from '#web/entities/payment/card-fields.tsx'
import classes from '#web/features/checkout/checkout.module.css'
import { NEW_CARD } from '#web/features/checkout/form/checkout-form.ts'
import type { CheckoutData } from '#web/features/checkout/form/use-checkout-data.ts'
import type { CheckoutFormState } from '#web/features/checkout/form/use-checkout-form.ts'
import { SavedCards } from './saved-cards.tsx'

const NO_CARDS = 'There are no payment methods saved in your account. You can add them on: Account > Payment Options'
const CARDS_FAILED = 'Your saved payment methods could not be loaded. You can still enter a card here.'

interface CardsProps {
  form: CheckoutFormState
  data: CheckoutData
}

function Cards({ form, data: { cards, cardsFailed } }: CardsProps) {
  return (
    <>
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
    </>
  )
}

/** Why the bank refused the card. It takes the focus after the dialog. */
export interface Decline {
  title: string
  body: string
}

interface Props extends CardsProps {
  /** An order that costs nothing needs no card. */
  free: boolean
  decline: Decline | undefined
  declineRef: RefObject<HTMLDivElement | null>
}

export function PaymentSection({ form, data, free, decline, declineRef }: Props) {
  const { settings } = data
  return (
    <section className={classes.part}>
      <Title order={2}>Payment</Title>
      <div className={classes.fields}>
        {decline && (
          <Alert
            ref={declineRef}
            tabIndex={-1}
            color="red"
            role="alert"
            icon={<IconAlertCircle size={18} />}
            title={decline.title}
          >
            {decline.body}
          </Alert>
        )}
        {settings.gateway === 'none' && (
          <Alert role="note" color="yellow">
            {settings.message}
          </Alert>
        )}
        {free ? <Text>Nothing to pay.</Text> : settings.gateway !== 'none' && <Cards form={form} data={data} />}
      </div>
    </section>
  )
}
