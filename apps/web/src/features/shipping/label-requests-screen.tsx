import { IconExternalLink, IconMailForward, IconPencil, IconTruckDelivery } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type LabelRequest, NOTIFICATION_FAILED, SEND_QUESTION } from '@vialdesk/contract/labels'
import { ask, send } from '#web/lib/api.ts'
import { NOTICE, notifyError, notifySuccess } from '#web/lib/notify.ts'
import { searchFilter, useListPage } from '#web/lib/use-list-page.ts'
import { useOverlay } from '#web/lib/use-overlay.ts'
import { wordsFor } from '#web/lib/words.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { LabelSheet } from './label-sheet.tsx'
import { nameOfRequest, requestColumns } from './requests.columns.tsx'
import { useOpenLabel } from './use-open-label.ts'

const PAGE = 10

/** Tells a center of its label once more; one click is one mail. The mail leaves a moment after the click: `onLeft` comes then. */
function useSend(onLeft: () => void) {
  const notify = useMutation({
    ...send('POST /api/v1/fedex-requests/send-notification/'),
    meta: { handlesErrors: true },
    onError: (error) => notifyError(`${NOTIFICATION_FAILED} ${wordsFor(error)}`),
    onSuccess: ({ message }) => {
      notifySuccess(message)
      setTimeout(onLeft, NOTICE.success)
    },
  })
  return async ({ id }: LabelRequest) => {
    const click = crypto.randomUUID()
    if (await confirm({ title: 'Send the notification?', consequence: SEND_QUESTION, verb: 'Send' }))
      notify.mutate({ body: { fedex_id: id, click } })
  }
}

function useActions({
  onEdit,
  onOpen,
  onLeft,
}: {
  onEdit: (row: LabelRequest) => void
  onOpen: (id: number) => void
  onLeft: () => void
}) {
  const tell = useSend(onLeft)
  return (row: LabelRequest): RowAction[] => [
    { label: 'Edit label', icon: IconPencil, onClick: () => onEdit(row) },
    { label: 'See label', icon: IconExternalLink, disabled: !row.can.open_label, onClick: () => onOpen(row.id) },
    {
      label: 'Send notification',
      icon: IconMailForward,
      disabled: !row.can.send_label,
      onClick: () => void tell(row),
    },
  ]
}

const empty = (
  <EmptyState icon={IconTruckDelivery} title="Empty table. There's nothing to show" hint="No center has requested a label yet." />
)

/** All label requests, for admins. */
export function LabelRequestsScreen() {
  const page = useListPage(PAGE, (filter: { search?: string }) => [searchFilter(filter)])
  const overlay = useOverlay<{ request?: number }>()
  const { request } = overlay.shown
  const open = useOpenLabel()
  const query = ask('GET /api/v1/fedex-requests/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  // As specified, refetches when the form closes; by then the mail has left.
  const close = () => {
    overlay.close('request')
    void list.refetch()
  }
  const actions = useActions({
    onEdit: ({ id }) => overlay.open({ request: id }),
    onOpen: open.mutate,
    onLeft: list.refetch,
  })
  return (
    <Screen title="Fedex Requests">
      <DataTable
        name="label-requests"
        label="Label requests"
        columns={requestColumns(open.mutate)}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={nameOfRequest}
        rowActions={actions}
        toolbar={
          <SearchInput
            label="Search requests"
            placeholder="ID, name, email, tracking…"
            value={page.filter.search}
            onSearch={(text) => page.change({ search: text })}
          />
        }
        empty={empty}
      />
      <LabelSheet
        request={request === undefined ? undefined : list.data?.results.find(({ id }) => id === request)}
        onOpen={open.mutate}
        onClose={close}
      />
    </Screen>
  )
}
