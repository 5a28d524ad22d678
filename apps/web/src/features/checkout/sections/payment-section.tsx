import { Alert, Badge, Box, Group, Radio, ScrollArea, Stack, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconCreditCard } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { cardBrandName } from '#web/entities/payment/card-brand-name.ts'
import { formatExpiry } from '#web/entities/payment/card-expiry.ts'
import { CardFields } from '#web/entities/payment/card-fields.tsx'
import classes from '#web/features/checkout/checkout.module.css'
import { NEW_CARD } from '#web/features/checkout/form/checkout-form.ts'
import type { CheckoutData } from '#web/features/checkout/form/use-checkout-data.ts'
import type { SectionProps } from '#web/features/checkout/form/use-checkout-form.ts'

type SavedCard = CheckoutData['cards'][number]

/** A radio group is one tab stop: its chosen card. The arrow keys choose another one. */
const tabIndexOf = (isStop: boolean) => (isStop ? 0 : -1)

function CardChoice({ card, isStop }: { card: SavedCard; isStop: boolean }) {
  const { payment_profile_id, card_type, card_number, expiration_date, expired } = card
  const last = card_number.slice(-4)
  return (
    <Radio.Card
      value={payment_profile_id}
      disabled={expired}
      tabIndex={tabIndexOf(isStop)}
      // The arrow keys go to the cards of the group's name. They would stop at a disabled card.
      {...(expired && { name: 'expired' })}
      className={classes.choice}
      aria-label={`${cardBrandName(card_type)} ending in ${last}`}
    >
      <Group wrap="nowrap" gap="sm">
        <Radio.Indicator disabled={expired} />
        <Box flex={1}>
          <Text fw={500}>
            {cardBrandName(card_type)} •••• {last}
          </Text>
          <Text size="sm" c="dimmed" className="figures">
            {expired ? 'Expired' : 'Expires'} {formatExpiry(expiration_date)}
          </Text>
        </Box>
        {expired && (
          <Badge color="red" variant="light" tt="none">
            Expired
          </Badge>
        )}
        {card.default && !expired && (
          <Badge color="gray" variant="light" tt="none">
            Default
          </Badge>
        )}
      </Group>
    </Radio.Card>
  )
}

const NO_CARDS = 'There are no payment methods saved in your account. You can add them on: Account > Payment Options'
const CARDS_FAILED = 'Your saved payment methods could not be loaded. You can still enter a card here.'

/** The saved cards, default first, and the option of a new card. */
function Cards({ form, data: { cards, cardsFailed, settings } }: SectionProps) {
  const { card: chosen } = form.values
  const list = cards.map((card) => (
    <CardChoice key={card.payment_profile_id} card={card} isStop={card.payment_profile_id === chosen} />
  ))
  return (
    <>
      {cards.length === 0 && <Text c="dimmed">{cardsFailed ? CARDS_FAILED : NO_CARDS}</Text>}
      <Radio.Group
        value={chosen}
        onChange={(card) => form.setFieldValue('card', card)}
        label="Pay with"
        labelProps={{ className: 'visually-hidden' }}
      >
        <Stack gap="xs">
          {cards.length > 1 ? (
            <ScrollArea.Autosize mah={260} type="auto" offsetScrollbars="present" viewportProps={{ tabIndex: -1 }}>
              <Stack gap="xs">{list}</Stack>
            </ScrollArea.Autosize>
          ) : (
            list
          )}
          <Radio.Card
            value={NEW_CARD}
            tabIndex={tabIndexOf(chosen === NEW_CARD)}
            className={classes.choice}
            aria-label="New Payment Option"
          >
            <Group wrap="nowrap" gap="sm">
              <Radio.Indicator />
              <IconCreditCard size={20} stroke={1.6} aria-hidden />
              <Text fw={500}>New Payment Option</Text>
            </Group>
          </Radio.Card>
        </Stack>
      </Radio.Group>
      {chosen === NEW_CARD && <CardFields settings={settings} field={(name) => form.getInputProps(`credit_card.${name}`)} />}
    </>
  )
}

/** Why the bank refused the card. It takes the focus after the dialog. */
export interface Decline {
  title: string
  body: string
}

interface Props extends SectionProps {
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
      <Stack gap="md">
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
      </Stack>
    </section>
  )
}
