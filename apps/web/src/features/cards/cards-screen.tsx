import { Alert, Button, Skeleton, Stack } from '@mantine/core'
import { IconCreditCard, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { MAX_SAVED_CARDS, type SavedCard } from '@vialdesk/contract/cards'
import { useState } from 'react'
import { paymentSettingsQuery } from '#web/entities/payment/tokenize-card.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useFormFromLink } from '#web/lib/url/use-form-from-link.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import { cardColumns, cardName } from './card.columns.tsx'
import { CardForm } from './card-form.tsx'

const FULL = `You have ${MAX_SAVED_CARDS} saved cards, which is the limit. Delete one to add another.`

const skeleton = (
  <Stack gap="sm">
    {['first', 'second', 'third'].map((row) => (
      <Skeleton key={row} h={44} />
    ))}
  </Stack>
)

function useDeleteCard(user_id: number) {
  const remove = useAction('POST /api/v1/billing-profiles/delete-profile/')
  return async (card: SavedCard) => {
    const question = {
      title: `Delete ${cardName(card)}?`,
      consequence: 'The card can no longer pay here. Past payments do not change.',
      verb: 'Delete',
      danger: true,
    }
    if (await confirm(question)) remove.mutate({ body: { user_id, payment_profile_id: card.payment_profile_id } })
  }
}

function CardList({ userId, cards }: { userId: number; cards: SavedCard[] }) {
  const remove = useDeleteCard(userId)
  const makeDefault = useAction('POST /api/v1/billing-profiles/update-default/')
  const onMakeDefault = ({ payment_profile_id }: SavedCard) =>
    makeDefault.mutate({ body: { user_id: userId, payment_profile_id } })
  const pending = makeDefault.isPending ? makeDefault.variables.body.payment_profile_id : undefined
  return (
    <ShortList
      label="Payment methods"
      rows={cards}
      columns={cardColumns({ pending, onMakeDefault })}
      rowKey={({ payment_profile_id }) => payment_profile_id}
      rowName={cardName}
      rowActions={(card) => [{ label: 'Delete', icon: IconTrash, danger: true, onClick: () => void remove(card) }]}
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
    <Button leftSection={<IconPlus size={18} />} disabled={!query.data || !takesCards || full} onClick={() => setAdding(true)}>
      Add payment method
    </Button>
  )
  return (
    <Screen title="Payment Options" lead="The cards of your account. The default is shown first at a checkout." actions={add}>
      {full && <Alert role="note">{FULL}</Alert>}
      {settings.data?.gateway === 'none' && (
        <Alert role="note" color="yellow">
          {settings.data.message}
        </Alert>
      )}
      <Loaded query={query} skeleton={skeleton} loading="Loading payment methods…">
        {({ payments }) => <CardList userId={userId} cards={payments} />}
      </Loaded>
      <FormDialog title="Add payment method" opened={adding} onClose={() => setAdding(false)}>
        {settings.data && <CardForm userId={userId} settings={settings.data} onClose={() => setAdding(false)} />}
      </FormDialog>
    </Screen>
  )
}
