import { Alert, Group } from '@mantine/core'
import { IconCreditCard, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { MAX_SAVED_CARDS, type NewCard, type SavedCard } from '@vialdesk/contract/money/cards'
import { useState } from 'react'
import { cardBrandName } from '#web/entities/payment/card-brand-name.ts'
import { CardError } from '#web/entities/payment/card-error.ts'
import { formatExpiry } from '#web/entities/payment/card-expiry.ts'
import { CardFields } from '#web/entities/payment/card-fields.tsx'
import { type PaymentSettings, paymentSettingsQuery, tokenizeCard } from '#web/entities/payment/tokenize-card.ts'
import { TypedCard } from '#web/entities/payment/typed-card.ts'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { AddButton } from '#web/ui/layout/add-button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { defaultColumn } from '#web/ui/table/default-column.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

const blank = { full_name: '', card_number: '', expiration_date: '', cvc: '' }

/** A refusal of the gateway's script, as the form shows the refusals of the portal. */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof CardError)) return error
  const errors = error.field && { [error.field]: [error.message] }
  return new ApiError(422, { code: 'invalid', message: error.message, ...(errors && { errors }) })
}

/** A refusal of the portal under the names of the form's fields. */
function withFieldsOfForm(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const { card_holder, cvv, ...others } = error.errors
  if (!card_holder && !cvv) return error
  const errors = { ...others, ...(card_holder && { full_name: card_holder }), ...(cvv && { cvc: cvv }) }
  return new ApiError(error.status, { code: error.code, message: error.message, errors })
}

/** Sends the card as the gateway takes it, and returns the success message. */
function useSaveCard(user_id: number, settings: PaymentSettings) {
  const save = useMutation(apiMutation('POST /api/v1/billing-profiles/create-profile/', { handlesErrors: true }))
  return async (card: NewCard) => {
    const prepared = await tokenizeCard(settings, card).catch((error: unknown) => {
      throw asRefusal(error)
    })
    const { full_name: card_holder, card_number, expiration_date, cvc: cvv } = card
    const sent = 'opaque_data' in prepared ? prepared : { card_number, expiration_date, cvv }
    const { message } = await save.mutateAsync({ body: { user_id, card_holder, ...sent } }).catch((error: unknown) => {
      throw withFieldsOfForm(error)
    })
    // The library keeps the variables of a mutation. A card stays nowhere.
    save.reset()
    return message
  }
}

interface Props {
  userId: number
  settings: PaymentSettings
  onClose: () => void
}

/** Saves a card. Its data must never reach a cache, storage or URL. */
function CardForm({ userId, settings, onClose }: Props) {
  const save = useSaveCard(userId, settings)
  const form = useClosingForm(TypedCard, { initialValues: blank, save, onClose })
  return (
    <Form {...form.formProps} label="New payment method" noSubmitByEnter verb="Save card" onCancel={onClose}>
      <CardFields
        settings={settings}
        field={(name) => ({ ...form.getInputProps(name), ...(name === 'full_name' && { 'data-autofocus': true }) })}
      />
    </Form>
  )
}

const cardKey = ({ payment_profile_id }: SavedCard) => payment_profile_id

/** Such as `Visa ending in 1111`. */
const cardName = ({ card_type, card_number }: SavedCard) => `${cardBrandName(card_type)} ending in ${card_number.slice(-4)}`

const cardColumns: Column<SavedCard>[] = [
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
]

const FULL = `You have ${MAX_SAVED_CARDS} saved cards, which is the limit. Delete one to add another.`

function CardList({ userId, cards }: { userId: number; cards: SavedCard[] }) {
  const remove = useAction('POST /api/v1/billing-profiles/delete-profile/')
  const makeDefault = useAction('POST /api/v1/billing-profiles/update-default/')
  const onMakeDefault = ({ payment_profile_id }: SavedCard) =>
    makeDefault.mutate({ body: { user_id: userId, payment_profile_id } })
  const pending = makeDefault.isPending ? makeDefault.variables.body.payment_profile_id : undefined
  return (
    <ShortList
      label="Payment methods"
      rows={cards}
      columns={[...cardColumns, defaultColumn({ nameOf: cardName, keyOf: cardKey, pending, onMakeDefault })]}
      rowKey={cardKey}
      rowName={cardName}
      rowActions={(card) => [
        {
          label: 'Delete',
          icon: IconTrash,
          danger: true,
          asks: {
            title: `Delete ${cardName(card)}?`,
            consequence: 'The card can no longer pay here. Past payments do not change.',
          },
          onClick: () => remove.mutate({ body: { user_id: userId, payment_profile_id: card.payment_profile_id } }),
        },
      ]}
      empty={<EmptyState icon={IconCreditCard} hint="Save a card to pay faster." />}
    />
  )
}

/** The saved cards of an account, default first; checkouts offer them. */
export function CardsScreen() {
  const userId = useSession()?.user.id ?? 0
  const [adding, setAdding] = useState(false)
  const query = useQuery({
    ...apiQuery('POST /api/v1/billing-profiles/get-profile/', { body: { user_id: userId } }),
    enabled: userId > 0,
  })
  const settings = useQuery(paymentSettingsQuery())
  const full = (query.data?.payments.length ?? 0) >= MAX_SAVED_CARDS
  const takesCards = settings.data !== undefined && settings.data.gateway !== 'none'
  useFormFromLink(() => setAdding(true), query.data !== undefined && takesCards && !full)
  const add = (
    <AddButton disabled={!query.data || !takesCards || full} onClick={() => setAdding(true)}>
      Add payment method
    </AddButton>
  )
  return (
    <Screen title="Payment Options" lead="The cards of your account. The default is shown first at a checkout." actions={add}>
      {full && <Alert role="note">{FULL}</Alert>}
      {settings.data?.gateway === 'none' && (
        <Alert role="note" color="yellow">
          {settings.data.message}
        </Alert>
      )}
      <Loaded query={query} skeleton={[44, 44, 44]} loading="Loading payment methods…">
        {({ payments }) => <CardList userId={userId} cards={payments} />}
      </Loaded>
      <FormDialog title="Add payment method" opened={adding} onClose={() => setAdding(false)}>
        {settings.data && <CardForm userId={userId} settings={settings.data} onClose={() => setAdding(false)} />}
      </FormDialog>
    </Screen>
  )
}
