import { Badge, Group, Radio, ScrollArea, Text } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { cardBrandName } from '#web/entities/payment/card-brand-name.ts'
import { formatExpiry } from '#web/entities/payment/card-expiry.ts'
import classes from '#web/features/checkout/checkout.module.css'
import { NEW_CARD } from '#web/features/checkout/form/checkout-form.ts'
import type { CheckoutData } from '#web/features/checkout/form/use-checkout-data.ts'

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
        <div className={classes.choiceText}>
          <Text fw={500}>
            {cardBrandName(card_type)} •••• {last}
          </Text>
          <Text size="sm" c="dimmed" className="figures">
            {expired ? 'Expired' : 'Expires'} {formatExpiry(expiration_date)}
          </Text>
        </div>
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

interface Props {
  cards: SavedCard[]
  value: string
  onChange: (card: string) => void
}

/** The saved cards, default first, and the option of a new card. */
export function SavedCards({ cards, value, onChange }: Props) {
  const list = cards.map((card) => (
    <CardChoice key={card.payment_profile_id} card={card} isStop={card.payment_profile_id === value} />
  ))
  return (
    <Radio.Group value={value} onChange={onChange} label="Pay with" labelProps={{ className: 'visually-hidden' }}>
      <div className={classes.choices}>
        {cards.length > 1 ? (
          <ScrollArea.Autosize mah={260} type="auto" offsetScrollbars="present" viewportProps={{ tabIndex: -1 }}>
            <div className={classes.choices}>{list}</div>
          </ScrollArea.Autosize>
        ) : (
          list
        )}
        <Radio.Card
          value={NEW_CARD}
          tabIndex={tabIndexOf(value === NEW_CARD)}
          className={classes.choice}
          aria-label="New Payment Option"
        >
          <Group wrap="nowrap" gap="sm">
            <Radio.Indicator />
            <IconCreditCard size={20} stroke={1.6} aria-hidden />
            <Text fw={500}>New Payment Option</Text>
          </Group>
        </Radio.Card>
      </div>
    </Radio.Group>
  )
}
