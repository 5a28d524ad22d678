import { Group, Switch } from '@mantine/core'
import type { SavedCard } from '@vialdesk/contract/cards'
import { cardBrandName } from '#web/entities/payment/card-brand-name.ts'
import { formatExpiry } from '#web/entities/payment/card-expiry.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

/** Such as `Visa ending in 1111`. */
export const cardName = ({ card_type, card_number }: SavedCard) =>
  `${cardBrandName(card_type)} ending in ${card_number.slice(-4)}`

interface DefaultSwitch {
  /** The card that is being made the default. */
  pending: string | undefined
  onMakeDefault: (card: SavedCard) => void
}

export const cardColumns = ({ pending, onMakeDefault }: DefaultSwitch): Column<SavedCard>[] => [
  { key: 'card', header: 'Card', main: true, cell: cardName },
  { key: 'holder', header: 'Name on card', cell: ({ card_holder }) => <bdi>{card_holder || '—'}</bdi> },
  {
    key: 'expires',
    header: 'Expires',
    noWrap: true,
    cell: ({ expiration_date, expired }) => (
      <Group gap="xs" wrap="nowrap">
        <span className="figures">{formatExpiry(expiration_date)}</span>
        {expired && <StatusBadge meaning="bad">Expired</StatusBadge>}
      </Group>
    ),
  },
  {
    key: 'default',
    header: 'Default',
    width: 110,
    cell: (card) => (
      <Switch
        size="md"
        aria-label={`${cardName(card)} is the default`}
        checked={card.default || pending === card.payment_profile_id}
        disabled={card.default || card.expired || pending !== undefined}
        onChange={() => onMakeDefault(card)}
      />
    ),
  },
]
