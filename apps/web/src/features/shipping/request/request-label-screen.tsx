import { Button, Group, Modal, Select, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { allSigned, LABEL_REQUESTED, PENDING_DOCUMENTS, type ProcessingFeeRow } from '@vialdesk/contract/care/label-requests'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { FieldsLoading } from '#web/features/shipping/fields-loading.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { focusPageIfLost } from '#web/lib/browser/focus-page.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { readErrorMessage } from '#web/lib/errors/error-message.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useRecordPath } from '#web/lib/session/use-record-path.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { FeeList, feeCalls } from './fee-list.tsx'
import { LabelRequestForm, type RequestingCenter, useLabelData } from './label-request-form.tsx'

/** Milliseconds, as specified. */
const FORM_DELAY = 1500

function RequestForm(props: Omit<ComponentProps<typeof LabelRequestForm>, 'data'>) {
  const { data, error, retry } = useLabelData(props.center)
  if (error && !data) return <FailedScreen inline message={readErrorMessage(error)} onRetry={retry} />
  return (
    <FieldsLoading atLeast={FORM_DELAY} ready={data !== undefined}>
      {data && <LabelRequestForm {...props} data={data} />}
    </FieldsLoading>
  )
}

function RequestedDialog({ id, onClose }: { id: number | undefined; onClose: () => void }) {
  const path = useRecordPath('/labels/{id}')
  const shown = useLatestValue(id)
  return (
    <Modal opened={id !== undefined} onClose={onClose} title={LABEL_REQUESTED} centered withCloseButton={false}>
      <Text>We will email you when the label is ready. Until then it shows as Pending.</Text>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" px="sm" component={Link} to="/dashboard">
          Dashboard
        </Button>
        {path && shown !== undefined && (
          <Button variant="default" px="sm" component={Link} to={path(shown)}>
            View label
          </Button>
        )}
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </Modal>
  )
}

interface LinkedFeeProps {
  center: RequestingCenter
  fee: number
  onFound: (row: ProcessingFeeRow) => void
  /** The fee is not of this center, has its label, or needs none. */
  onNone: () => void
}

/** Loads the fee that a link names, such as the next step after a payment. */
function LinkedFee({ center, fee, onFound, onNone }: LinkedFeeProps) {
  const query = useQuery({
    ...apiQuery(feeCalls[center.kind], { params: { id: center.id }, query: { offset: 0, limit: 1, transaction: fee } }),
    placeholderData: keepPreviousData,
  })
  const finish = useEffectEvent((row: ProcessingFeeRow | undefined) =>
    row && !row.fedex_request && !row.tissue_received ? onFound(row) : onNone(),
  )
  const { data, isFetching } = query
  useEffect(() => {
    // What was read before may be old: its label may have been requested meanwhile.
    if (data && !isFetching) finish(data.results[0])
  }, [data, isFetching])
  return <Loaded query={query}>{() => null}</Loaded>
}

interface SelectedFee {
  /** The id of the fee in the URL. */
  fee: number | undefined
  /** The fee of the label request. */
  row: ProcessingFeeRow | undefined
  setRow: (row: ProcessingFeeRow | undefined) => void
}

function ForCenter({ center, fee, row, setRow }: SelectedFee & { center: RequestingCenter }) {
  const [blocked, setBlocked] = useState<string>()
  const [requested, setRequested] = useState<number>()
  const request = (chosen: ProcessingFeeRow) => {
    if (allSigned(chosen.patient_documents)) return setRow(chosen)
    if (fee !== undefined) setRow(undefined)
    setBlocked(PENDING_DOCUMENTS)
  }
  const finish = (id: number) => {
    setRow(undefined)
    setRequested(id)
  }
  const list =
    fee === undefined ? (
      <FeeList center={center} onRequest={request} />
    ) : (
      <LinkedFee center={center} fee={fee} onFound={request} onNone={() => setRow(undefined)} />
    )
  return (
    <>
      {row ? (
        <div style={{ maxWidth: 720 }}>
          <RequestForm row={row} center={center} onBack={() => setRow(undefined)} onDone={finish} />
        </div>
      ) : (
        list
      )}
      <AlertDialog title="Request Fedex Label" message={blocked} onClose={() => setBlocked(undefined)} />
      <RequestedDialog id={requested} onClose={() => setRequested(undefined)} />
    </>
  )
}

/** Staff outside a center's session choose the center. */
function ForStaff({ staff, ...selected }: SelectedFee & { staff: number }) {
  const { close } = useOverlay<{ fee?: number; offset?: number }>()
  const query = useQuery(apiQuery('GET /api/v1/hc-staff/{id}/hc-list/', { params: { id: staff } }))
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = (id: string | null) => {
    close('fee', 'offset')
    setChosen(id)
  }
  return (
    <Loaded query={query}>
      {(centers) => {
        const center = centers.find(({ id }) => String(id) === chosen) ?? centers[0]
        if (!center)
          return <EmptyState hint="You do not work for a harvest center yet. Ask your center or an admin to add you." />
        return (
          <>
            {centers.length > 1 && (
              <Select
                maw={360}
                mb="md"
                label="Harvest Center"
                data={centers.map(({ id, company }) => ({ value: String(id), label: company }))}
                value={String(center.id)}
                onChange={choose}
                allowDeselect={false}
              />
            )}
            <ForCenter key={center.id} center={{ ...center, kind: 'harvest_center' }} {...selected} />
          </>
        )
      }}
    </Loaded>
  )
}

/** The URL holds the open form, so that Back returns to the list, and a link opens the form. */
function useSelectedFee(): SelectedFee {
  const [row, setRow] = useState<ProcessingFeeRow>()
  const overlay = useOverlay<{ fee?: number }>()
  const { fee } = overlay.shown
  const shown = row && row.id === fee ? row : undefined
  useEffect(() => {
    if (fee === undefined) setRow(undefined)
    focusPageIfLost()
  }, [fee])
  return {
    fee,
    row: shown,
    setRow: (next) => {
      if (next === undefined) return overlay.close('fee')
      setRow(next)
      if (next.id !== fee) overlay.open({ fee: next.id })
    },
  }
}

/** Paid processing fees of a center with their labels. */
export function RequestLabelScreen({ kind }: { kind: RequestingCenter['kind'] }) {
  const session = useSession()
  const chosen = useSelectedFee()
  if (!session) return null
  const { id, company } = session.user
  const { row } = chosen
  const lead = row ? `For invoice ${row.invoice_id}.` : 'Choose the processing fee of the patient whose tissue you want to ship.'
  return (
    <Screen title="Request Fedex Label" lead={lead}>
      {session.role === 'hc_staff' ? (
        <ForStaff staff={id} {...chosen} />
      ) : (
        <ForCenter center={{ id, company, kind }} {...chosen} />
      )}
    </Screen>
  )
}
