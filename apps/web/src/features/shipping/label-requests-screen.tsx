import { Divider, Stack } from '@mantine/core'
import { IconExternalLink, IconMailForward, IconPencil, IconTruckDelivery } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type LabelRequest, SEND_QUESTION } from '@vialdesk/contract/labels'
import { useRef } from 'react'
import { ask, send } from '#web/lib/api.ts'
import { notifySuccess } from '#web/lib/notify.ts'
import { useFilters } from '#web/lib/use-filters.ts'
import { useLast } from '#web/lib/use-last.ts'
import { useOverlay } from '#web/lib/use-overlay.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { FilterChips } from '#web/ui/filter-chips.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Section } from '#web/ui/section.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { CarrierForm } from './carrier-form.tsx'
import { EditLabelForm } from './edit-label-form.tsx'
import { RequestFacts } from './request-facts.tsx'
import { nameOfRequest, requestColumns } from './requests.columns.tsx'
import { useOpenLabel } from './use-open-label.ts'

const PAGE = 10

interface Search {
  search?: string | undefined
  offset?: number | undefined
  /** Whose label is being given. */
  request?: number | undefined
}

function LabelSheet({
  request,
  onOpen,
  onClose,
}: {
  request: LabelRequest | undefined
  onOpen: (id: number) => void
  onClose: () => void
}) {
  const shown = useLast(request)
  const unsaved = useRef(() => false)
  return (
    <Sheet
      opened={request !== undefined}
      onClose={onClose}
      title={shown && `Label for ${nameOfRequest(shown)}`}
      unsaved={() => unsaved.current()}
    >
      {shown && (
        <Stack gap="lg">
          <RequestFacts request={shown} />
          <Section title="By the carrier">
            <CarrierForm key={`${shown.id} ${shown.carrier_state}`} request={shown} />
          </Section>
          {!isAwaited(shown) && (
            <>
              <Divider />
              <Section title="By hand">
                <EditLabelForm
                  key={`${shown.id} ${shown.tracking_number} ${shown.pdf_file}`}
                  request={shown}
                  onOpen={onOpen}
                  onClose={onClose}
                  unsaved={unsaved}
                />
              </Section>
            </>
          )}
        </Stack>
      )}
    </Sheet>
  )
}

/** The carrier is being asked: until it answers nobody may put another label in the place of this one. */
const isAwaited = ({ carrier_state }: LabelRequest) => carrier_state === 'asking' || carrier_state === 'cancelling'

/** Tells a center of its label once more; one click is one mail. */
function useSend() {
  const notify = useMutation({
    ...send('POST /api/v1/fedex-requests/send-notification/'),
    onSuccess: ({ message }) => notifySuccess(message),
  })
  return async ({ id }: LabelRequest) => {
    const click = crypto.randomUUID()
    if (await confirm({ title: 'Send the notification?', consequence: SEND_QUESTION, verb: 'Send' }))
      notify.mutate({ body: { fedex_id: id, click } })
  }
}

/** Requests of centers for labels, and the labels that they get. */
export function LabelRequestsScreen() {
  const { filter, change } = useFilters<Search>()
  const { search, offset = 0, request } = filter
  const overlay = useOverlay<Pick<Search, 'request'>>()
  const open = useOpenLabel()
  const tell = useSend()
  const query = ask('GET /api/v1/fedex-requests/', { query: { search, offset, limit: PAGE } })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const edit = ({ id }: LabelRequest) => overlay.open({ request: id })
  const actions = (row: LabelRequest): RowAction[] => [
    { label: 'Edit label', icon: IconPencil, onClick: () => edit(row) },
    { label: 'See label', icon: IconExternalLink, disabled: row.pdf_file === null, onClick: () => open.mutate(row.id) },
    {
      label: 'Send notification',
      icon: IconMailForward,
      disabled: row.tracking_number === '' || isAwaited(row),
      onClick: () => void tell(row),
    },
  ]
  const clear = () => change({ search: undefined })
  return (
    <Screen title="Fedex Requests">
      <DataTable
        name="label-requests"
        label="Label requests"
        columns={requestColumns(open.mutate)}
        list={list}
        limit={PAGE}
        offset={offset}
        onPage={(next) => change({ offset: next || undefined })}
        filtered={search !== undefined}
        onClearFilters={clear}
        rowKey={({ id }) => id}
        rowName={nameOfRequest}
        rowActions={actions}
        toolbar={
          <SearchInput
            label="Search requests"
            placeholder="ID, name, email, tracking…"
            value={search}
            onSearch={(text) => change({ search: text })}
          />
        }
        chips={search && <FilterChips chips={[{ key: 'search', label: `Search: ${search}`, onRemove: clear }]} onClear={clear} />}
        empty={
          <EmptyState
            icon={IconTruckDelivery}
            title="Empty table. There's nothing to show"
            hint="No center has asked for a label yet."
          />
        }
      />
      <LabelSheet
        request={request === undefined ? undefined : list.data?.results.find(({ id }) => id === request)}
        onOpen={open.mutate}
        onClose={() => overlay.close('request')}
      />
    </Screen>
  )
}
