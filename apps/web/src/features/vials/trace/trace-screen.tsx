import { Text, Title } from '@mantine/core'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import type { PatientTrace, Vial } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import type { VialEntry } from '@vialdesk/contract/care/vials'
import { type ReactNode, useState } from 'react'
import { labFactsOf } from '#web/entities/patient/lab-facts.tsx'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import {
  ArrivalDrawer,
  ArrivalText,
  OverridesText,
  ReceiverText,
  TrackingText,
} from '#web/features/vials/arrival/shipment-facts.tsx'
import { VialStateBadge } from '#web/features/vials/code-list.tsx'
import paper from '#web/features/vials/paper.module.css'
import { PrintedLine, patientFactsOf } from '#web/features/vials/paper.tsx'
import { entryName, entryTypeNames, vialCountText, vialPlaceText } from '#web/features/vials/vial-text.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { useSession } from '#web/lib/session/session.ts'
import { BrandMark } from '#web/ui/layout/brand-mark.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FactGroups, Facts } from '#web/ui/layout/facts.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PrintActions } from '#web/ui/layout/print-actions.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { RecordLink } from '#web/ui/text/record-link.tsx'
import classes from './trace-report.module.css'

interface TraceColumn<Row> {
  header: string
  cell: (row: Row) => ReactNode
}

interface Props<Row> {
  label: string
  /** The first column names the row. */
  columns: readonly [TraceColumn<Row>, ...TraceColumn<Row>[]]
  rows: readonly Row[]
  /** A line above the heads of the columns. */
  above?: ReactNode
}

