import { Alert, Anchor, Button, Skeleton, Stack } from '@mantine/core'
import { IconShoppingCart, IconSignature, IconTruckDelivery, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { harvestCenterFigures } from '@vialdesk/contract/dashboard-links'
import type { PatientRow } from '@vialdesk/contract/patients'
import type { ReactNode } from 'react'
import classes from '#web/features/dashboards/dashboards.module.css'
import { FirstRun } from '#web/features/dashboards/first-run/first-run.tsx'
import { PatientsInProcessing } from '#web/features/dashboards/patient-list.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import { type Answer, apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PartByPart } from '#web/ui/layout/part-by-part.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { RecentTransactions } from './recent-transactions.tsx'

type CenterDashboardData = Answer<'GET /api/v1/dashboards/harvest-center/'>

const NO_REP = "Your account doesn't have a sales rep associated. Please contact your admin for help."

function Overview({ data, onOpen, patients }: { data: CenterDashboardData } & Pick<Props, 'onOpen' | 'patients'>) {
  return (
    <Stack gap="xl">
      <PartByPart>
        {!data.has_sales_rep && <Alert color="yellow">{NO_REP}</Alert>}
        <Section title="To do today">
          <OpenTasks
            payments={data.unconfirmed_payments}
            readySoon={data.ready_soon}
            labels={data.labels_waiting}
            signatures={data.pending_signatures}
          />
        </Section>
        <div className={classes.pair}>
          <Section title="Patients in processing">
            <PatientsInProcessing rows={data.in_processing} onOpen={onOpen} />
          </Section>
          <Section title="Where your patients are">
            <StageBars
              counts={data.patients_by_stage}
              label="Your patients by stage"
              figure={harvestCenterFigures.patients_by_stage}
            />
          </Section>
        </div>
        {patients}
        <Section
          title="Recent transactions"
          action={
            <Anchor component={Link} to="/hc-transaction-history" size="sm">
              Transaction History
            </Anchor>
          }
        >
          <RecentTransactions rows={data.recent_transactions} spentThisMonth={data.spent_this_month} />
        </Section>
      </PartByPart>
    </Stack>
  )
}

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={72} />
    <div className={classes.pair}>
      <Skeleton h={320} />
      <Skeleton h={320} />
    </div>
    <Skeleton h={220} />
  </Stack>
)

interface Props {
  onOpen: (row: PatientRow) => void
  /** The newest patients of the center. */
  patients: ReactNode
  /** Drawers over the screen. */
  children: ReactNode
}

/** The front desk's day: open tasks, patients in processing, and shortcuts. */
export function HarvestCenterDashboard({ onOpen, patients, children }: Props) {
  const user = useSession()?.user
  const query = useQuery(apiQuery('GET /api/v1/dashboards/harvest-center/'))
  const newPatient = (
    <Button
      leftSection={<IconUserPlus size={18} />}
      renderRoot={(props) => <Link {...props} to="/harvest-center/checkout/processing-fee" search={{ patient: 'new' }} />}
    >
      New patient
    </Button>
  )
  const requestSignature = (
    <Button variant="default" leftSection={<IconSignature size={18} />} component={Link} to="/request-patients-signatures">
      Request signature
    </Button>
  )
  const requestLabel = (
    <Button variant="default" leftSection={<IconTruckDelivery size={18} />} component={Link} to="/fedex-request-label">
      Request label
    </Button>
  )
  const order = (
    <Button variant="default" leftSection={<IconShoppingCart size={18} />} component={Link} to="/order">
      Order
    </Button>
  )
  return (
    <Screen
      title={user?.company || 'Dashboard'}
      actions={
        <>
          {requestSignature}
          {requestLabel}
          {query.data?.has_sales_rep !== false && order}
          {query.data?.has_sales_rep !== false && newPatient}
        </>
      }
    >
      <Stack gap="xl">
        <FirstRun />
        <Loaded query={query} inSteps skeleton={skeleton}>
          {(data) => <Overview data={data} onOpen={onOpen} patients={patients} />}
        </Loaded>
      </Stack>
      {children}
    </Screen>
  )
}
