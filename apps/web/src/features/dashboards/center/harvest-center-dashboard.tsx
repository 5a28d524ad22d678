import { Alert, Anchor } from '@mantine/core'
import { IconShoppingCart, IconSignature, IconTruckDelivery, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { harvestCenterFigures } from '@vialdesk/contract/dashboard-links'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import type { ReactNode } from 'react'
import { Action, Dashboard, Pair } from '#web/features/dashboards/dashboard.tsx'
import { PatientsInProcessing } from '#web/features/dashboards/patient-list.tsx'
import { StageBars } from '#web/features/dashboards/stage-bars.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { PartByPart } from '#web/ui/layout/part-by-part.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { RecentTransactions } from './recent-transactions.tsx'

const CALL = 'GET /api/v1/dashboards/harvest-center/'
const NO_REP = "Your account doesn't have a sales rep associated. Please contact your admin for help."

/** A center without a sales rep cannot buy. */
function Actions() {
  const maySell = useQuery(apiQuery(CALL)).data?.has_sales_rep !== false
  return (
    <>
      <Action icon={IconSignature} to="/request-patients-signatures">
        Request signature
      </Action>
      <Action icon={IconTruckDelivery} to="/fedex-request-label">
        Request label
      </Action>
      {maySell && (
        <>
          <Action icon={IconShoppingCart} to="/order">
            Order
          </Action>
          <Action icon={IconUserPlus} isMain to="/harvest-center/checkout/processing-fee" search={{ patient: 'new' }}>
            New patient
          </Action>
        </>
      )}
    </>
  )
}

const history = (
  <Anchor component={Link} to="/hc-transaction-history" size="sm">
    Transaction History
  </Anchor>
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
  return (
    <Dashboard
      title={useSession()?.user.company || 'Dashboard'}
      actions={<Actions />}
      call={CALL}
      skeleton={{ heights: [72, [320, 320], 220] }}
      overview={(data) => (
        <PartByPart>
          {!data.has_sales_rep && <Alert color="yellow">{NO_REP}</Alert>}
          <Section title="To do today">
            <OpenTasks data={data} />
          </Section>
          <Pair>
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
          </Pair>
          {patients}
          <Section title="Recent transactions" action={history}>
            <RecentTransactions rows={data.recent_transactions} spentThisMonth={data.spent_this_month} />
          </Section>
        </PartByPart>
      )}
    >
      {children}
    </Dashboard>
  )
}
