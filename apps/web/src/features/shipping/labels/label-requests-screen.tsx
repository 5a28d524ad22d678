import { Text } from '@mantine/core'
import { IconExternalLink, IconMailForward, IconPencil, IconTruckDelivery } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type LabelRequest, NOTIFICATION_FAILED, SEND_CONFIRMATION } from '@vialdesk/contract/care/label-requests'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { LABEL_COLUMN, OpenLabelLink, useOpenLabel } from '#web/entities/label/label-link.tsx'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { ParcelBadge } from '#web/entities/parcel/parcel-badge.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showError, showSuccess, TOAST_MS } from '#web/lib/browser/toast.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { flagFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { Column, RowAction } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { LabelContent, useLabelForm } from './label-content.tsx'
import { carrierBadge } from './labels-of-center.tsx'

const requestName = ({ id, hc_desc }: LabelRequest) => `${id} - ${hc_desc[0]?.company || 'Center'}`

/** The file, or the reason for a missing file. */
function LabelFile({ row }: { row: LabelRequest }) {
  const work = carrierBadge(row)
  if (work) return work
  return row.pdf_file === null ? <StatusBadge meaning="waiting">Pending</StatusBadge> : <OpenLabelLink id={row.id} />
}

/** Breaks words longer than this width (rem), so that many columns fit. */
const NarrowCell = ({ rem, children }: { rem: number; children: ReactNode }) => (
  <div style={{ maxWidth: `${rem}rem`, overflowWrap: 'break-word' }}>{children}</div>
)

/** Two lines, the first more important. */
const TwoLines = ({ first, second, rem }: { first: string; second: ReactNode; rem: number }) => (
  <NarrowCell rem={rem}>
    <bdi>{first}</bdi>
    <Text span display="block" c="dimmed" size="xs" fw={400}>
      {second}
    </Text>
  </NarrowCell>
)

/** A long email breaks before its @. */
function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  if (at < 1) return email
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

const columns: Column<LabelRequest>[] = [
  {
    key: 'hc',
    sort: '-id',
    header: 'ID - HC name, email',
    main: true,
    width: 235,
    cell: (row) => <TwoLines rem={14} first={requestName(row)} second={<Email email={row.harvest_center_email} />} />,
  },
  {
    key: 'doctor',
    header: 'Dr name, email',
    width: 180,
    cell: ({ doctor_name, doctor_email }) =>
      doctor_name || doctor_email ? <TwoLines rem={9.5} first={doctor_name} second={<Email email={doctor_email} />} /> : '—',
  },
  {
    key: 'location',
    header: 'Location',
    width: 115,
    cell: ({ city, state_desc }) => <TwoLines rem={7} first={city} second={state_desc} />,
  },
  {
    key: 'patients',
    phone: 'line',
    header: 'Patients',
    cell: (row) => (
      <NarrowCell rem={7.5}>
        <PatientLinks tissue={row} />
      </NarrowCell>
    ),
  },
  { key: 'label_date', sort: '-date', header: 'Date', width: 110, cell: ({ label_date }) => <DateText value={label_date} /> },
  {
    key: 'tracking',
    phone: 'line',
    header: 'Tracking Number and Link',
    shortCells: true,
    cell: (row) => <TrackingLink {...row} oneLine />,
  },
  { key: 'parcel', sort: 'state', phone: 'side', header: 'Parcel', width: 125, cell: (row) => <ParcelBadge {...row} /> },
  { key: 'pdf_file', phone: 'hidden', header: LABEL_COLUMN, width: 110, cell: (row) => <LabelFile row={row} /> },
  {
    key: 'notification_sent',
    header: 'Notification Sent',
    shortCells: true,
    cell: ({ notification_sent }) => (notification_sent ? 'Yes' : 'No'),
  },
]

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

interface ActionOptions {
  onEdit: (row: LabelRequest) => void
  onSent: () => void
}

function useRequestActions({ onEdit, onSent }: ActionOptions) {
  const open = useOpenLabel()
  const send = useSendNotification(onSent)
  return (row: LabelRequest): RowAction[] => [
    { label: 'Edit label', icon: IconPencil, onClick: () => onEdit(row) },
    { label: 'See label', icon: IconExternalLink, disabled: !row.can.open_label, onClick: () => open.mutate(row.id) },
    { label: 'Send notification', icon: IconMailForward, disabled: !row.can.send_label, onClick: () => void send(row) },
  ]
}

const labelRequests = defineList('GET /api/v1/fedex-requests/', {
  name: 'label-requests',
  label: 'Label requests',
  pageSize: 10,
  views: 'label-requests',
  exports: { rows: ['request', 'requests'] },
  columns,
  filters: [
    searchFilter({ label: 'Search requests', placeholder: 'ID, name, email, tracking…' }),
    flagFilter('waiting', 'Without a label'),
  ],
  rowName: requestName,
  rowHref: ({ id }) => `/labels/${id}`,
  empty: { icon: IconTruckDelivery, hint: 'Centers request a label for each paid processing fee. You make the label here.' },
})

interface DrawerProps {
  /** The id of the opened request. */
  opened: number | undefined
  listed: LabelRequest[] | undefined
  onClose: () => void
}

/**
 * A request with its label: made by the carrier or uploaded. It is read on its own, because it leaves a filtered list as soon as it
 * has a label, and stays open.
 */
function LabelDrawer({ opened, listed, onClose }: DrawerProps) {
  const { data } = useQuery({
    ...apiQuery('GET /api/v1/fedex-requests/{id}/', { params: { id: opened ?? 0 } }),
    enabled: opened !== undefined,
  })
  const last = useLatestValue(opened === undefined ? undefined : (data ?? listed?.find(({ id }) => id === opened)))
  const form = useLabelForm(last)
  // Only now: before, the user may still decide to stay with what was typed.
  const release = useEffectEvent(form.release)
  useEffect(() => {
    if (opened === undefined) release()
  }, [opened])
  return (
    <DrawerOf
      of={last?.id === opened ? last : undefined}
      onClose={onClose}
      title={(shown) => `Label for ${requestName(shown)}`}
      record={({ id }) => ({ key: id, path: `/labels/${id}` })}
    >
      {(shown) => <LabelContent request={shown} form={form} onClose={onClose} />}
    </DrawerOf>
  )
}

/** All label requests, for admins. */
export function LabelRequestsScreen() {
  const requests = useList(labelRequests)
  const overlay = useOverlay<{ request?: number }>()
  const edit = ({ id }: LabelRequest) => overlay.open({ request: id })
  // As specified, refetches when the form closes; by then the mail has left.
  const close = () => {
    overlay.close('request')
    void requests.list.refetch()
  }
  const actions = useRequestActions({ onEdit: edit, onSent: requests.list.refetch })
  return (
    <Screen title="Fedex Requests">
      <ListTable of={requests} onRow={edit} rowActions={actions} />
      <LabelDrawer opened={overlay.shown.request} listed={requests.data?.results} onClose={close} />
    </Screen>
  )
}
