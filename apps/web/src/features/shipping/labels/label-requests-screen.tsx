import { IconExternalLink, IconMailForward, IconPencil, IconTruckDelivery } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type LabelRequest, NOTIFICATION_FAILED, SEND_CONFIRMATION } from '@vialdesk/contract/label-requests'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useOpenLabel } from '#web/features/shipping/use-open-label.ts'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showError, showSuccess, TOAST_MS } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { flagFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { LabelDrawer } from './label-drawer.tsx'
import { labelRequestColumns, requestName } from './label-requests.columns.tsx'

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

const labelRequests = defineList('GET /api/v1/fedex-requests/', {
  name: 'label-requests',
  label: 'Label requests',
  pageSize: 10,
  views: 'label-requests',
  exports: { rows: ['request', 'requests'] },
  filters: [
    searchFilter({ label: 'Search requests', placeholder: 'ID, name, email, tracking…' }),
    flagFilter('waiting', 'Without a label'),
  ],
  rowName: requestName,
  rowHref: ({ id }) => `/labels/${id}`,
  empty: { icon: IconTruckDelivery, hint: 'Centers request a label for each paid processing fee. You make the label here.' },
})

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
  const requests = useList(labelRequests)
  const overlay = useOverlay<{ request?: number }>()
  const { request } = overlay.shown
  const open = useOpenLabel()
  const shown = useOpenRequest(request, requests.data?.results)
  // As specified, refetches when the form closes; by then the mail has left.
  const close = () => {
    overlay.close('request')
    void requests.list.refetch()
  }
  const actions = useRequestActions({
    onEdit: ({ id }) => overlay.open({ request: id }),
    onOpen: open.mutate,
    onSent: requests.list.refetch,
  })
  return (
    <Screen title="Fedex Requests">
      <ListTable
        of={requests}
        columns={labelRequestColumns(open.mutate)}
        onRow={({ id }) => overlay.open({ request: id })}
        rowActions={actions}
      />
      <LabelDrawer request={shown} opened={request} onOpen={open.mutate} onClose={close} />
    </Screen>
  )
}
