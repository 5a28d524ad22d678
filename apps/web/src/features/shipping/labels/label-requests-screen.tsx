import { IconExternalLink, IconMailForward, IconPencil, IconTruckDelivery } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type LabelRequest, NOTIFICATION_FAILED, SEND_CONFIRMATION } from '@vialdesk/contract/label-requests'
import { useOpenLabel } from '#web/features/shipping/use-open-label.ts'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showError, showSuccess, TOAST_MS } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { LabelDrawer } from './label-drawer.tsx'
import { labelRequestColumns, requestName } from './label-requests.columns.tsx'

const PAGE_SIZE = 10

/** Notifies a center of its label again; one click sends one mail. `onSent` runs a moment later, when the mail has left. */
function useSendNotification(onSent: () => void) {
  const notify = useMutation({
    ...apiMutation('POST /api/v1/fedex-requests/send-notification/'),
    meta: { handlesErrors: true },
    onError: (error) => showError(`${NOTIFICATION_FAILED} ${errorMessage(error)}`),
    onSuccess: ({ message }) => {
      showSuccess(message)
      setTimeout(onSent, TOAST_MS.success)
    },
  })
  return async ({ id }: LabelRequest) => {
    const click = crypto.randomUUID()
    if (await confirm({ title: 'Send the notification?', consequence: SEND_CONFIRMATION, verb: 'Send' }))
      notify.mutate({ body: { fedex_id: id, click } })
  }
}

function useRequestActions({
  onEdit,
  onOpen,
  onSent,
}: {
  onEdit: (row: LabelRequest) => void
  onOpen: (id: number) => void
  onSent: () => void
}) {
  const send = useSendNotification(onSent)
  return (row: LabelRequest): RowAction[] => [
    { label: 'Edit label', icon: IconPencil, onClick: () => onEdit(row) },
    { label: 'See label', icon: IconExternalLink, disabled: !row.can.open_label, onClick: () => onOpen(row.id) },
    {
      label: 'Send notification',
      icon: IconMailForward,
      disabled: !row.can.send_label,
      onClick: () => void send(row),
    },
  ]
}

const empty = (
  <EmptyState
    icon={IconTruckDelivery}
    title="Empty table. There's nothing to show"
    hint="Centers request a label for each paid processing fee. You make the label here."
  />
)

/** The open request. It is read on its own, because it leaves a filtered list as soon as it has a label. */
function useOpenRequest(id: number | undefined, listed: LabelRequest[] | undefined): LabelRequest | undefined {
  const { data } = useQuery({
    ...apiQuery('GET /api/v1/fedex-requests/{id}/', { params: { id: id ?? 0 } }),
    enabled: id !== undefined,
  })
  return id === undefined ? undefined : (data ?? listed?.find((row) => row.id === id))
}

/** All label requests, for admins. */
export function LabelRequestsScreen() {
  const page = useListPage(PAGE_SIZE, (filter: { search?: string; waiting?: 'true' }) => [
    searchFilter(filter),
    { keys: ['waiting'], label: filter.waiting && 'Without a label' },
  ])
  const overlay = useOverlay<{ request?: number }>()
  const { request } = overlay.shown
  const open = useOpenLabel()
  const query = apiQuery('GET /api/v1/fedex-requests/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const shown = useOpenRequest(request, list.data?.results)
  // As specified, refetches when the form closes; by then the mail has left.
  const close = () => {
    overlay.close('request')
    void list.refetch()
  }
  const actions = useRequestActions({
    onEdit: ({ id }) => overlay.open({ request: id }),
    onOpen: open.mutate,
    onSent: list.refetch,
  })
  return (
    <Screen title="Fedex Requests">
      <DataTable
        name="label-requests"
        exports={{ list: 'GET /api/v1/fedex-requests/', rows: ['request', 'requests'] }}
        views="label-requests"
        rowHref={({ id }) => `/labels/${id}`}
        label="Label requests"
        columns={labelRequestColumns(open.mutate)}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={requestName}
        onRow={({ id }) => overlay.open({ request: id })}
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
      <LabelDrawer request={shown} opened={request} onOpen={open.mutate} onClose={close} />
    </Screen>
  )
}