/** All rows at once. CSS turns rows into cards on narrow screens, but paper always gets a table. */
function TraceRows<Row extends { id: number }>({ label, columns: [name, ...columns], rows, above }: Props<Row>) {
  return (
    <table className={classes.vials} aria-label={label}>
      <thead>
        {above && (
          // Repeated on every sheet of paper, so that a loose sheet shows its patient.
          <tr className={classes.loose}>
            <td colSpan={columns.length + 1}>{above}</td>
          </tr>
        )}
        <tr>
          {[name, ...columns].map(({ header }) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">{name.cell(row)}</th>
            {columns.map(({ header, cell }) => (
              <td key={header} data-header={header}>
                <div>{cell(row)}</div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The code of a vial, with a link to its page if the reader may open it. */
function VialLink({ code }: { code: string }) {
  const mayOpen = mayOpenScreen('/vials/{code}', useSession()?.role)
  return <RecordLink to={mayOpen ? `/vials/${code}` : undefined}>{formatVialCode(code)}</RecordLink>
}

const columns: readonly [TraceColumn<Vial>, ...TraceColumn<Vial>[]] = [
  {
    header: 'Code',
    cell: ({ code }) => (
      <span className={classes.code}>
        <VialLink code={code} />
      </span>
    ),
  },
  {
    header: 'State',
    cell: ({ state, reason }) => (
      <>
        <VialStateBadge state={state} />
        {reason && (
          <div className={classes.reason}>
            <LongText>{reason}</LongText>
          </div>
        )}
      </>
    ),
  },
  { header: 'Added on', cell: ({ added_on }) => <DateText value={added_on} /> },
  { header: 'Shipped on', cell: ({ shipped_on }) => <DateText value={shipped_on} /> },
  { header: 'Tracking number', cell: ({ tracking_id }) => <LongText>{tracking_id}</LongText> },
  { header: 'Place', cell: (vial) => <LongText>{vialPlaceText(vial)}</LongText> },
]

/** All vials of the patient. */
const TraceTable = ({ vials, patient }: { vials: Vial[]; patient: Vial['patient'] }) => (
  <TraceRows
    label="Vials"
    columns={columns}
    rows={vials}
    above={
      <>
        Vials of <bdi>{patientName(patient)}</bdi>, patient {patient.id}
      </>
    }
  />
)

/** More entries of one patient are in the vial history. */
const MAX_ENTRIES = 100

type Column = TraceColumn<VialEntry>

const shippedOnly =
  (cell: Column['cell']): Column['cell'] =>
  (entry) =>
    entry.type === 'shipped' ? cell(entry) : '—'

const columnsOf = (onConfirm: (entry: VialEntry) => void): [Column, ...Column[]] => [
  { header: 'Date', cell: ({ date }) => <DateText value={date} /> },
  {
    header: 'Entry',
    cell: ({ type, quantity, note, overrides }) => (
      <>
        <Text span inherit style={{ whiteSpace: 'nowrap' }}>
          {entryTypeNames[type]} · {vialCountText(quantity)}
        </Text>
        {note && (
          <div className={classes.reason}>
            <LongText>{note}</LongText>
          </div>
        )}
        <OverridesText overrides={overrides} />
      </>
    ),
  },
  { header: 'Receiver', cell: shippedOnly(({ receiver }) => <ReceiverText receiver={receiver} />) },
  {
    header: 'Tracking number',
    cell: shippedOnly(({ tracking_id = '', tracking_link = '' }) => <TrackingText number={tracking_id} link={tracking_link} />),
  },
  {
    header: 'Arrival',
    cell: shippedOnly((entry) => (
      <ArrivalText
        arrival={entry.arrival}
        mayConfirm={entry.may_confirm_arrival}
        name={entryName(entry)}
        onConfirm={() => onConfirm(entry)}
      />
    )),
  },
]

/** The vial entries of the trace: for shipped ones the receiver, the carrier and the arrival, and the overrides of both kinds. */
function TraceEntries({ patientId }: { patientId: number }) {
  const [confirming, setConfirming] = useState<VialEntry>()
  const query = useQuery({
    ...apiQuery('GET /api/v1/vials-history/user/{id}/', { params: { id: patientId }, query: { limit: MAX_ENTRIES } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title="Releases and shipments" lead="Newest first">
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            {results.length > 0 ? (
              <TraceRows label="Releases and shipments" columns={columnsOf(setConfirming)} rows={results} />
            ) : (
              <EmptyState hint="Nothing was released or shipped yet." />
            )}
            {count > MAX_ENTRIES && `The newest ${MAX_ENTRIES} of ${count} entries.`}
          </>
        )}
      </Loaded>
      <ArrivalDrawer entry={confirming} onClose={() => setConfirming(undefined)} />
    </Section>
  )
}

/** The trace report of a patient. */
function TraceReport({ trace }: { trace: PatientTrace }) {
  const { domain, logo } = portal()
  const { counts, count, results } = trace
  return (
    <article className={`${classes.sheet} ${paper.sheet}`} aria-labelledby="trace-title">
      <header className={classes.head}>
        <div className={paper.only}>
          <BrandMark name={domain.name} logo={logo} size={34} />
        </div>
        <div className={classes.whose}>
          <p className={paper.only}>Trace Report</p>
          <Title order={2} id="trace-title">
            <bdi>{patientName(trace.patient)}</bdi>
          </Title>
        </div>
        <PrintedLine />
      </header>
      <FactGroups>
        <Facts title="Donor and recipient" facts={patientFactsOf(trace)} />
        <Facts title="Lab record" facts={labFactsOf(trace.record, ['dates', 'processing'])} />
      </FactGroups>
      <VialCountStats counts={{ ...trace.record, ...counts }} />
      <TraceEntries patientId={trace.patient.id} />
      <Section title="Vials" lead={count > 0 && `${count} on record in all states, newest first`}>
        {results.length > 0 ? (
          <TraceTable vials={results} patient={trace.patient} />
        ) : (
          <EmptyState hint="No vials yet. The lab adds them in the record of the patient." />
        )}
      </Section>
    </article>
  )
}

const PAGE_SIZE = 100

/** Loads all pages of the report, because it is printed as a whole. */
function useTrace(id: number) {
  const [pages, setPages] = useState(1)
  const query = useQueries({
    queries: Array.from({ length: pages }, (_, page) =>
      apiQuery('GET /api/v1/vials/trace/{id}/', { params: { id }, query: { limit: PAGE_SIZE, offset: page * PAGE_SIZE } }),
    ),
    combine: (answers) => {
      const pages = answers.flatMap(({ data }) => data ?? [])
      const [first] = pages
      const isComplete = first && pages.length >= Math.ceil(first.count / PAGE_SIZE)
      return {
        wanted: first ? Math.max(1, Math.ceil(first.count / PAGE_SIZE)) : 1,
        data: isComplete ? ({ ...first, results: pages.flatMap(({ results }) => results) } satisfies PatientTrace) : undefined,
        error: answers.find(({ error }) => error)?.error ?? null,
        refetch: () => Promise.all(answers.filter(({ error }) => error).map((answer) => answer.refetch())),
      }
    },
  })
  if (query.wanted !== pages) setPages(query.wanted)
  return query
}

/** The trace from a patient to every vial, for screen and paper. */
export function TraceScreen({ id }: { id: number }) {
  const query = useTrace(id)
  usePageTitle(query.data && `Trace Report ${id}`)
  return (
    <Screen title="Trace Report" actions={<PrintActions backPath="/vials" ready={Boolean(query.data)} />}>
      <Loaded query={query} skeleton={[60, 140, 320]}>
        {(trace) => <TraceReport trace={trace} />}
      </Loaded>
    </Screen>
  )
}
