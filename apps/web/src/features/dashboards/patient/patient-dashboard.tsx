import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { VIAL_ORDERING_TAG } from '@vialdesk/contract/base/roles'
import type { VialEntry } from '@vialdesk/contract/care/vials'
import type { ReactNode } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { Journey } from '#web/entities/patient/journey.tsx'
import { VialCountStats } from '#web/entities/vial/vial-count-stats.tsx'
import { FirstRun } from '#web/features/dashboards/first-run/first-run.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { today } from '#web/lib/format/dates.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PartByPart } from '#web/ui/layout/part-by-part.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { expectedText, findDelay } from './delay.ts'
import classes from './patient-dashboard.module.css'
import { headline, nextStep } from './patient-text.ts'

const columns: Column<VialEntry>[] = [
  { key: 'date', header: 'Date', main: true, cell: ({ date }) => <DateText value={date} /> },
  {
    key: 'type',
    header: 'Type',
    cell: ({ type }) => (
      <StatusBadge meaning={type === 'added' ? 'good' : 'info'}>{type === 'added' ? 'Added to storage' : 'Shipped'}</StatusBadge>
    ),
  },
  { key: 'tracking_id', header: 'Tracking number', cell: ({ tracking_id }) => <LongText>{tracking_id}</LongText> },
  { key: 'note', header: 'Note', cell: ({ note }) => <LongText>{note}</LongText> },
  { key: 'quantity', header: 'Vials', align: 'right', cell: ({ quantity }) => <span className="figures">{quantity}</span> },
]

const history = defineList('GET /api/v1/vials-history/user/{id}/', {
  name: 'my-vials',
  label: 'Vial history',
  pageSize: 5,
  columns,
  rowName: ({ date }) => date,
  empty: 'The lab stores your vials when your cells are ready. They appear here then.',
})

/** Added and shipped vials, newest first. */
const OwnVialHistory = ({ patientId }: { patientId: number }) => <List of={history} params={{ id: patientId }} />

type PatientDashboardData = Answer<'GET /api/v1/dashboards/patient/'>

const nextStepOf = (record: PatientDashboardData) => nextStep(record, record.harvest_center ?? 'your harvest center')

const newestEntry = (patientId: number, type: 'added' | 'shipped') =>
  apiQuery('GET /api/v1/vials-history/user/{id}/', { params: { id: patientId }, query: { limit: 1, type } })

/** The dates of the last two steps come from the vial history. */
function useVialDays(patientId: number) {
  const added = useQuery(newestEntry(patientId, 'added'))
  const shipped = useQuery(newestEntry(patientId, 'shipped'))
  return { stored: added.data?.results[0]?.date, shippedOut: shipped.data?.results[0]?.date }
}

function NextStepCard({ record }: { record: PatientDashboardData }) {
  return (
    <aside className={classes.next} aria-labelledby="next-step">
      <Title order={2} id="next-step">
        Next step
      </Title>
      <Text mt={6}>{nextStepOf(record).text}</Text>
    </aside>
  )
}

/** Where the cells are and when they are expected; below, the reason of a delay in the words of the lab. */
function Headline({ record }: { record: PatientDashboardData }) {
  const expected = expectedText(record, today())
  const delay = findDelay(record, today())
  return (
    <>
      <Title order={1} className={classes.headline}>
        {expected ? `${headline(record).replace(/\.$/, '')} · ${expected}` : headline(record)}
      </Title>
      {delay && (
        <Text mt="sm" c="dimmed" role="note">
          {delay.text} {delay.reason || `${record.harvest_center ?? 'Your harvest center'} can tell you more.`}
        </Text>
      )}
    </>
  )
}

/** For patients who may order vials. */
function OrderVials() {
  const user = useSession()?.user
  if (!user?.tags.includes(VIAL_ORDERING_TAG)) return null
  return (
    <Button leftSection={<IconShoppingCart size={18} />} component={Link} to="/checkout/patient-vials">
      Order vials
    </Button>
  )
}

interface Props {
  /** Wraps the next step of the cells: documents to sign come before it. */
  nextStep: (card: ReactNode) => ReactNode
  /** The link to the conversation with the center; filled when the patient should write now. */
  writeToCenter: (filled: boolean) => ReactNode
  /** The patient's documents. */
  documents: ReactNode
  /** The patient's purchases. */
  orders: ReactNode
}

interface CellsProps extends Props {
  record: PatientDashboardData
  patientId: number
  name: string
}

function MyCells({ record, patientId, name, nextStep, writeToCenter, documents, orders }: CellsProps) {
  const days = useVialDays(patientId)
  return (
    <Stack gap="xl">
      <PartByPart>
        <div className={classes.top}>
          <header>
            <Text c="dimmed">{name ? `Hello, ${name}.` : 'Hello.'}</Text>
            <Headline record={record} />
            {record.harvest_center && writeToCenter(nextStepOf(record).contactCenter)}
          </header>
          {nextStep(<NextStepCard record={record} />)}
        </div>
        <FirstRun />
        <Section title="Your journey">
          <Journey across forPatient record={record} days={{ joined: record.joined, ...days }} label="Your journey" />
        </Section>
        <Section title="Your vials" action={<OrderVials />}>
          <VialCountStats counts={record} />
        </Section>
        <Section title="Your documents" anchor="documents">
          {documents}
        </Section>
        <Section title="Your orders">{orders}</Section>
        <Section title="Vial history" anchor="vial-history" lead="All vials added to storage or shipped.">
          <OwnVialHistory patientId={patientId} />
        </Section>
      </PartByPart>
    </Stack>
  )
}

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={44} w="min(100%, 32rem)" />
    <Skeleton h={96} />
    <Skeleton h={360} />
  </Stack>
)

export function PatientDashboard(props: Props) {
  const user = useSession()?.user
  const query = useQuery(apiQuery('GET /api/v1/dashboards/patient/'))
  if (!user) return null
  return (
    <Loaded query={query} inSteps skeleton={skeleton}>
      {(record) => <MyCells {...props} record={record} patientId={user.id} name={user.first_name} />}
    </Loaded>
  )
}
